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

/** The connections in a selection of the query root. */
function find(selection: string, fragments = ''): Record<string, SelectedConnection> {
  const document = parse(`query Q($c: String, $d: String, $n: Int, $a: Boolean!) { ${selection} } ${fragments}`);
  const operation = document.definitions.find((it) => it.kind === Kind.OPERATION_DEFINITION);
  if (!operation) throw new Error('The text has an operation.');
  return Object.fromEntries(
    findConnections(readSelection({ schema, fragments: fragmentsByName(document.definitions) }, operation), 'Q'),
  );
}

const page = 'pageInfo { hasNextPage endCursor }';
const pageInfo = { key: 'pageInfo', hasMore: 'hasNextPage', cursor: 'endCursor' };

test('a connection is found by nodes, pageInfo and a bound cursor, with the non-null type of its nodes', () => {
  expect(find(`team { devices(after: $c) { nodes { id } ${page} } }`)).toEqual({
    'team.devices': {
      info: { path: ['team', 'devices'], items: ['nodes'], direction: 'forward', pageInfo, cursorVariable: 'c' },
      nodeType: `NonNullable<NonNullable<NonNullable<NonNullable<Q['team']>['devices']>['nodes']>[number]>`,
    },
  });
});

test.each([
  [
    'no NonNullable if nothing is nullable',
    `snaps(after: $c) { nodes { at } ${page} }`,
    `Q['device']['snaps']['nodes'][number]`,
  ],
  [
    'a NonNullable if a condition may leave out the nodes',
    `snaps(after: $c) { ${page} } snaps(after: $c) @include(if: $a) { nodes { at } }`,
    `NonNullable<Q['device']['snaps']['nodes']>[number]`,
  ],
])('the type of the nodes has %s', (_what, selection, nodeType) => {
  expect(find(`device { ${selection} }`)['device.snaps']?.nodeType).toBe(nodeType);
});

test.each([
  [
    'by its nodes, also if it has edges',
    `team { devices(after: $c) { edges { node { id } } nodes { id } ${page} } }`,
    'team.devices',
    { items: ['nodes'] },
  ],
  [
    'under its aliases',
    't: team { d: devices(after: $c) { e: edges { n: node { id } } p: pageInfo { more: hasNextPage at: endCursor } } }',
    't.d',
    {
      path: ['t', 'd'],
      items: ['e', 'n'],
      direction: 'forward',
      pageInfo: { key: 'p', hasMore: 'more', cursor: 'at' },
      cursorVariable: 'c',
    },
  ],
  [
    'that pages backward',
    'team { devices(last: 5, before: $c) { nodes { id } pageInfo { hasPreviousPage startCursor } } }',
    'team.devices',
    { direction: 'backward', pageInfo: { key: 'pageInfo', hasMore: 'hasPreviousPage', cursor: 'startCursor' } },
  ],
  [
    'that could page both ways, and pages forward',
    'team { devices(after: $c, before: $d) { nodes { id } pageInfo { hasNextPage endCursor hasPreviousPage startCursor } } }',
    'team.devices',
    { direction: 'forward', cursorVariable: 'c' },
  ],
  [
    'in several members of a union, which page alike',
    `thing { ... on App { snaps(after: $c) { nodes { at } ${page} } } ... on Device { snaps(after: $c) { nodes { at } ${page} } } }`,
    'thing.snaps',
    { cursorVariable: 'c' },
  ],
])('a connection is found %s', (_how, selection, place, info) => {
  expect(find(selection)).toEqual({ [place]: { info: expect.objectContaining(info), nodeType: expect.any(String) } });
});

test('a connection is found once, however many ways lead to it', () => {
  const levels = (name: string, on: string, selection: string, end: string) =>
    [
      ...Array.from(
        { length: 26 },
        (_, n) => `fragment ${name}${n} on ${on} { ${selection.replaceAll('NEXT', `...${name}${n + 1}`)} }`,
      ),
      `fragment ${name}26 on ${on} { ${end} }`,
    ].join(' ');
  const snaps = `snaps(after: $c) { nodes { at } ${page} }`;
  const found = find(`device { ...L0 ${snaps} }`, levels('L', 'Device', 'a: next { NEXT } b: next { NEXT }', 'id'));
  expect(Object.keys(found)).toEqual(['device.snaps']);
  const deep = levels('N', 'Node', 'id ... on App { name } up { NEXT }', `... on Device { ${snaps} }`);
  expect(Object.keys(find('node { ...N0 }', deep))).toEqual([`node.${'up.'.repeat(26)}snaps`]);
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
  [
    'where members of a union page differently under one key',
    `thing { ... on App { snaps(after: $c) { nodes { at } ${page} } } ... on Device { snaps(after: $d) { nodes { at } ${page} } } }`,
  ],
  ['under a list', `team { apps { devices(after: $c) { nodes { id } ${page} } } }`],
])('no connection is found: %s', (_where, selection) => {
  expect(find(selection)).toEqual({});
});
