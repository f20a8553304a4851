import { isRecord } from '../is-record.ts';
import { isName, PagedListing } from './paged-listing.ts';
import { entryOf } from './read-page.ts';

/** Names of types, as the schema gives them. */
export interface TypeNames {
  readonly team: string;
  readonly connection: string;
}

/** How the live schema lets every device be read: by pages, where there is a listing for that; else at once. */
export interface DevicesPlan {
  readonly listing: PagedListing | undefined;
  /** Types whose fields prove that a read at once is whole. */
  readonly types: TypeNames;
}

/** Makes the error that says why completeness is not proven. `name` is the server's, and stands where the text has `%s`. */
export type Refuse = (why: string, name?: string) => Error;

/** An argument, as far as it was asked for. */
export interface Argument {
  readonly name: string;
  readonly required: boolean;
  readonly type: unknown;
}

/** What introspection says of `team.devices`. */
export interface DevicesField {
  readonly types: TypeNames;
  readonly args: readonly Argument[];
}

/** Names that arguments of paging commonly have: one of them without `first`, `after`, `pageInfo` may cut a list off. */
const PAGING_ARGUMENT =
  /^(?:first|after|last|before|cursor|limit|offset|skip|take|top|size|count|max_?results?|per_?page|(?:page|next)_?(?:size|number|token|cursor|index)?|(?:start|end)_?cursor)$/i;

const ODD = 'the introspection answer has an unexpected shape';

/** Reads the answer to `LearnTeam`. */
export function readDevicesField(answer: unknown, refuse: Refuse): DevicesField {
  const root = entryOf(entryOf(answer, '__schema'), 'queryType');
  const team = named(entryOf(root, 'fields'), 'team', refuse);
  const type = nullable(entryOf(team, 'type'));
  const devices = team && named(fieldsOf(type), 'devices', refuse);
  if (!devices) throw refuse('the live schema has no field team.devices');
  refuseRequired('team', argsOf(team, refuse), refuse);
  const connection = nullable(entryOf(devices, 'type'));
  return {
    types: { team: nameOf(type, 'name', refuse), connection: nameOf(connection, 'name', refuse) },
    args: argsOf(devices, refuse),
  };
}

/** How the arguments of `team.devices` let it be read. Whether the connection has what that takes, its answers show. */
export function planDevices({ args, types }: DevicesField, refuse: Refuse): DevicesPlan {
  const first = args.find(({ name }) => name === 'first');
  const after = args.find(({ name }) => name === 'after');
  refuseRequired(
    'team.devices',
    args.filter((arg) => arg !== first),
    refuse,
  );
  if (first && after) {
    if (entryOf(nullable(first.type), 'name') !== 'Int') throw refuse('its argument first is not an Int');
    return { listing: new PagedListing(nameOf(nullable(after.type), 'name', refuse)), types };
  }
  const paging = args.find(({ name }) => PAGING_ARGUMENT.test(name));
  if (paging) throw refuse('it takes `%s`, but not both first and after, so a page may be all that comes', paging.name);
  return { listing: undefined, types };
}

/** Reads the answer to `LearnConnection`. @throws what `refuse` makes where the connection can't be read as planned. */
export function checkConnection(answer: unknown, { listing }: DevicesPlan, refuse: Refuse): void {
  const fields = fieldsOf(entryOf(answer, '__type'));
  const typeOf = (name: string) => nullable(entryOf(named(fields, name, refuse), 'type'));
  if (entryOf(typeOf('nodes'), 'kind') !== 'LIST') throw refuse('it has no list of nodes');
  const pageInfo = typeOf('pageInfo');
  const has = (name: string) => pageInfo !== undefined && named(fieldsOf(pageInfo), name, refuse) !== undefined;
  if (listing && !(has('hasNextPage') && has('endCursor'))) {
    throw refuse('it takes first and after, but has no pageInfo with hasNextPage and endCursor');
  }
}

/**
 * Reads the answer to `ListDevicesAtOnce`, which holds the list and its proof: both come out of one schema, whatever the
 * schema was before. Concrete types prove it: an interface that they implement has no field or argument more.
 *
 * @returns the list, proven whole; or by which plan to ask again
 */
export function readAtOnce(answer: unknown, types: TypeNames, refuse: Refuse): readonly unknown[] | DevicesPlan {
  const team = entryOf(answer, 'team');
  const devices = entryOf(team, 'devices');
  const list = entryOf(devices, 'nodes');
  if (!Array.isArray(list)) throw refuse('the service answered null for it');
  const actual = { team: nameOf(team, '__typename', refuse), connection: nameOf(devices, '__typename', refuse) };
  if (actual.team !== types.team || actual.connection !== types.connection)
    return { listing: undefined, types: actual };

  const field = named(fieldsOf(entryOf(answer, 'teamType')), 'devices', refuse);
  const plan = planDevices({ args: argsOf(field, refuse), types }, refuse);
  if (plan.listing) return plan;
  if (named(fieldsOf(entryOf(answer, 'connectionType')), 'pageInfo', refuse)) {
    throw refuse('it has pageInfo, but no arguments first and after to ask for the next page');
  }
  return list;
}

function refuseRequired(of: string, args: readonly Argument[], refuse: Refuse): void {
  const required = args.find((arg) => arg.required);
  if (required)
    throw refuse(`the argument \`%s\` of ${of} is required, and nothing documents what to give`, required.name);
}

type Named = Record<string, unknown> & { readonly name: string };

function named(list: unknown, name: string, refuse: Refuse): Named | undefined {
  return allNamed(list, refuse).find((it) => it.name === name);
}

function argsOf(field: unknown, refuse: Refuse): readonly Argument[] {
  return allNamed(entryOf(field, 'args'), refuse).map((arg) => {
    const type = entryOf(arg, 'type');
    const kind = entryOf(type, 'kind');
    if (typeof kind !== 'string') throw refuse(ODD);
    return { name: arg.name, required: kind === 'NON_NULL' && typeof entryOf(arg, 'defaultValue') !== 'string', type };
  });
}

function allNamed(list: unknown, refuse: Refuse): readonly Named[] {
  const all: readonly unknown[] = Array.isArray(list) ? list : [undefined];
  if (!all.every(isNamed)) throw refuse(ODD);
  return all;
}

function isNamed(value: unknown): value is Named {
  return isRecord(value) && typeof value['name'] === 'string';
}

/** The fields of a type; a scalar's, by its null, are none. */
function fieldsOf(type: unknown): unknown {
  const fields = entryOf(type, 'fields');
  return fields === null ? [] : fields;
}

/** A type without its `!`. */
function nullable(type: unknown): unknown {
  return entryOf(type, 'kind') === 'NON_NULL' ? entryOf(type, 'ofType') : type;
}

/** The name of a type. It goes into documents and variables, so it has to be a name. */
function nameOf(holder: unknown, key: string, refuse: Refuse): string {
  const name = entryOf(holder, key);
  if (!isName(name)) throw refuse('the name of its type cannot be read');
  return name;
}
