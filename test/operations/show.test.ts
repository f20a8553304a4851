import { type GraphQLSchema, parse } from 'graphql';
import { expect, test } from 'vitest';
import { showName } from '../../src/operations/show.ts';
import { cases } from '../helpers/cases.ts';
import { githubSchema, relaySchema } from './github.ts';

const relay = relaySchema();

test.each([
  ['Hardware', /^type Hardware \{\n {2}serialNumber: String\n {2}memoryBytes: Int\n {2}parts: \[\[String!\]!\]\n\}\n$/],
  ['DeviceStatus.ONLINE', /^enum DeviceStatus \{\n {2}ONLINE\n\}\n$/],
  ['Event', /^union Event = Started \| Stopped \| Failed\n$/],
  ['Node.id', /^interface Node \{\n {2}id: ID!\n\}\n$/],
  ['RenameDeviceInput.name', /^input RenameDeviceInput \{\n {2}name: String!\n\}\n$/],
  ['DateTime', /^"""A moment, as ISO 8601 text\."""\nscalar DateTime @specifiedBy\(url: "https:/],
  [
    'Mutation.renameDevice',
    /^type Mutation \{\n {2}renameDevice\(input: RenameDeviceInput!\): RenameDevicePayload\n\}\n$/,
  ],
])('%s is shown as SDL', (name, expected) => {
  expect(showName(relay, name)).toMatch(expected);
});

test.each([
  ['Devise', 'The schema has no type “Devise”. Did you mean "Device"?'],
  ['zyxwv', 'The schema has no type “zyxwv”. To see its names, run: npx control-api-sdk schema show Query'],
  ['team.devices', 'The schema has no type “team”. Did you mean "Team"?'],
  ['Device.nmae', '“Device” has no “nmae”. Did you mean "name"?'],
  [
    'DeviceStatus.GONE',
    '“DeviceStatus” has no “GONE”. To see its names, run: npx control-api-sdk schema show DeviceStatus',
  ],
  ['DateTime.year', '“DateTime” has no fields and no values. Write `schema show DateTime`.'],
  [
    'Device.constructor',
    '“Device” has no “constructor”. To see its names, run: npx control-api-sdk schema show Device',
  ],
  ['Device.owner.login', '“Device.owner.login” has too many parts: write Type.field.'],
])('%s is not found, and the message says what to write', (name, message) => {
  expect(() => showName(relay, name)).toThrow(message);
});

test('each type of a large schema, and each of its mutations, is GraphQL that parses', () => {
  const github: GraphQLSchema = githubSchema();
  const types = Object.keys(github.getTypeMap()).filter((_, index) => index % (40 / cases(4)) === 0);
  const mutations = Object.keys(github.getMutationType()?.getFields() ?? {}).slice(0, cases(20));
  for (const name of [...types, ...mutations.map((it) => `Mutation.${it}`)])
    expect(() => parse(showName(github, name)), name).not.toThrow();
});
