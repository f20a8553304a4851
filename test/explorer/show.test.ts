import { buildSchema, type GraphQLSchema } from 'graphql';
import { expect, test } from 'vitest';
import { lookUp } from '../../src/explorer/lookup.ts';
import { searchSchema } from '../../src/explorer/search.ts';
import { showField, showType } from '../../src/explorer/show.ts';
import { showResults } from '../../src/explorer/show-results.ts';
import { type Style, wrap } from '../../src/explorer/style.ts';
import { cases } from '../helpers/cases.ts';
import { githubSchema, relaySchema } from './github.ts';

const same = (text: string) => text;
const plain: Style = { columns: 80, keyword: same, name: same, type: same, note: same, warning: same, safe: same };
const relay = relaySchema();

function show(schema: GraphQLSchema, words: string, style: Style = plain): string {
  const { type, field, path } = lookUp(schema, words.split(' '));
  return field ? showField(schema, type, field, style, path) : showType(schema, type, style);
}

test('a type is shown with its fields, its deprecations and its uses', () => {
  expect(show(relay, 'Device')).toBe(`type Device implements Node

  id: ID!
  name: String!
  status: DeviceStatus!
  serialNumber: String
    deprecated: Use \`hardware { serialNumber }\`.
  hardware: Hardware
  application: Application
  owner: Actor
  lastEvent: Event
  events(first: Int, after: String, last: Int, before: String): EventConnection!
  settings: JSON
  temperature: Float
  position: [Float!]
  createdAt: DateTime!

Used by
  Query.device, Team.devices, Application.devices, Mutation.device,
  RenameDevicePayload.device, RebootDevicePayload.device
`);
});

test('a field is shown with the shapes of its arguments and result, and how to use it', () => {
  expect(show(relay, 'mutation renameDevice')).toBe(`field Mutation.renameDevice: RenameDevicePayload

Arguments
  input: RenameDeviceInput!
    id: ID!
    name: String!
    note: String
    clientMutationId: String

Returns RenameDevicePayload
  device: Device
  clientMutationId: String

To use it: control-api operations add mutation renameDevice
`);
});

test('recursive inputs, enums and defaults are shown, each input type once', () => {
  const text = show(relay, 'team.devices');
  expect(text).toContain('    status: DeviceStatus\n      ONLINE | OFFLINE | REBOOTING\n');
  expect(text).toContain('    any: [DeviceFilter!]\n    legacyTag: String\n      deprecated: Use `nameContains`.\n');
  expect(text).toContain('  orderBy: DeviceOrder = {field: NAME, direction: ASC}\n');
  expect(text).toContain('Returns pages of Device\n');
});

test.each([
  ['DeviceStatus', /^enum DeviceStatus\n\n {2}ONLINE\n {2}OFFLINE\n/],
  ['DeviceStatus.ONLINE', /^enum DeviceStatus\n/],
  ['Event', /^union Event\n\n {2}Started\n {2}Stopped\n {2}Failed\n/],
  ['Node', /Implemented by\n {2}Team, Device, Application, User, Robot\n/],
  ['RenameDeviceInput', /^input RenameDeviceInput\n\n {2}id: ID!\n/],
  ['RenameDeviceInput.name', /^input RenameDeviceInput\n/],
  ['DateTime', /^scalar DateTime\n\n {2}A moment, as ISO 8601 text\.\n\n {2}Specified by https:/],
  ['Query', /^type Query\n\n {2}team: Team!\n/],
  ['Mutation', /^type Mutation\n\n {2}renameDevice\(/],
  ['mutation', /^type Mutation\n/],
  ['query', /^type Query\n/],
  ['Mutation.device', /add mutation device\n$/],
  ['device', /^field Query\.device: Device\n/],
  ['devicestatus', /^enum DeviceStatus\n/],
])('%s is found', (words, expected) => {
  expect(show(relay, words)).toMatch(expected);
});

test.each([
  ['Devise', /The schema has no type “Devise”\. Did you mean "Device"/],
  ['Device.nmae', /“Device” has no field “nmae”\. Did you mean "name"\?/],
  ['team.devises', /Did you mean "devices"\?/],
  ['mutation renameDevise', /Did you mean "renameDevice"/],
  ['DeviceStatus.GONE', /“DeviceStatus” has no “GONE”/],
  ['Device.owner.login', /too many parts/],
  ['Device Team', /one .* at a time/],
  ['-', /is not a valid GraphQL name/],
])('%s is not found, and similar names are suggested', (words, message) => {
  expect(() => show(relay, words)).toThrow(message);
});

test('roots are found under any name', () => {
  const schema = buildSchema('schema { query: Reads } type Reads { team: Int }');
  expect(show(schema, 'Query')).toContain('type Reads');
  expect(() => show(schema, 'Mutation')).toThrow(/Mutation/);
});

test('no line is wider than the terminal, on a large schema', () => {
  const github = githubSchema();
  const types = Object.values(github.getTypeMap()).filter((_, index) => index % (40 / cases(4)) === 0);
  for (const type of types) {
    const [, ...lines] = showType(github, type, { ...plain, columns: 72 }).split('\n');
    for (const line of lines) {
      // A single word, a name or an address, can't be broken.
      if (line.length > 72) expect(line.trim(), line).not.toMatch(/^[^(:]* [^(:]*$/);
    }
  }
});

test('text from the schema is made harmless before it is shown', () => {
  const evil = '\u001b]0;owned\u0007';
  const schema = buildSchema(
    `"a ${evil}" type Query { "b ${evil}" team(c: String = "d"): Int @deprecated(reason: "e ${evil}") }`,
    {
      noLocation: true,
    },
  );
  const safe = (text: string) => text.replaceAll(evil, '<safe>');
  const style = { ...plain, safe };
  const results = showResults(searchSchema(schema, 'team query'), style);
  for (const text of [show(schema, 'Query', style), show(schema, 'team', style), results]) {
    expect(text).toContain('<safe>');
    expect(text).not.toContain('\u001b');
  }
});

test('colour changes only the style: without it, the text is the same', () => {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the paint is made of them
  const bare = (text: string) => text.replace(/\u001b\[\d+m/g, '');
  const paint = (text: string) => `\u001b[36m${text}\u001b[39m`;
  const painted: Style = {
    columns: 80,
    keyword: paint,
    name: paint,
    type: paint,
    note: paint,
    warning: paint,
    safe: same,
  };
  for (const words of ['Device', 'team.devices', 'Query', 'Plan', 'Node', 'mutation removeDevice']) {
    expect(bare(show(relay, words, painted))).toBe(show(relay, words));
    expect(show(relay, words, painted)).not.toBe(show(relay, words));
  }
});

test.each([
  ['by the columns that wide characters take', '温度 温度 温度', 9, ['温度 温度', '温度']],
  ['with paragraphs kept, and runs of blanks made one', 'a  b\r\n\r\nc\td', 9, ['a b', '', 'c d']],
  ['with a longer word alone on its line', 'a longerword b', 6, ['a', 'longerword', 'b']],
  ['after it was made harmless, so that nothing in it counts as invisible', '\u001b[31m a', 5, ['<31m', 'a']],
])('text is broken into lines %s', (_how, text, columns, lines) => {
  const safe = (raw: string): string => raw.replace('\u001b[', '<');
  expect(wrap(text, columns, { safe })).toEqual(lines);
});
