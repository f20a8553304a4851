import { buildSchema } from 'graphql';
import { expect, test } from 'vitest';
import { parseOperations } from '../../src/graphql/parse-operations.ts';
import { findWarnings } from '../../src/graphql/selections/operation-warnings.ts';

const schema = buildSchema(`
  type Query { team: Team, node: Node, plain: PlainConnection }
  interface Node { id: ID! }
  type Team implements Node { id: ID!, devices(first: Int, after: String): DeviceConnection!, tags: [String!]!, labels(limit: Int, like: String): [String!], rows(max: Int = 9): PlainConnection, online(first: Int = 9, after: String, status: String = "ON", sort: String = "id"): DeviceConnection, parts(limit: Int): [Device!], note(limit: Int): String, names(like: String): [String!], pairs(like: String, kind: String): [String!] }
  type DeviceConnection { nodes: [Device!]!, edges: [DeviceEdge!]!, total: Int!, pageInfo: PageInfo! }
  type DeviceEdge { node: Device! }
  type Device implements Node { id: ID!, parts(first: Int): DeviceConnection }
  type PlainConnection { nodes: [Device!]! }
  type PageInfo { hasNextPage: Boolean!, endCursor: String }
`);

const warnings = (text: string, of = schema) => findWarnings(of, parseOperations([{ file: 'a.graphql', text }]));

const found = (text: string) =>
  warnings(text).map(
    ({ message, place, operation }) => `${place.line}:${place.column} ${operation}: ${message.split(' ')[0]}`,
  );

test.each([
  ['nodes', 'query Q { team { devices(first: 500) { nodes { id } } } }', ['1:18 Q: Team.devices']],
  ['edges', 'query Q { team { devices { edges { node { id } } } } }', ['1:18 Q: Team.devices']],
  [
    'a fragment, once for each operation',
    'query A { team { ...F } } query B { node { ...F } }\nfragment F on Team { devices { nodes { id } } }',
    ['2:22 A: Team.devices', '2:22 B: Team.devices'],
  ],
  ['an argument that may cut a list', 'query Q { team { labels } }', ['1:18 Q: Team.labels']],
  ['an argument that may cut a list of objects', 'query Q { team { parts { id } } }', ['1:18 Q: Team.parts']],
  ['a text that tells of one page', 'query Q { team { labels(like: "one page: a") } }', ['1:18 Q: Team.labels']],
  ['a default that may cut a connection', 'query Q { team { rows { nodes { id } } } }', ['1:18 Q: Team.rows']],
  [
    'a default that may leave some out of every page',
    'query Q { team { online { nodes { id } pageInfo { hasNextPage endCursor } } } }',
    ['1:18 Q: Team.online'],
  ],
  [
    'a comment without a reason',
    '# one page:\nquery Q { team { devices { nodes { id } } } }',
    ['2:18 Q: Team.devices'],
  ],
  [
    'a comment about something else',
    '# Not one page: all.\nquery Q { team { devices { nodes { id } } } }',
    ['2:18 Q: Team.devices'],
  ],
  [
    "the next operation's comment",
    'query A { team { devices { nodes { id } } } }\n# one page: few\nquery B { team { devices { nodes { id } } } }',
    ['1:18 A: Team.devices'],
  ],
])('a warning says that a page may be taken for the whole list: %s', (_what, text, expected) => {
  expect(found(text)).toEqual(expected);
});

test.each([
  ['pageInfo is selected', 'query Q { team { devices { nodes { id } pageInfo { hasNextPage endCursor } } } }'],
  [
    'a value is given in place of a default',
    'query Q { team { online(status: "OFF") { nodes { id } pageInfo { hasNextPage endCursor } } } }',
  ],
  ['only the total is read', 'query Q { team { devices { total } } }'],
  ['the schema cannot page the list', 'query Q { plain { nodes { id } } team { tags } }'],
  ['a comment above gives a reason', '# one page: a team has three\nquery Q { team { devices { nodes { id } } } }'],
  ['a comment need not be spaced', '#  one-page:few\nquery Q { team { devices { nodes { id } } } }'],
  ['a text is searched for as the caller chose', 'query Q { team { names(like: "a") } }'],
  ['what is no list has no pages', 'query Q { team { note } }'],
  [
    'a comment within gives a reason',
    'query Q {\n  # One page: a team has three\n  team { devices { nodes { id } } }\n}',
  ],
])('an operation causes no warning: %s', (_what, text) => {
  expect(found(text)).toEqual([]);
});

test('the warning says why a part of the list may be missing, and what to do', () => {
  const messages = (text: string) => warnings(text).map(({ message }) => message);
  expect(messages('query Q { team { online { nodes { id } pageInfo { endCursor } } } }')).toEqual([
    'Team.online gives `status` a default, so this may be a part of the list. Give it a value, or say in a comment why one page is enough: # one page: <reason>',
  ]);
  expect(messages('query Q { team { devices { nodes { id } } labels } }')).toEqual([
    'Team.devices has pages, and `pageInfo` is not selected, so this may be a part of the list. Select it, or say in a comment why one page is enough: # one page: <reason>',
    'Team.labels may be cut off by `limit`, so this may be a part of the list. Say in a comment why one page is enough: # one page: <reason>',
  ]);
});

test('fragments that are spread in many ways are read once', () => {
  const levels = Array.from(
    { length: 24 },
    (_, n) => `fragment L${n} on Device { a: parts { nodes { ...L${n + 1} } } b: parts { nodes { ...L${n + 1} } } }`,
  );
  const text = `query Q { team { devices { nodes { ...L0 } } } } ${levels.join(' ')} fragment L24 on Device { id }`;
  expect(found(text)).toHaveLength(1 + 2 * 24);
});

test('lists in the payload of a mutation cause no warning', () => {
  const bulk = buildSchema(`
    type Query { one: Int }
    type Mutation { tagAll(ids: [ID!]!, limit: Int): [Device!]!, team: TeamWrites }
    type TeamWrites { move(to: ID!): Moved }
    type Moved { devices(first: Int): DeviceConnection }
    type DeviceConnection { nodes: [Device!]!, pageInfo: PageInfo! }
    type PageInfo { hasNextPage: Boolean! }
    type Device { id: ID! }`);
  const text = 'mutation A { tagAll(ids: [1]) { id } team { move(to: 1) { devices { nodes { id } } } } }';
  expect(warnings(text, bulk)).toEqual([]);
});
