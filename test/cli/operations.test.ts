import { readFileSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildSchema, parse, validate } from 'graphql';
import { afterAll, describe, expect, test } from 'vitest';
import { startEmulator } from '../../src/emulator/index.ts';
import { parseOperations } from '../../src/graphql/parse-operations.ts';
import { findWarnings } from '../../src/graphql/selections/operation-warnings.ts';
import { createControlClient } from '../../src/index.ts';
import { emptyFolder, failure, folderWith, said, say, sayIn } from '../helpers/cli-in-process.ts';
import { relaySchema } from '../operations/github.ts';

const emulator = await startEmulator({ schema: 'test/fixtures/relay.graphql' });
const env = { CONTROL_API_URL: emulator.url };
afterAll(() => emulator.close());

const sdl = readFileSync('test/fixtures/relay.graphql', 'utf8');
const schema = relaySchema();
/** The next step in a folder without a config. */
const next =
  'Next: npx control-api-sdk init, then npx control-api-sdk schema pull, then npx control-api-sdk generate. It exports';

test('`operations add` writes one file per field, and lists the files on stdout', async () => {
  await using folder = await emptyFolder();
  const args = 'operations add team.devices mutation renameDevice rebootDevice';
  const { code, stdout, stderr } = await say(args, { env, cwd: folder.path });
  expect([code, stderr]).toEqual([0, `${next} ListDevices, RenameDevice and RebootDevice.\n`]);
  expect(stdout.trimEnd().split('\n')).toEqual([
    join('operations', 'devices.graphql'),
    join('operations', 'rename-device.graphql'),
    join('operations', 'reboot-device.graphql'),
  ]);
  for (const path of stdout.trimEnd().split('\n')) {
    expect(validate(schema, parse(await readFile(join(folder.path, path), 'utf8')))).toEqual([]);
  }
});

test.each([
  ["'api/*.graphql'", 'api'],
  ["['!api/old/*.graphql', 'src/**/*.ts', 'web/queries/**/*.{graphql,gql}', 'more']", 'web/queries'],
  ["'queries'", 'queries'],
  ["['queries/all.graphql']", 'queries'],
  ["'*.graphql'", '.'],
  ["'src/**/*.ts'", 'operations'],
])('`operations add` writes to the folder of the config: %s', async (documents, place) => {
  const config = `console.log('loaded'); export default { documents: ${documents}, generates: {} };`;
  const stderr = 'loaded\nNext: npx control-api-sdk generate. It exports GetTeam.\n';
  expect(await sayIn({ 'codegen.mjs': config }, 'operations add team', { env })).toEqual(
    said(0, `${join(place, 'team.graphql')}\n`, stderr),
  );
});

test('`operations add` keeps and reports existing files', async () => {
  const mine = '# mine\nquery Mine { team { id } }\n';
  await using folder = await folderWith({ 'operations/devices.graphql': mine });
  const kept = `${join('operations', 'devices.graphql')} already exists and was kept.\n`;
  expect(await say('operations add team.devices team', { env, cwd: folder.path })).toEqual(
    said(0, `${join('operations', 'team.graphql')}\n`, `${kept}${next} GetTeam.\n`),
  );
  expect(await readFile(join(folder.path, 'operations/devices.graphql'), 'utf8')).toBe(mine);
});

test('an operation of another file in the folder is not written twice', async () => {
  const mine = 'fragment F on Team { id }\nquery ListDevices { team { ...F } }\n';
  await using folder = await folderWith({ 'operations/mine/all.graphql': mine });
  const kept = 'ListDevices already exists in operations/mine/all.graphql and was kept.\n';
  expect(await say('operations add team.devices team', { env, cwd: folder.path })).toEqual(
    said(0, `${join('operations', 'team.graphql')}\n`, `${kept}${next} GetTeam.\n`),
  );
  expect((await readdir(join(folder.path, 'operations'))).sort()).toEqual(['mine', 'team.graphql']);
});

test('an unchanged listing of `init` is replaced with pages, and a changed one is kept', async () => {
  await using folder = await folderWith({ 'package.json': '{}' });
  const around = { env, cwd: folder.path };
  await say('init', around);
  const { code, stdout, stderr } = await say('operations add team.devices team.members', around);
  const file = join('operations', 'devices.graphql');
  expect([code, stdout]).toEqual([0, `${file}\n${join('operations', 'members.graphql')}\n`]);
  expect(stderr).toContain('Next: npx control-api-sdk generate. It exports ListDevices and ListMembers.\n');
  expect(await readFile(join(folder.path, file), 'utf8')).toContain('pageInfo');
  const mine = '# mine\nquery ListDevices { team { id } }\n';
  await writeFile(join(folder.path, file), mine);
  expect(await say('operations add team.devices', around)).toMatchObject({ code: 0, stdout: '' });
  expect(await readFile(join(folder.path, file), 'utf8')).toBe(mine);
});

test('`init` names this step only if it writes the listing', async () => {
  await using folder = await folderWith({ 'package.json': '{}' });
  const around = { env, cwd: folder.path };
  const step = 'operations add team.devices ';
  expect((await say('init --dry-run', around)).stderr).toContain(step);
  expect((await say('init', around)).stderr).toContain(step);
  expect((await say('init', around)).stderr).toContain(step);
  await say('operations add team.devices', around);
  expect((await say('init', around)).stderr).not.toContain(step);
});

test.each([
  ['mutation renameDevice query team.devices', ['rename-device', 'devices']],
  ['team.devices mutation renameDevice', ['devices', 'rename-device']],
  ['renameDevice mutation', ['rename-device']],
  ['mutation renameDevice team.devices query', ['rename-device', 'devices']],
])('`query` and `mutation` may stand anywhere: %s', async (words, files) => {
  const { code, stdout, stderr } = await sayIn({}, `operations add ${words}`, { env });
  expect([code, stdout], stderr).toEqual([0, files.map((name) => `${join('operations', name)}.graphql\n`).join('')]);
});

test('`--all` writes an operation for every field of team, and reports the skipped fields', async () => {
  await using folder = await emptyFolder();
  const { code, stderr } = await say('operations add --all', { env, cwd: folder.path });
  expect(code).toBe(0);
  expect((await readdir(join(folder.path, 'operations'))).sort()).toEqual([
    'applications.graphql',
    'device-mutation.graphql',
    'devices.graphql',
    'members.graphql',
    'reboot-device.graphql',
    'rename-device.graphql',
    'team.graphql',
  ]);
  expect(stderr).toContain(
    'It exports GetTeam, ListDevices, ListApplications and 4 more.\n' +
      'Skipped: device, node, search. The documentation names team as the root for integrations: pass other fields by name.\n',
  );
});

test('a server of the schema answers every operation of `--all`', async () => {
  await using folder = await emptyFolder();
  await say('operations add --all', { env, cwd: folder.path });
  await using client = createControlClient({ baseUrl: emulator.url, apiKey: emulator.key });
  for (const name of ['team', 'devices', 'applications', 'members']) {
    const text = await readFile(join(folder.path, 'operations', `${name}.graphql`), 'utf8');
    const { errors, data } = await client.execute(text);
    expect(errors, name).toBeUndefined();
    expect(data).toHaveProperty('team');
  }
});

test('`--dry-run` prints the files and writes none, and `--fields` selects the named fields', async () => {
  await using folder = await folderWith({ 'schema.graphql': sdl });
  const line = 'operations add team.devices --fields id,hardware.parts --dry-run';
  const { stdout } = await say(line, { cwd: folder.path });
  expect(stdout).toMatch(/^# team\.devices, written by /);
  expect(stdout).toContain('nodes {\n        id\n        hardware {\n          parts\n        }\n      }');
  expect(await readdir(folder.path)).toEqual(['schema.graphql']);
});

test.each([
  ['operations add', /Pass either fields.*or `--all`/],
  ['operations add team --all', /or `--all`/],
  ['operations add team.devices --fields nmae', /Did you mean "name"/],
  ['operations add team.devises', /Did you mean "devices"/],
  ['operations add renameDevice', /Write `mutation renameDevice`\./],
  [
    'operations add team.devices mutation renameDevice --fields id',
    /^mutation renameDevice: “\w+” has no field “id”\./,
  ],
])('the command line `%s` is refused, and nothing is written', async (args, message) => {
  await using folder = await emptyFolder();
  expect(await say(args, { env, cwd: folder.path })).toEqual(failure(2, message));
  expect(await readdir(folder.path)).toEqual([]);
});

describe('where types group mutations', () => {
  const grouped = `
    type Query { team: Team } type Team { devices: [Device!]! } type Device { id: ID! }
    type Mutation { team: TeamWrites! }
    type TeamWrites { device(id: ID!): DeviceWrites! }
    type DeviceWrites { rename(name: String!): Answer! reboot: Boolean! factoryReset: Boolean! delete: Gone! }
    type Answer { ok: Boolean! userErrors: [UserError!]! } type UserError { message: String! } type Gone { deletedId: ID! }`;

  test('a path that only leads to mutations is refused, and the mutations in the message can be added', async () => {
    await using folder = await folderWith({ 'schema.graphql': grouped });
    const { code, stdout, stderr } = await say('operations add mutation team.device', { cwd: folder.path });
    expect([code, stdout]).toEqual([2, '']);
    const [, named = ''] = /only leads to mutations\. Add one of them: (.*)\./.exec(stderr) ?? [];
    expect(named).toBe(
      'mutation team.device.rename, mutation team.device.reboot, mutation team.device.factoryReset, mutation team.device.delete',
    );
    for (const path of named.split(', '))
      expect(await say(`operations add ${path} --dry-run`, { cwd: folder.path })).toMatchObject({ code: 0 });
  });

  test('`--all` writes a file for each mutation, and the emulator runs each once', async () => {
    await using folder = await folderWith({ 'schema.graphql': grouped });
    const ran: string[] = [];
    const act = (name: string, answer: unknown) => () => {
      ran.push(name);
      return answer;
    };
    await using server = await startEmulator({
      schema: grouped,
      resolvers: {
        DeviceWrites: {
          rename: act('rename', { ok: true, userErrors: [] }),
          reboot: act('reboot', true),
          factoryReset: act('factoryReset', true),
          delete: act('delete', { deletedId: '1' }),
        },
      },
    });
    const { code } = await say('operations add --all', { cwd: folder.path });
    const files = (await readdir(join(folder.path, 'operations'))).sort();
    expect([code, files]).toEqual([
      0,
      [
        'device-delete.graphql',
        'device-factory-reset.graphql',
        'device-reboot.graphql',
        'device-rename.graphql',
        'devices.graphql',
      ],
    ]);
    const client = createControlClient({ baseUrl: server.url, apiKey: server.key });
    const { team } = await client.request<{ team: { devices: { id: string }[] } }>('{ team { devices { id } } }');
    const variables = { id: team.devices[0]?.id, name: 'new' };
    for (const name of files.slice(0, 4))
      await client.execute(await readFile(join(folder.path, 'operations', name), 'utf8'), variables);
    expect(ran.sort()).toEqual(['delete', 'factoryReset', 'reboot', 'rename']);
  });
});

describe('`--all` writes nothing that `generate` warns of', () => {
  const lists = `type Query { team: Team! } type Team { name: String! tags(limit: Int): [String!]! rows(max: Int): [Row!]! zones: [Zone!]! }
    type Row { id: ID! } type Zone { id: ID! marks(limit: Int): [String!]! }
    type Mutation { team: TeamWrites } type TeamWrites { move(to: ID!): Moved }
    type Moved { results: [Result!]! } type Result { id: ID! userErrors: [UserError!]! } type UserError { message: String! }`;

  test('a list that may be cut off is skipped or not selected, and is named', async () => {
    const files = { 'schema.graphql': lists };
    const { code, stdout, stderr } = await sayIn(files, 'operations add --all --dry-run');
    expect([code, stderr]).toEqual([
      0,
      'Skipped: team.tags, team.rows. What they give may be a part of a list: pass them by name, and say in the file why it is enough.\n',
    ]);
    expect(stdout).toContain('# Lists that may be cut off: Zone.marks. To read one, write an operation of its own.');
    expect(stdout).toContain('userErrors {');
    const operations = parseOperations([{ file: 'all.graphql', text: stdout }]);
    expect(findWarnings(buildSchema(lists), operations)).toEqual([]);
    expect(await sayIn(files, 'operations add team.tags --dry-run')).toMatchObject({ code: 0, stderr: '' });
  });

  test('the next step names the existing config', async () => {
    const { stderr } = await sayIn({ 'schema.graphql': lists, 'codegen.yml': '' }, 'operations add team');
    expect(stderr).toBe('Next: npx control-api-sdk generate --config codegen.yml. It exports GetTeam.\n');
  });
});
