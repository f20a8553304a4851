import { buildSchema, Kind, parse } from 'graphql';
import { expect, test } from 'vitest';
import { findConnections, type SelectedConnection } from '../../src/codegen/output/selected-connections.ts';
import { fragmentsByName } from '../../src/graphql/fragments.ts';
import { readSelection } from '../../src/graphql/selections/read-selection.ts';

const schema = buildSchema(`
type PageInfo { hasNextPage: Boolean!, endCursor: String, hasPreviousPage: Boolean!, startCursor: String }
interface Node { id: ID!, up: Node }
type Device implements Node { id: ID!, up: Node, next: Device, name: String, snaps(first: Int, after: String): Snaps! }
type App implements Node { id: ID!, up: Node, name: String, snaps(first: Int, after: String): Snaps!, devices(first: Int, after: String): Devices }
type Snap { at: String }
type Snaps { nodes: [Snap!]!, pageInfo: PageInfo! }
type Devices { nodes: [Device], edges: [Edge], pageInfo: PageInfo! }
type Edge { node: Device, cursor: String! }
type Team { devices(first: Int, after: String, last: Int, before: String): Devices, apps: [App!]! }
type Odd { nodes: [Snap], items: [Edge], edges: Edge, tags: [String], meta: PageInfo, pageInfo: [PageInfo] }
type Texts { edges: [String], pageInfo: PageInfo! }
type One { edges: Edge, items: [Edge], pageInfo: PageInfo! }
union Thing = Device | App
type Query { odd(after: String): Odd, texts(after: String): Texts, one(after: String): One, team: Team, node: Node, thing: Thing, device: Device! }
`);

function find(text: string): Record<string, SelectedConnection> {
  const document = parse(text);
  const operation = document.definitions.find((it) => it.kind === Kind.OPERATION_DEFINITION);
  if (!operation) throw new Error('The text has an operation.');
  return Object.fromEntries(
    findConnections(readSelection({ schema, fragments: fragmentsByName(document.definitions) }, operation), 'Q'),
  );
}

const page = 'pageInfo { hasNextPage endCursor }';
const pageInfo = { key: 'pageInfo', hasMore: 'hasNextPage', cursor: 'endCursor' };

test('a connection is found by nodes, pageInfo and a bound cursor, with the non-null type of its nodes', () => {
  expect(find(`query Q($c: String) { team { devices(after: $c) { nodes { id } ${page} } } }`)).toEqual({
    'team.devices': {
      info: { path: ['team', 'devices'], items: ['nodes'], direction: 'forward', pageInfo, cursorVariable: 'c' },
      nodeType: `NonNullable<NonNullable<NonNullable<NonNullable<Q['team']>['devices']>['nodes']>[number]>`,
    },
  });
});

test('the type of the nodes has no NonNullable if nothing is nullable', () => {
  const found = find(`query Q($c: String) { device { snaps(after: $c) { nodes { at } ${page} } } }`);
  expect(found['device.snaps']?.nodeType).toBe(`Q['device']['snaps']['nodes'][number]`);
});

test('the type of the nodes has a NonNullable if a condition may leave out the nodes', () => {
  const found = find(
    `query Q($c: String, $a: Boolean!) { device { snaps(after: $c) { ${page} } snaps(after: $c) @include(if: $a) { nodes { at } } } }`,
  );
  expect(found['device.snaps']?.nodeType).toBe(`NonNullable<Q['device']['snaps']['nodes']>[number]`);
});

test('a connection with nodes and edges is read by its nodes', () => {
  const found = find(
    `query Q($c: String) { team { devices(after: $c) { edges { node { id } } nodes { id } ${page} } } }`,
  );
  expect(found['team.devices']?.info.items).toEqual(['nodes']);
});

test('a connection is found under its aliases', () => {
  const found = find(`query Q($c: String) {
      t: team { d: devices(after: $c) { e: edges { n: node { id } } p: pageInfo { more: hasNextPage at: endCursor } } }
    }`);
  expect(found['t.d']?.info).toEqual({
    path: ['t', 'd'],
    items: ['e', 'n'],
    direction: 'forward',
    pageInfo: { key: 'p', hasMore: 'more', cursor: 'at' },
    cursorVariable: 'c',
  });
});

test('a connection is found that pages backward', () => {
  const found = find(`query Q($c: String) {
      team { devices(last: 5, before: $c) { nodes { id } pageInfo { hasPreviousPage startCursor } } }
    }`);
  expect(found['team.devices']?.info).toMatchObject({
    direction: 'backward',
    pageInfo: { hasMore: 'hasPreviousPage', cursor: 'startCursor' },
  });
});

test('a connection that could page both ways pages forward', () => {
  const found = find(`query Q($a: String, $b: String) {
      team { devices(after: $a, before: $b) { nodes { id } pageInfo { hasNextPage endCursor hasPreviousPage startCursor } } }
    }`);
  expect(found['team.devices']?.info).toMatchObject({ direction: 'forward', cursorVariable: 'a' });
});

test('a connection is found in several members of a union if they page alike', () => {
  const found = find(`query Q($c: String) { thing {
      ... on App { snaps(after: $c) { nodes { at } ${page} } }
      ... on Device { snaps(after: $c) { nodes { at } ${page} } }
    } }`);
  expect(Object.keys(found)).toEqual(['thing.snaps']);
});

test('a connection is found once, however many ways lead to it', () => {
  const levels = (name: string, on: string, field: string, end: string) => [
    ...Array.from(
      { length: 26 },
      (_, n) =>
        `fragment ${name}${n} on ${on} { a: ${field} { ...${name}${n + 1} } b: ${field} { ...${name}${n + 1} } }`,
    ),
    `fragment ${name}26 on ${on} { ${end} }`,
  ];
  const found = find(`query Q($c: String) { device { ...L0 snaps(after: $c) { nodes { at } ${page} } } }
      ${levels('L', 'Device', 'next', 'id').join(' ')}`);
  expect(Object.keys(found)).toEqual(['device.snaps']);
  const deep = Array.from(
    { length: 26 },
    (_, n) => `fragment N${n} on Node { id ... on App { name } up { ...N${n + 1} } }`,
  );
  const other = find(`query Q($c: String) { node { ...N0 } } ${deep.join(' ')}
      fragment N26 on Node { ... on Device { snaps(after: $c) { nodes { at } ${page} } } }`);
  expect(Object.keys(other)).toEqual([`node.${'up.'.repeat(26)}snaps`]);
});

test.each([
  ['where pageInfo is missing', 'team { devices(after: $c) { nodes { id } } }'],
  ['where the cursor is missing', 'team { devices(after: $c) { nodes { id } pageInfo { hasNextPage } } }'],
  [
    'where nothing selects whether there is more',
    'team { devices(after: $c) { nodes { id } pageInfo { endCursor } } }',
  ],
  ['where the argument is bound to a value', `team { devices(after: "x") { nodes { id } ${page} } }`],
  ['where another argument is bound', `team { devices(first: $n) { nodes { id } ${page} } }`],
  ['where the page information is of the other direction', `team { devices(before: $c) { nodes { id } ${page} } }`],
  ['where a field of another name informs of pages', 'odd(after: $c) { nodes { at } meta { hasNextPage endCursor } }'],
  ['where there is a list of page information', 'odd(after: $c) { nodes { at } pageInfo { hasNextPage endCursor } }'],
  ['where the edges are texts', `texts(after: $c) { edges ${page} }`],
  ['where there is one edge', `one(after: $c) { edges { node { id } } ${page} }`],
  ['where edges are read without their nodes', `team { devices(after: $c) { edges { cursor } ${page} } }`],
  ['under a list', `team { apps { devices(after: $c) { nodes { id } ${page} } } }`],
])('no connection is found: %s', (_where, selection) => {
  expect(find(`query Q($c: String, $n: Int) { ${selection} }`)).toEqual({});
});

test('members of a union that page differently under one key have no connection', () => {
  const found = find(`query Q($a: String, $b: String) { thing {
      ... on App { snaps(after: $a) { nodes { at } ${page} } }
      ... on Device { snaps(after: $b) { nodes { at } ${page} } }
    } }`);
  expect(found).toEqual({});
});
