-- The team of schema.graphql as tables and functions, which PostGraphile serves.
create role caller;
create schema api;
create type api.device_status as enum ('ONLINE', 'OFFLINE');
create table api.teams (id int primary key, name text not null);
create table api.devices (
  id text primary key,
  team_id int not null references api.teams,
  name text not null,
  status api.device_status not null,
  last_seen timestamptz,
  label text
);
create index on api.devices (team_id);
create index on api.devices (status);
create table api.applications (id text primary key, title text not null);
comment on table api.teams is '@behavior -query:resource:list -query:resource:connection -query:resource:single -insert -update -delete';
comment on table api.devices is '@behavior -query:resource:list -query:resource:connection -insert -delete';
comment on table api.applications is '@behavior -query:resource:list -insert -update -delete';
comment on constraint devices_team_id_fkey on api.devices is E'@foreignFieldName devices\n@behavior +connection -list';
comment on column api.devices.label is '@deprecated Use name.';

insert into api.teams values (1, 'Operations');
insert into api.devices
  select 'd' || n, 1, 'Device ' || n, (case when n % 5 = 1 then 'OFFLINE' else 'ONLINE' end)::api.device_status, '2026-01-01T00:00:00Z', null
  from generate_series(1, 25) as n;
insert into api.applications values ('a1', 'Gate');

-- A rename is counted also where what comes after it fails: the count is no part of the transaction's result.
create sequence public.rename_count minvalue 0 start 0;
select nextval('public.rename_count');

create function api.refuse_without_key() returns void as $$
begin
  if coalesce(current_setting('request.key', true), '') <> 'valid' then
    raise exception 'The key is not valid.' using errcode = '28000';
  end if;
end
$$ language plpgsql stable;

create function api.team() returns api.teams as $$
declare found api.teams;
begin
  perform api.refuse_without_key();
  select * into found from api.teams where id = 1;
  return found;
end
$$ language plpgsql stable;

create function api.renames() returns int as $$ select last_value::int from public.rename_count $$ language sql stable security definer;

create function api.rename_device(id text, name text) returns api.devices as $$
declare changed api.devices;
begin
  perform api.refuse_without_key();
  update api.devices set name = rename_device.name where devices.id = rename_device.id returning * into changed;
  if found then perform nextval('public.rename_count'); end if;
  return changed;
end
$$ language plpgsql volatile security definer;

create function api.rename_device_and_fail(id text, name text) returns api.devices as $$
begin
  perform api.rename_device(id, name);
  raise exception 'Something failed after the change.';
end
$$ language plpgsql volatile security definer;

create function api.devices_secret(device api.devices) returns text as $$
begin raise exception 'Nobody may read this.'; end
$$ language plpgsql stable;

comment on function api.refuse_without_key() is '@behavior -*';
grant usage on schema api to caller;
grant select on all tables in schema api to caller;
grant execute on all functions in schema api to caller;
