import { buildSchema, type GraphQLSchema } from 'graphql';
import { expect, test } from 'vitest';
import { parseOperations } from '../../src/graphql/parse-operations.ts';
import { errorListsIn } from '../../src/graphql/selections/mutations-in.ts';
import { findWarnings } from '../../src/graphql/selections/operation-warnings.ts';

const schema = buildSchema(`
  type Query { one: Int, last: RenamePayload, settings: Settings }
  type Mutation {
    both: TwoLists
    old: AllOld
    rename(id: ID!): RenamePayload
    oldest: OldPayload
    commit: CommitPayload
    tag: [String!]
    rename2: RenamePayload
    patch: Settings
  }
  type Settings { id: ID!, statuses: [Status!]! }
  type Status { status: String!, message: String! }
  type RenamePayload { device: Device, problems: [Problem!]! }
  "What went wrong, of which object, and where in the input."
  type Problem { message: String!, path: [String!], code: Code, about: ID, others: [ID!] }
  enum Code { TAKEN }
  type OldPayload { errors: [Problem!]! @deprecated, problems: [Problem!] }
  type TwoLists { done: Boolean, errors: [Problem!]!, problems: [Problem!]! }
  type AllOld { done: Boolean, errors: [Problem!]! @deprecated }
  type Tag { name: String }
  type CommitPayload { tags: [Tag!]!, commits: [Commit!]!, notes: [Note!]!, authors: [Author!]!, problem: Problem }
  type Commit { id: ID!, message: String! }
  type Note { message: String!, device: Device }
  type Author { message: Code }
  type Device { id: ID! }
`);

const found = (text: string, of: GraphQLSchema = schema) =>
  findWarnings(of, parseOperations([{ file: 'a.graphql', text }])).map(
    ({ message, place, operation }) => `${place.line}:${place.column} ${operation}: ${message}`,
  );

const said = (field: string, list = 'problems') =>
  `${field} answers with \`${list}\`, which is not selected, so a refusal may look like a success. Select \`${list} { message }\`.`;

test.each([
  ['the payload alone', 'mutation A { rename(id: 1) { device { id } } }', [`1:14 A: ${said('rename')}`]],
  ['a deprecated list that is the only one', 'mutation A { old { done } }', [`1:14 A: ${said('old', 'errors')}`]],
  [
    'two mutations, one of which reads them',
    'mutation A { rename(id: 1) { problems { code } } rename2 { device { id } } }',
    [`1:50 A: ${said('rename2')}`],
  ],
  ['the deprecated one of two lists', 'mutation A { oldest { errors { code } } }', [`1:14 A: ${said('oldest')}`]],
  [
    'a fragment',
    'fragment F on Mutation { rename(id: 1) { device { id } } } mutation A { ...F }',
    [`1:26 A: ${said('rename')}`],
  ],
])('a mutation that does not read user errors is reported once: %s', (_what, text, expected) => {
  expect(found(text)).toEqual(expected);
});

test.each([
  ['the list is selected', 'mutation A { rename(id: 1) { problems { message } } }'],
  [
    'a fragment selects it',
    'mutation A { rename(id: 1) { ...F } } fragment F on RenamePayload { wrong: problems { code } }',
  ],
  [
    'objects with an identity are no errors, nor what leads on, nor one that is no list',
    'mutation A { commit { __typename } }',
  ],
  ['a query that reads the last payload', 'query A { last { device { id } } }'],
  ['an object of the service that has messages', 'mutation A { patch { id } }'],
])('an operation is not reported: %s', (_what, text) => {
  expect(found(text)).toEqual([]);
});

const below = buildSchema(`
  type Query { team: Team }
  type Mutation { team: TeamWrites }
  type Team { devices: [Device!]! }
  type Device { id: ID!, faults: [Fault!]! }
  type Fault { message: String!, at: String }
  type TeamWrites { device(id: ID!): DeviceWrites, rename(name: String!): Renamed }
  type DeviceWrites { rename(name: String!): Renamed, move(to: [ID!]!): Moved }
  type Renamed { device: Device, userErrors: [UserError!]! }
  type UserError { message: String!, field: [String!] }
  type Moved { results: [MoveResult!]! }
  type MoveResult { id: ID!, problems: [UserError!]! }
`);

test.each([
  [
    'below `device(id:)`',
    'mutation A { team { device(id: 1) { rename(name: "a") { device { id } } } } }',
    said('rename', 'userErrors'),
  ],
  [
    'one for each of several objects',
    'mutation A { team { device(id: 1) { move(to: [1]) { results { id } } } } }',
    said('results', 'problems'),
  ],
])('user errors are found at any depth: %s', (_what, text, expected) => {
  expect(found(text, below).map((line) => line.replace(/^\S+ /, ''))).toEqual([`A: ${expected}`]);
});

test('messages of an object that queries read are not user errors', () => {
  const text =
    'mutation A { team { rename(name: "a") { device { id } userErrors { message } } device(id: 1) { __typename } } }';
  expect(found(text, below)).toEqual([]);
});

test('the lists of user errors are those of payloads alone', () => {
  const text = 'mutation A { team { rename(name: "a") { device { faults { message } } userErrors { message } } } }';
  const [operation] = parseOperations([{ file: 'a.graphql', text }]);
  expect(operation && errorListsIn(below, operation)).toEqual(['team.rename.userErrors']);
});
