import { expect, test } from 'vitest';
import { emulated } from '../../helpers/emulated.ts';

/** A platform whose fields ask for the tenant, that pages by an input, and whose payloads have messages about inputs. */
const schema = `
  type Query { me: Me! sites(organizationId: ID!, cursor: CursorInput): SitesPage! site(organizationId: ID!, id: ID!): Site
    keys(organizationId: ID!, revoked: Boolean): [Key!]! teams(organizationId: ID!): [TeamSummary!]! team(organizationId: ID!, id: ID!): Team users: [User!]! }
  type Me { id: ID! organization: Organization! } type Organization { id: ID! name: String! }
  input CursorInput { limit: Int next: String previous: String } type Cursor { next: String previous: String }
  type SitesPage { items: [Site!]! cursor: Cursor! } type Site { id: ID! name: String! keys: [Key!]! }
  type Key { id: ID! label: String! revoked: Boolean! site: Site! } type User { id: ID! team: Team }
  type TeamSummary { id: ID! name: String! memberCount: Int! userCount: Int! keyCount: Int! } type Team { id: ID! name: String! members: [Member!]! } type Member { id: ID! }
  type Message { message: String! field: String } type SitePayload { successful: Boolean! messages: [Message!] result: Site }
  type Mutation { renameSite(organizationId: ID!, id: ID!, name: String!): SitePayload deleteSite(organizationId: ID!, id: ID!): SitePayload }`;

async function start() {
  const world = emulated(schema);
  const { id } = (await world.data('{ me { organization { id } } }')).me.organization;
  return { ...world, of: `organizationId: "${id}"` };
}

test('what most fields ask for by its id is there once, and all belong to it; nothing belongs to another', async () => {
  const { data, notes, of } = await start();
  const { keys, none } = await data(`{ keys(${of}) { id revoked } none: keys(organizationId: "x") { id } }`);
  expect(keys).toHaveLength(12);
  expect(none).toEqual([]);
  const revoked = keys.filter(({ revoked: is }: { revoked: boolean }) => is);
  expect((await data(`{ keys(${of}, revoked: true) { id revoked } }`)).keys).toEqual(revoked);
  expect(notes).toEqual([]);
});

test('an input with a limit and a cursor pages on and back', async () => {
  const { data, notes, of } = await start();
  const page = async (cursor: string) =>
    (await data(`{ sites(${of}, cursor: { limit: 5 ${cursor} }) { items { id } cursor { next previous } } }`)).sites;
  const first = await page('');
  const second = await page(`next: "${first.cursor.next}"`);
  const third = await page(`next: "${second.cursor.next}"`);
  expect([first, second, third].map(({ items }) => items.length)).toEqual([5, 5, 2]);
  expect(new Set([first, second, third].flatMap(({ items }) => items.map(({ id }: { id: string }) => id))).size).toBe(
    12,
  );
  expect([first.cursor.previous, third.cursor.next]).toEqual([null, null]);
  expect(notes).toEqual([]);
});

test('messages about inputs are those of what failed', async () => {
  const { data, notes, of } = await start();
  const { items } = (await data(`{ sites(${of}) { items { id } } }`)).sites;
  const rename = async (id: string) =>
    (
      await data(
        `mutation { renameSite(${of}, id: "${id}", name: "x") { successful messages { field } result { id name } } }`,
      )
    ).renameSite;
  const { id } = items[0];
  expect(await rename(id)).toEqual({ successful: true, messages: [], result: { id, name: 'x' } });
  expect(await rename('x')).toEqual({ successful: false, messages: [{ field: 'id' }], result: null });
  expect(notes).toEqual([]);
});

test('a number counts the list of another type of the same objects, or what refers to them; else it is noted', async () => {
  const { data, notes, of } = await start();
  const { teams } = await data(`{ teams(${of}) { id memberCount } }`);
  for (const { id, memberCount } of teams)
    expect((await data(`{ team(${of}, id: "${id}") { members { id } } }`)).team.members).toHaveLength(memberCount);
  const { users, teams: counted } = await data(`{ users { team { id } } teams(${of}) { id userCount } }`);
  for (const { id, userCount } of counted)
    expect(users.filter(({ team }: { team: { id: string } | null }) => team?.id === id)).toHaveLength(userCount);
  expect(notes).toEqual([]);
  await data(`{ teams(${of}) { keyCount } }`);
  expect(notes).toEqual([expect.stringContaining('`TeamSummary.keyCount` is drawn')]);
});

test('a default that only the schema has leaves out nothing by a text, which is drawn', async () => {
  const { data, notes } = emulated(
    `type Query { groups(type: [String] = ["GENERAL"], name: String): [Group!]! group(id: ID!, type: [String] = ["GENERAL"]): Group } type Group { id: ID! name: String! type: String! }`,
  );
  const { groups } = await data('{ groups { id name } }');
  expect(groups).toHaveLength(12);
  expect((await data(`{ groups(name: "${groups[3].name}") { id } }`)).groups).toEqual([{ id: groups[3].id }]);
  expect((await data('query ($id: ID!) { group(id: $id) { id } }', { id: groups[3].id })).group).toEqual({
    id: groups[3].id,
  });
  expect((await data('{ groups(type: ["GENERAL"]) { id } }')).groups).toEqual([]);
  expect(notes).toEqual([]);
});
