import { buildSchema } from 'graphql';
import { describe, expect, test } from 'vitest';
import { checkDrift } from '../../src/drift/index.ts';

/** A change of a schema, an operation that it breaks, and what replaces what is gone; undefined says nothing. */
type Row = readonly [what: string, before: string, after: string, operation: string, suggestion: string | undefined];

const query = (fields: string, types = ''): string =>
  `type Query { device: Device } type Device { id: ID ${fields} } ${types}`;
const device = (selection: string): string => `{ device { ${selection} } }`;
const network = 'type Network { ip: String mask: String }';
const user = 'type User { id: ID name: String }';

const rows: readonly Row[] = [
  [
    'a reason that names the field',
    query('serial: String @deprecated(reason: "Use `key`.") key: String'),
    query('key: String'),
    device('serial'),
    'key',
  ],
  [
    'a reason without quotes',
    query('serial: String @deprecated(reason: "Renamed to key in May") key: String'),
    query('key: String'),
    device('serial'),
    'key',
  ],
  [
    'a reason with a coordinate',
    query('serial: String @deprecated(reason: "Replaced by Device.key") key: String'),
    query('key: String'),
    device('serial'),
    'key',
  ],
  [
    '“instead” behind the name',
    query('serial: String @deprecated(reason: "`key` should be used.") key: String'),
    query('key: String'),
    device('serial'),
    'key',
  ],
  [
    '“instead of” names what is gone',
    query('serial: String @deprecated(reason: "Instead of `name`, use `key`.") key: String name: String'),
    query('key: String name: String'),
    device('serial'),
    'key',
  ],
  [
    'a reason with a path',
    query(`ip: String @deprecated(reason: "Use network.ip") network: Network`, network),
    query('network: Network', network),
    device('ip'),
    'network { ip }',
  ],
  [
    'a reason with a selection',
    query(`address: String @deprecated(reason: "Moved to network { ip }") network: Network`, network),
    query('network: Network', network),
    device('address'),
    'network { ip }',
  ],
  [
    'a reason that names an object with the field',
    query(`ip: String @deprecated(reason: "Use network") network: Network`, network),
    query('network: Network', network),
    device('ip'),
    'network { ip }',
  ],
  [
    'a reason for an argument',
    'type Query { a(first: Int @deprecated(reason: "Use limit"), limit: Int): Int }',
    'type Query { a(limit: Int): Int }',
    '{ a(first: 1) }',
    'limit',
  ],
  [
    'a reason for an enum value',
    'type Query { a(s: S): Int } enum S { LOST @deprecated(reason: "Use MISSING") MISSING }',
    'type Query { a(s: S): Int } enum S { MISSING }',
    '{ a(s: LOST) }',
    'MISSING',
  ],
  [
    'a field that moved into a new type',
    query('ip: String'),
    query('network: Network', network),
    device('ip'),
    'network { ip }',
  ],
  [
    'a field that moved into a type that gained it',
    query('ip: String network: Network', 'type Network { mask: String }'),
    query('network: Network', network),
    device('ip'),
    'network { ip }',
  ],
  [
    'a field whose first word became an object',
    query('networkIp: String'),
    query('network: Network', network),
    device('networkIp'),
    'network { ip }',
  ],
  [
    'a list that became a connection',
    query('owners: [User]', user),
    query(
      'owners: Owners',
      `${user} type Owners { nodes: [User] pageInfo: PageInfo } type PageInfo { endCursor: String }`,
    ),
    device('owners { name }'),
    'nodes { name }',
  ],
  [
    'a list that became a connection of edges',
    query('owners: [User]', user),
    query('owners: OwnerConnection', `${user} type OwnerConnection { edges: [Edge] } type Edge { node: User }`),
    device('owners { name }'),
    'edges { node { name } }',
  ],
  [
    'a list with a connection in its place',
    query('owners: [User]', user),
    query('ownersConnection: OwnerConnection', `${user} type OwnerConnection { nodes: [User] }`),
    device('owners { id }'),
    'ownersConnection { nodes }',
  ],
  [
    'an object that is now wrapped',
    query('owner: User', user),
    query('owner: Ownership', `${user} type Ownership { user: User since: Int }`),
    device('owner { name }'),
    'user { name }',
  ],
  [
    'a new type with the same fields',
    'type Query { a: A } union A = Robot | User type Robot { id: ID model: String } type User { id: ID }',
    'type Query { a: A } union A = Machine | User type Machine { id: ID model: String } type User { id: ID }',
    '{ a { ... on Robot { id } } }',
    'Machine',
  ],
  ['a new field that is spelled alike', query('state: String'), query('status: String'), device('state'), undefined],
  ['a field of another meaning', query('isTested: Int'), query('isTrusted: Int'), device('isTested'), undefined],
  ['a time of another event', query('deletedAt: Int'), query('detectedAt: Int'), device('deletedAt'), undefined],
  [
    'an enum value that is spelled alike',
    'type Query { a(s: S): Int } enum S { CANCELED }',
    'type Query { a(s: S): Int } enum S { CANCELLED }',
    '{ a(s: CANCELED) }',
    undefined,
  ],
  [
    'an argument that is spelled alike',
    'type Query { a(i: Int): Int } type Mutation { a(start: Int): Int }',
    'type Query { a(i: Int): Int } type Mutation { a(stat: Int): Int }',
    'mutation { a(start: 1) }',
    undefined,
  ],
  ['nothing alike', query('battery: Float'), query('power: Float'), device('battery'), undefined],
  ['another type', query('state: String'), query('status: Int'), device('state'), undefined],
  [
    'another argument',
    query('log(last: Int): String'),
    query('logs(first: Int): String'),
    device('log(last: 1)'),
    undefined,
  ],
  ['a required argument more', query('log: String'), query('logs(last: Int!): String'), device('log'), undefined],
  [
    'a field that was there before',
    query('state: String status: String'),
    query('status: String'),
    device('state'),
    undefined,
  ],
  [
    'a reason that names two',
    query('name: String @deprecated(reason: "Use `first` or `last`.") first: String last: String'),
    query('first: String last: String'),
    device('name'),
    undefined,
  ],
  [
    'a reason that says what not to use',
    query('serial: String @deprecated(reason: "Do not use `key` for this") key: String'),
    query('key: String'),
    device('serial'),
    undefined,
  ],
  [
    'a reason that names another type',
    query('key: String @deprecated(reason: "Use Team.key")'),
    query('name: String'),
    device('key'),
    undefined,
  ],
  [
    'a type that had such a field before',
    query('name: String', user),
    query('owner: User', user),
    device('name'),
    undefined,
  ],
  [
    'two places that it may have moved to',
    query('ip: String'),
    query('network: Network other: Other', `${network} type Other { ip: String }`),
    device('ip'),
    undefined,
  ],
  [
    'two objects that it may be wrapped in',
    query('owner: User', user),
    query('owner: Both', `${user} type Both { a: User b: User }`),
    device('owner { name }'),
    undefined,
  ],
  [
    'two new types with the same fields',
    'type Query { a: A } union A = R | U type R { id: ID } type U { u: ID }',
    'type Query { a: A } union A = S | T | U type S { id: ID } type T { id: ID } type U { u: ID }',
    '{ a { ... on R { id } } }',
    undefined,
  ],
];

describe('what replaces something that is gone is suggested by evidence, or not at all', () => {
  test.each(rows)('%s', (_what, before, after, text, suggestion) => {
    const operations = [{ file: 'a.graphql', text }];
    const { findings } = checkDrift({ operations, snapshot: buildSchema(before), live: buildSchema(after) });
    expect(findings.map(({ kind }) => kind)).toContain('broken');
    expect(findings.map((finding) => finding.suggestion)).toEqual(findings.map(() => suggestion));
    const isCertain = suggestion !== undefined && before.includes('@deprecated');
    expect(findings.map((finding) => finding.isCertain ?? false)).toEqual(findings.map(() => isCertain));
  });

  test.each<[typed: string, meant: string | undefined]>([
    ['nmae', 'name'],
    ['statuss', 'status'],
    ['deviceID', 'deviceId'],
    ['naem', 'name'],
    ['foo', undefined],
    ['first', undefined],
  ])('without a snapshot, only a slip of the keyboard: %s', (typed, meant) => {
    const live = buildSchema('type Query { name: Int status: Int deviceId: Int last: Int locked: Int }');
    const { findings } = checkDrift({ operations: [{ file: 'a.graphql', text: `{ ${typed} }` }], live });
    expect(findings.map(({ suggestion }) => suggestion)).toEqual([meant]);
  });
});

test('an input field whose object takes another type is reported with both', () => {
  const schemaOf = (type: string) =>
    buildSchema(`input A { note: String, x: Int } input B { x: Int } type Query { a(in: ${type}): Int }`);
  const operations = [{ file: 'a.graphql', text: 'query Q { a(in: { note: "" }) }' }];
  const { findings } = checkDrift({ operations, snapshot: schemaOf('A'), live: schemaOf('B') });
  expect(findings.map(({ message }) => message)).toEqual(['A.note is now given to B, which has no field note.']);
});
