import { expect, test } from 'vitest';
import { type Any, emulated } from '../../helpers/emulated.ts';

const control = 'test/fixtures/control.graphql';

const fields = 'totalCount nodes { id name status tags temperature createdAt group { id name } }';

/** The devices that these arguments leave, and all of them. */
async function selected(args: string, { data, notes } = emulated(control, { devices: 80 })) {
  const { team } = await data(
    `{ team { all: devices(first: 100) { ${fields} } some: devices(first: 100, ${args}) { ${fields} } } }`,
  );
  return { all: team.all.nodes, some: team.some.nodes, count: team.some.totalCount, notes };
}

test.each<readonly [args: string, keeps: (device: Any) => boolean]>([
  ['status: ONLINE', ({ status }) => status === 'ONLINE'],
  ['filter: { status_in: [ONLINE] }', ({ status }) => status === 'ONLINE'],
  ['filter: { status_not: ONLINE }', ({ status }) => status !== 'ONLINE'],
  ['filter: { nameContains: "o" }', ({ name }) => name.includes('o')],
  ['filter: { minTemperature: 15 }', ({ temperature }) => temperature >= 15],
  ['filter: { hasGroup: true }', () => true],
  ['filter: { hasGroup: false }', () => false],
])('the filter %s leaves exactly the devices that it describes', async (args, keeps) => {
  const { all, some, count, notes } = await selected(args);
  expect(all).toHaveLength(80);
  expect(some).toEqual(all.filter(keeps));
  expect(count).toBe(some.length);
  expect(notes).toEqual([]);
});

test.each([
  ['a pattern', 'where: W', 'where: { name: { regex: "^a" } }', 'where.name.regex'],
  ['a wildcard', 'where: W', 'where: { name: { glob: "a*" } }', 'where.name.glob'],
  ['a pattern with signs', 'where: W', 'where: { name: { like: "a%" } }', 'where.name.like'],
  ['a name in place of an id', 'where: W, owner: String', 'owner: "Ada"', 'owner'],
  ['an order by what an object refers to', 'orderBy: By', 'orderBy: { owner: { name: asc } }', 'orderBy'],
  ['a range', 'where: W', 'where: { size: { between: [0, 20] } }', 'where.size.between'],
  ['a mode of comparison', 'where: W', 'where: { name: { mode: "insensitive" } }', 'where.name.mode'],
  ['a filter inside an operator', 'where: W', 'where: { name: { not: { regex: "a" } } }', 'where.name.not'],
  ['a filter on one object', 'where: W', 'where: { owner: { isNot: { name: { regex: "a" } } } }', 'where.owner.isNot'],
  [
    'a filter on each item of a list',
    'where: W',
    'where: { parts: { every: { size: { eq: 1 } } } }',
    'where.parts.every',
  ],
  ['the place of null in an order', 'orderBy: By', 'orderBy: { name: asc_nulls_first }', 'orderBy'],
  ['a sign before the field of an order', 'sort: String', 'sort: "-size"', 'sort'],
  ['a language for searches', 'query: String', 'query: "size:>5 -name:a"', 'query'],
])('%s is not understood, has no effect, and is noted', async (_, declared, args, name) => {
  const { data, notes } = emulated(`
    type Query { devices(${declared}): [Device!]! } type Device { id: ID! name: String! size: Int! owner: User parts: [User!]! } type User { id: ID! name: String! }
    input W { name: O size: R owner: I parts: E } input E { every: W none: W } input O { regex: String glob: String like: String mode: String not: O } input R { between: [Int!] eq: Int } input I { isNot: W }
    input By { name: Way owner: By } enum Way { asc asc_nulls_first }`);
  const { all, some } = await data(`{ all: devices { id } some: devices(${args}) { id } }`);
  expect(some).toEqual(all);
  expect(notes).toEqual([expect.stringContaining(`\`${name}\` of \`Query.devices\``)]);
});

test('an input object for a text field has no effect, is noted, and is no error', async () => {
  const { answer, notes } = emulated(
    'type Query { devices(where: W): [Device!]! } type Device { id: ID! tags: [String!]! name: String } input W { tags: [T!] name: T } input T { eq: O like: O } input O { a: Int }',
  );
  const { data, errors } = await answer(
    '{ devices(where: { tags: [{ eq: { a: 1 } }], name: { like: { a: 1 } } }) { id } }',
  );
  expect([data.devices.length, errors]).toEqual([12, []]);
  expect(notes.join()).toMatch(/where\.tags.*where\.name\.like/);
});

test.each([
  ['filter: { moonPhase: "full" }', 'filter.moonPhase'],
  ['filter: { group: { name: { contains: "a" } } }', 'filter.group.name'],
  ['filter: { not: { moonPhase: "full" } }', 'filter.not.moonPhase'],
  ['orderBy: { field: MOON_PHASE }', 'orderBy'],
])('the argument %s is not understood, and noted once', async (args, name) => {
  const world = emulated(control);
  const { all, some } = await selected(args, world);
  await selected(args, world);
  expect(some).toEqual(all);
  expect(world.notes).toEqual([expect.stringContaining(`\`${name}\` of \`Team.devices\``)]);
});

test('an argument of a plain value is not understood, and noted once', async () => {
  const { data, notes } = emulated(
    'type Query { temperature(unit: String = "C"): Float other(unit: String = "C"): Float }',
  );
  await data('{ temperature(unit: "K") other }');
  expect(notes).toEqual([expect.stringContaining('`unit` of `Query.temperature`')]);
});
