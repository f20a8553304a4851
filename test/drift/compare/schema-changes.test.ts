import { readFileSync } from 'node:fs';
import { buildASTSchema, buildSchema, findBreakingChanges, findDangerousChanges, GraphQLSchema, parse } from 'graphql';
import { expect, test } from 'vitest';
import { schemaChanges } from '../../../src/drift/compare/schema-changes.ts';
import { cases as howMany } from '../../helpers/cases.ts';
import { changeCases, edited, schemaOf, titled } from '../helpers/findings.ts';
import { editSchema, range } from '../oracle/edit-schema.ts';
import { chance } from '../oracle/random.ts';

const sdl = `
  directive @tag(name: String, level: Int! = 1) repeatable on QUERY | FIELD
  directive @once on FIELD
  scalar Day @specifiedBy(url: "https://example.com/day")
  scalar Money
  enum State { ON OFF @deprecated(reason: "soon") }
  interface Node { id: ID! }
  interface Named { name: String }
  union Found = Device | Team
  input Filter { state: State, size: Int! = 5, name: String, ids: [ID!], range: Range = { to: 2, from: 1 } }
  input Range { from: Int, to: Int }
  input Key @oneOf { id: ID, serial: String }
  type Device implements Node { id: ID!, name: String!, state: State, team(deep: Boolean, size: Int! = 5): Team, seen: [Day] }
  type Team { name: String @deprecated(reason: "old"), devices: [Device!] }
  type Other { id: ID }
  type Query { "a device" device(filter: Filter, id: ID): Device, found: Found }
`;

const cases = changeCases(`
a description
  ~ "a device" ⇒ "one device"
another order
  ~ id: ID!, name: String! ⇒ name: String!, id: ID!
  ~ Device | Team ⇒ Team | Device
  ~ QUERY | FIELD ⇒ FIELD | QUERY
  ~ ON OFF @deprecated(reason: "soon") ⇒ OFF @deprecated(reason: "soon") ON
a root type is added
  ~ type Query ⇒ type Mutation { a: Int } type Query
  = minor: Mutation is now the mutation type.
  = minor: Mutation was added.
an interface and a union of another kind
  ~ interface Named { name: String } ⇒ type Named { name: String }
  ~ union Found = Device | Team ⇒ enum Found { A }
  = major: Named is now an object type; it was an interface.
  = major: Found is now an enum; it was a union.
results become nullable and non-null
  ~ name: String!, state: State ⇒ name: String, state: State!
  = major: Device.name changed its type from String! to String.
  = minor: Device.state changed its type from State to State!.
inputs become nullable and non-null
  ~ device(filter: Filter ⇒ device(filter: Filter!
  ~ ids: [ID!] ⇒ ids: [ID]
  = minor: Filter.ids changed its type from [ID!] to [ID].
  = major: Query.device(filter:) changed its type from Filter to Filter!.
arguments are added and removed
  ~ deep: Boolean ⇒ more: Int! = 1, most: Int
  = major: Device.team(deep:) was removed.
  = minor: Device.team(more:) was added.
  = minor: Device.team(most:) was added.
a required argument is added
  ~ deep: Boolean ⇒ deep: Boolean, more: Int!
  = major: Device.team(more:) was added.
a default is removed, and the input is required
  ~ state: State, size: Int! = 5 ⇒ state: State, size: Int!
  = major: Filter.size changed its default from 5 to none.
enum values are added and removed
  ~ { ON OFF ⇒ { AUTO OFF
  = major: State.ON was removed.
  = minor: State.AUTO was added.
union members are added and removed
  ~ Device | Team ⇒ Device | Other
  = major: Found no longer has the member Team.
  = minor: Found now has the member Other.
interfaces are added and removed
  ~ Device implements Node ⇒ Device implements Named
  = major: Device no longer has the interface Node.
  = minor: Device now has the interface Named.
a one-of input
  ~ input Range { ⇒ input Range @oneOf {
  ~ = { to: 2, from: 1 } ⇒
  ~ input Key @oneOf ⇒ input Key
  = minor: Filter.range changed its default from {"from":1,"to":2} to none.
  = major: Range is now a one-of input.
  = minor: Key is no longer a one-of input.
another specification
  ~ com/day ⇒ com/date
  ~ scalar Money ⇒ scalar Money @specifiedBy(url: "https://example.com/money")
  = minor: Day changed its specification from https://example.com/day to https://example.com/date.
  = minor: Money changed its specification from none to https://example.com/money.
a deprecation is removed
  ~ name: String @deprecated(reason: "old") ⇒ name: String
  = minor: Team.name is no longer deprecated.
another deprecation reason
  ~ "soon" ⇒ "now"
  = patch: State.OFF changed its deprecation reason from "soon" to "now".
a deprecation reason of two lines with a period
  ~ found: Found ⇒ found: Found @deprecated(reason: "Slow.\\nUse name. ")
  = minor: Query.found is now deprecated: Slow. Use name.
a directive with more locations
  ~ on FIELD ⇒ on QUERY | FIELD
  = minor: @once changed its locations from FIELD to FIELD | QUERY.
a directive with other locations
  ~ on QUERY | FIELD ⇒ on QUERY | SUBSCRIPTION
  = major: @tag changed its locations from FIELD | QUERY to QUERY | SUBSCRIPTION.
a directive becomes repeatable, and another no longer is
  ~ @tag(name: String, level: Int! = 1) repeatable ⇒ @tag(name: String, level: Int! = 1)
  ~ @once ⇒ @once repeatable
  = major: @tag is no longer repeatable.
  = minor: @once is now repeatable.
`);

test.each(titled(cases))('a change of the schema has its level: %s', (_title, { edits, findings }) => {
  const changes = schemaChanges(schemaOf(sdl), schemaOf(edited(sdl, edits)));
  expect(changes.map(({ level, message }) => `${level}: ${message}`)).toEqual(findings);
});

test('a removed root type is major', () => {
  const old = buildSchema('type Mutation { a: Int } type Query { a: Int }');
  expect(
    schemaChanges(old, buildSchema('schema { query: Query } type Mutation { a: Int } type Query { a: Int }')),
  ).toEqual([{ level: 'major', coordinate: 'Mutation', message: 'Mutation is no longer the mutation type.' }]);
});

test('specified directives that a server does not list were not removed', () => {
  const { directives, ...config } = schemaOf(sdl).toConfig();
  const live = new GraphQLSchema({ ...config, directives: directives.filter(({ name }) => name !== 'oneOf') });
  expect(schemaChanges(schemaOf(sdl), live)).toEqual([]);
});

test('the level agrees with graphql-js over seeded changes, and additions that it calls dangerous are minor', () => {
  const fleet = readFileSync(new URL('../fixtures/fleet.graphql', import.meta.url), 'utf8');
  const document = parse(fleet, { noLocation: true });
  const snapshot = buildASTSchema(document, { assumeValidSDL: true });
  const seen = { major: 0, minor: 0, dangerous: 0 };
  for (const seed of range(1, howMany(300))) {
    const { live, made } = editSchema(document, chance(seed));
    const changes = schemaChanges(snapshot, live);
    const breaking = findBreakingChanges(snapshot, live);
    const own = changes.filter(({ level, message }) => level === 'major' && !notInGraphqlJs.test(message));
    const known = changes.some(({ level, message }) => level === 'major' && notInGraphqlJs.test(message));
    if (!known) expect(own.length > 0, `seed ${seed}: ${made}`).toBe(breaking.length > 0);
    const level = (['major', 'minor', 'patch'] as const).find((one) => changes.some((change) => change.level === one));
    if (level === 'major' || level === 'minor') seen[level] += 1;
    if (level === 'minor' && findDangerousChanges(snapshot, live).length > 0) seen.dangerous += 1;
  }
  // A run that rarely reaches one outcome would prove little.
  for (const times of Object.values(seen)) expect(times).toBeGreaterThanOrEqual(howMany(16));
});

/** Breaking changes that graphql-js does not find: a lost default, one-of inputs, root types. */
const notInGraphqlJs = /changed its default|one-of input|no longer the/;
