import { buildSchema } from 'graphql';
import { expect, test } from 'vitest';
import { checkDrift } from '../../src/drift/index.ts';
import { rowsOf } from '../helpers/rows.ts';
import { driftOf } from './helpers/findings.ts';

const network = 'type Network { ip: String mask: String }';
const user = 'type User { id: ID name: String }';

/** Fields of `Device` before and after, with further types, or a whole schema; a broken operation; its suggestion. */
const cases = rowsOf(`
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
a new field that is spelled alike
  ~ state: String ⇒ status: String
  ? state
a field that moved with its argument
  ~ log(last: Int): String ⇒ box: Box | type Box { log(last: Int, more: Int): String }
  ? log(last: 1)
  = box { log }
a field that moved and has another argument
  ~ log(last: Int): String ⇒ box: Box | type Box { log(first: Int): String }
  ? log(last: 1)
a field that moved and has one more required argument
  ~ log: String ⇒ box: Box | type Box { log(last: Int!): String }
  ? log
a field that moved into a field with a required argument
  ~ ip: String ⇒ network(of: Int!): Network | ${network}
  ? ip
a reason that names another type
  ~ key: String @deprecated(reason: "Use Team.key") ⇒ name: String
  ? key
a type that had such a field before
  ~ name: String | ${user} ⇒ owner: User | ${user}
  ? name
two places that it may have moved to
  ~ ip: String ⇒ network: Network other: Other | ${network} type Other { ip: String }
  ? ip
`);

/** The schema of a case, which has only the fields of a device, and further types. */
function schemaOf(text: string): string {
  const [fields, types = ''] = text.split(' | type ');
  const more = types === '' ? '' : `type ${types}`;
  return text.startsWith('type Query')
    ? text
    : `type Query { device: Device } type Device { id: ID ${fields} } ${more}`;
}

/** Holds each finding of a broken operation to its suggestion, which is certain if the schema announced it. */
function expectSuggestion(schemas: readonly string[], text: string, suggestion: string | undefined): void {
  const [before = '', after = ''] = schemas.map(schemaOf);
  const { findings } = driftOf(before, after, text);
  expect(findings.map(({ kind }) => kind)).toContain('broken');
  expect(findings.map((finding) => finding.suggestion)).toEqual(findings.map(() => suggestion));
  const isCertain = suggestion !== undefined && before.includes('@deprecated');
  expect(findings.map((finding) => finding.isCertain ?? false)).toEqual(findings.map(() => isCertain));
}

test.each(cases.map((row) => [row.what, row] as const))('a removed element has its suggestion: %s', (_what, row) => {
  const selection = row.one('?');
  const text = selection.startsWith('{') ? selection : `{ device { ${selection} } }`;
  expectSuggestion(row.one('~').split(' ⇒ '), text, row.all('=')[0]);
});

test.each([
  ['Use `key`.', 'key'],
  ['Renamed to key in May', 'key'],
  ['Replaced by Device.key', 'key'],
  ['`key` should be used.', 'key'],
  ['Instead of `name`, use `key`.', 'key'],
  ['Use `key` or `name`.', undefined],
  ['Do not use `key` for this', undefined],
])('the reason of a deprecation names one replacement, or none: %s', (reason, suggestion) => {
  const kept = 'key: String name: String';
  const deprecated = `serial: String @deprecated(reason: "${reason}")`;
  expectSuggestion([`${deprecated} ${kept}`, kept], '{ device { serial } }', suggestion);
});

test.each<[what: string, before: string, after: string, text: string, added: readonly string[] | undefined]>([
  ['fields', 'a: Int old: Int', 'a: Int new: Int more: Int', '{ old }', ['new', 'more']],
  ['arguments', 'a(old: Int, kept: Int): Int', 'a(new: Int, kept: Int): Int', '{ a(old: 1) }', ['new']],
  ['nothing', 'a: Int old: Int', 'a: Int', '{ old }', undefined],
])('a finding without evidence has the added members: %s', (_what, before, after, text, added) => {
  const { findings } = driftOf(`type Query { ${before} }`, `type Query { ${after} }`, text);
  expect(findings.map((finding) => finding.added)).toEqual([added]);
});

test('a finding without a snapshot has no suggestion', () => {
  const live = buildSchema('type Query { name: Int }');
  const { findings } = checkDrift({ operations: [{ file: 'a.graphql', text: '{ nmae }' }], live });
  expect(findings).toMatchObject([{ coordinate: 'Query.nmae' }]);
  expect(findings.map(({ suggestion, added }) => [suggestion, added])).toEqual([[undefined, undefined]]);
});

test('an input field whose object takes another type is reported with both', () => {
  const schemaWith = (type: string) =>
    `input A { note: String, x: Int } input B { x: Int } type Query { a(in: ${type}): Int }`;
  const { findings } = driftOf(schemaWith('A'), schemaWith('B'), 'query Q { a(in: { note: "" }) }');
  expect(findings.map(({ message }) => message)).toEqual(['A.note is now given to B, which has no field note.']);
});
