import { buildSchema, type GraphQLSchema, parse } from 'graphql';
import { expect, test } from 'vitest';
import { lookUp } from '../../src/explorer/lookup.ts';
import { showFound } from '../../src/explorer/show.ts';
import { cases } from '../helpers/cases.ts';
import { githubSchema, relaySchema } from './github.ts';

const relay = relaySchema();

function show(schema: GraphQLSchema, words: string): string {
  return showFound(schema, lookUp(schema, words.split(' ')));
}

test('a type is shown as SDL, with its uses', () => {
  expect(show(relay, 'Hardware')).toBe(`type Hardware {
  serialNumber: String
  memoryBytes: Int
  parts: [[String!]!]
}

# Used by:
#   Device.hardware
`);
  const uses = show(relay, 'Device').split('# Used by:\n')[1];
  expect(uses).toContain('#   Team.devices\n');
  expect(uses).not.toContain('DeviceConnection');
});

test('a field is shown with the inputs that it takes, what it returns, and how to use it', () => {
  expect(show(relay, 'mutation renameDevice')).toBe(`type Mutation {
  renameDevice(input: RenameDeviceInput!): RenameDevicePayload
}

input RenameDeviceInput {
  id: ID!
  name: String!
  note: String
  clientMutationId: String
}

type RenameDevicePayload {
  device: Device
  clientMutationId: String
}

# To use it: npx control-api-sdk operations add mutation renameDevice
`);
});

test('recursive inputs, enums and defaults are shown, each once, and of a connection its items', () => {
  const text = show(relay, 'team.devices');
  // graphql 17 prints spaces within the braces.
  expect(text).toMatch(/orderBy: DeviceOrder = \{ ?field: NAME, direction: ASC ?\}/);
  for (const head of ['input DeviceFilter {', 'enum DeviceStatus {', 'input DeviceOrder {', 'type Device implements'])
    expect(text.split(head)).toHaveLength(2);
  expect(text).not.toContain('type DeviceConnection');
});

test.each([
  ['DeviceStatus', /^enum DeviceStatus \{\n {2}ONLINE\n {2}OFFLINE\n/],
  ['DeviceStatus.ONLINE', /^enum DeviceStatus \{\n/],
  ['Event', /^union Event = Started \| Stopped \| Failed\n/],
  ['Node', /# Implemented by:\n# {3}Team\n# {3}Device\n# {3}Application\n# {3}User\n# {3}Robot\n/],
  ['Node.id', /^interface Node \{\n {2}id: ID!\n\}\n$/],
  ['RenameDeviceInput', /^input RenameDeviceInput \{\n {2}id: ID!\n/],
  ['RenameDeviceInput.name', /^input RenameDeviceInput \{\n/],
  ['DateTime', /^"""A moment, as ISO 8601 text\."""\nscalar DateTime @specifiedBy\(url: "https:/],
  ['Query', /^type Query \{\n {2}team: Team!\n/],
  ['Mutation', /^type Mutation \{\n {2}renameDevice\(/],
  ['mutation', /^type Mutation \{\n/],
  ['query', /^type Query \{\n/],
  ['Mutation.device', /add mutation device\n$/],
  ['device', /^type Query \{\n {2}"""One device by its id, or null\."""\n {2}device\(/],
  ['devicestatus', /^enum DeviceStatus \{\n/],
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

test('all of a large schema is shown as GraphQL that parses', () => {
  const github = githubSchema();
  const types = Object.values(github.getTypeMap()).filter((_, index) => index % (40 / cases(4)) === 0);
  for (const type of types) expect(() => parse(show(github, type.name)), type.name).not.toThrow();
  for (const name of Object.keys(github.getMutationType()?.getFields() ?? {}).slice(0, cases(20)))
    expect(() => parse(show(github, `mutation ${name}`)), name).not.toThrow();
});
