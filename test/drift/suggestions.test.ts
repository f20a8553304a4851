import { buildSchema } from 'graphql';
import { describe, expect, test } from 'vitest';
import { checkDrift } from '../../src/drift/index.ts';
import { rowsOf } from '../helpers/rows.ts';

const network = 'type Network { ip: String mask: String }';
const user = 'type User { id: ID name: String }';

/** Fields of `Device` before and after, with further types, or a whole schema; a broken operation; its suggestion. */
const cases = rowsOf(`
a reason that names the field
  ~ serial: String @deprecated(reason: "Use \`key\`.") key: String ⇒ key: String
  ? serial
  = key
a reason without quotes
  ~ serial: String @deprecated(reason: "Renamed to key in May") key: String ⇒ key: String
  ? serial
  = key
a reason with a coordinate
  ~ serial: String @deprecated(reason: "Replaced by Device.key") key: String ⇒ key: String
  ? serial
  = key
“instead” behind the name
  ~ serial: String @deprecated(reason: "\`key\` should be used.") key: String ⇒ key: String
  ? serial
  = key
“instead of” names what is gone
  ~ serial: String @deprecated(reason: "Instead of \`name\`, use \`key\`.") key: String name: String ⇒ key: String name: String
  ? serial
  = key
a reason with a path
  ~ ip: String @deprecated(reason: "Use network.ip") network: Network | ${network} ⇒ network: Network | ${network}
  ? ip
  = network { ip }
a reason with a selection
  ~ address: String @deprecated(reason: "Moved to network { ip }") network: Network | ${network} ⇒ network: Network | ${network}
  ? address
  = network { ip }
a reason that names an object with the field
  ~ ip: String @deprecated(reason: "Use network") network: Network | ${network} ⇒ network: Network | ${network}
  ? ip
  = network { ip }
a reason for an argument
  ~ type Query { a(first: Int @deprecated(reason: "Use limit"), limit: Int): Int } ⇒ type Query { a(limit: Int): Int }
  ? { a(first: 1) }
  = limit
a reason for an enum value
  ~ type Query { a(s: S): Int } enum S { LOST @deprecated(reason: "Use MISSING") MISSING } ⇒ type Query { a(s: S): Int } enum S { MISSING }
  ? { a(s: LOST) }
  = MISSING
a field that moved into a new type
  ~ ip: String ⇒ network: Network | ${network}
  ? ip
  = network { ip }
a field that moved into a type that gained it
  ~ ip: String network: Network | type Network { mask: String } ⇒ network: Network | ${network}
  ? ip
  = network { ip }
a field whose first word became an object
  ~ networkIp: String ⇒ network: Network | ${network}
  ? networkIp
a list that became a connection
  ~ owners: [User] | ${user} ⇒ owners: Owners | ${user} type Owners { nodes: [User] pageInfo: PageInfo } type PageInfo { endCursor: String }
  ? owners { name }
a list that became a connection of edges
  ~ owners: [User] | ${user} ⇒ owners: OwnerConnection | ${user} type OwnerConnection { edges: [Edge] } type Edge { node: User }
  ? owners { name }
a list with a connection in its place
  ~ owners: [User] | ${user} ⇒ ownersConnection: OwnerConnection | ${user} type OwnerConnection { nodes: [User] }
  ? owners { id }
an object that is now wrapped
  ~ owner: User | ${user} ⇒ owner: Ownership | ${user} type Ownership { user: User since: Int }
  ? owner { name }
a new type with the same fields
  ~ type Query { a: A } union A = Robot | User type Robot { id: ID model: String } type User { id: ID } ⇒ type Query { a: A } union A = Machine | User type Machine { id: ID model: String } type User { id: ID }
  ? { a { ... on Robot { id } } }
a new field that is spelled alike
  ~ state: String ⇒ status: String
  ? state
an enum value that is spelled alike
  ~ type Query { a(s: S): Int } enum S { CANCELED } ⇒ type Query { a(s: S): Int } enum S { CANCELLED }
  ? { a(s: CANCELED) }
an argument that is spelled alike
  ~ type Query { a(i: Int): Int } type Mutation { a(start: Int): Int } ⇒ type Query { a(i: Int): Int } type Mutation { a(stat: Int): Int }
  ? mutation { a(start: 1) }
nothing alike
  ~ battery: Float ⇒ power: Float
  ? battery
another argument
  ~ log(last: Int): String ⇒ logs(first: Int): String
  ? log(last: 1)
a required argument more
  ~ log: String ⇒ logs(last: Int!): String
  ? log
a field that was there before
  ~ state: String status: String ⇒ status: String
  ? state
a reason that names two
  ~ name: String @deprecated(reason: "Use \`first\` or \`last\`.") first: String last: String ⇒ first: String last: String
  ? name
a reason that says what not to use
  ~ serial: String @deprecated(reason: "Do not use \`key\` for this") key: String ⇒ key: String
  ? serial
a reason that names another type
  ~ key: String @deprecated(reason: "Use Team.key") ⇒ name: String
  ? key
a type that had such a field before
  ~ name: String | ${user} ⇒ owner: User | ${user}
  ? name
two places that it may have moved to
  ~ ip: String ⇒ network: Network other: Other | ${network} type Other { ip: String }
  ? ip
two objects that it may be wrapped in
  ~ owner: User | ${user} ⇒ owner: Both | ${user} type Both { a: User b: User }
  ? owner { name }
two new types with the same fields
  ~ type Query { a: A } union A = R | U type R { id: ID } type U { u: ID } ⇒ type Query { a: A } union A = S | T | U type S { id: ID } type T { id: ID } type U { u: ID }
  ? { a { ... on R { id } } }
`);

/** The schema of a case, which has only the fields of a device, and further types. */
function schemaOf(text: string): string {
  const [fields, types = ''] = text.split(' | type ');
  const more = types === '' ? '' : `type ${types}`;
  return text.startsWith('type Query')
    ? text
    : `type Query { device: Device } type Device { id: ID ${fields} } ${more}`;
}

describe('a replacement is suggested by evidence, or not at all', () => {
  test.each(cases)('a removed element has its suggestion: $what', (row) => {
    const [before = '', after = ''] = row.one('~').split(' ⇒ ').map(schemaOf);
    const selection = row.one('?');
    const text = /^(?:mutation )?\{/.test(selection) ? selection : `{ device { ${selection} } }`;
    const [suggestion] = row.all('=');
    const operations = [{ file: 'a.graphql', text }];
    const { findings } = checkDrift({ operations, snapshot: buildSchema(before), live: buildSchema(after) });
    expect(findings.map(({ kind }) => kind)).toContain('broken');
    expect(findings.map((finding) => finding.suggestion)).toEqual(findings.map(() => suggestion));
    const isCertain = suggestion !== undefined && before.includes('@deprecated');
    expect(findings.map((finding) => finding.isCertain ?? false)).toEqual(findings.map(() => isCertain));
  });

  test.each<[what: string, before: string, after: string, text: string, added: readonly string[] | undefined]>([
    ['fields', 'a: Int old: Int', 'a: Int new: Int more: Int', '{ old }', ['new', 'more']],
    ['arguments', 'a(old: Int, kept: Int): Int', 'a(new: Int, kept: Int): Int', '{ a(old: 1) }', ['new']],
    ['nothing', 'a: Int old: Int', 'a: Int', '{ old }', undefined],
    [
      'a reason that names two',
      'b: Int c: Int old: Int @deprecated(reason: "Use b or c")',
      'b: Int c: Int d: Int',
      '{ old }',
      undefined,
    ],
  ])('a finding without evidence has the added members: %s', (_what, before, after, text, added) => {
    const [snapshot, live] = [before, after].map((fields) => buildSchema(`type Query { ${fields} }`));
    if (!snapshot || !live) throw new Error('There are two schemas.');
    const { findings } = checkDrift({ operations: [{ file: 'a.graphql', text }], snapshot, live });
    expect(findings.map((finding) => finding.added)).toEqual([added]);
  });

  test('nothing is suggested without a snapshot', () => {
    const live = buildSchema('type Query { name: Int }');
    const { findings } = checkDrift({ operations: [{ file: 'a.graphql', text: '{ nmae }' }], live });
    expect(findings).toMatchObject([{ coordinate: 'Query.nmae' }]);
    expect(findings.map(({ suggestion, added }) => [suggestion, added])).toEqual([[undefined, undefined]]);
  });
});

test('an input field whose object takes another type is reported with both', () => {
  const schemaOf = (type: string) =>
    buildSchema(`input A { note: String, x: Int } input B { x: Int } type Query { a(in: ${type}): Int }`);
  const operations = [{ file: 'a.graphql', text: 'query Q { a(in: { note: "" }) }' }];
  const { findings } = checkDrift({ operations, snapshot: schemaOf('A'), live: schemaOf('B') });
  expect(findings.map(({ message }) => message)).toEqual(['A.note is now given to B, which has no field note.']);
});
