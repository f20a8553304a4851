import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { VERSION } from '../../src/base/version.ts';
import { commands } from '../../src/cli/commands/index.ts';
import { startEmulator } from '../../src/emulator/index.ts';
import { withMajor } from '../../src/graphql/files/package-manager.ts';
import { answers, html, htmlPage } from '../helpers/answers.ts';
import { folderWith, say } from '../helpers/cli-in-process.ts';
import { MisbehavingServer } from '../helpers/misbehaving-server.ts';
import { texts } from '../helpers/texts.ts';
import { everyCommand } from './every-command.ts';

const helped = ['', ...everyCommand(commands).map(({ name }) => name)];

test('the help of every command reads as reviewed', async () => {
  const parts = await Promise.all(
    helped.map(async (command) => {
      const line = `${command} --help`.trim();
      const { stdout } = await say(line);
      return [`control-api ${line}`, stdout] as const;
    }),
  );
  await expect(texts(parts)).toMatchFileSnapshot('__snapshots__/help.txt');
});

const files = {
  'operations/device.graphql': 'query DeviceName { team { device { name } } }\n',
  'operations/devices.graphql': '# kept\n',
  'invalid/broken.graphql': 'query Broken {\n  team {\n',
  'broken.graphql': 'type Query {',
  'no-schema.json': '{"ok":true}',
  'one.graphql': 'query One { team { name } }',
  'undefined.graphql': 'query Undefined { team { ...Gone } }',
  ...Object.fromEntries(
    ['none', 'none/*.graphql', 'invalid', 'one.graphql', 'undefined.graphql'].map((documents, index) => [
      `${index}.mjs`,
      `export default { documents: '${documents}', generates: {} };`,
    ]),
  ),
  ...Object.fromEntries(
    ['none.graphql', 'broken.graphql', 'no-schema.json', 'one.graphql'].map((schema) => [
      `of-${schema}.mjs`,
      `export default { schema: '${schema}', documents: 'one.graphql', generates: {} };`,
    ]),
  ),
};

const schema = `
type Query { team: Team, old: Int }
type Mutation { renameDevice(id: ID!, name: String!): Device }
type Team { name: String, devices: DeviceConnection }
type DeviceConnection { nodes: [Device] }
type Device { id: ID, name: String, status: Status }
enum Status { ON OFF }`;

type Line = readonly [args: string, env?: Readonly<Record<string, string>>];

test('the messages of the commands read as reviewed', async () => {
  await using folder = await folderWith(files);
  await using emulator = await startEmulator({ schema });
  await using page = await MisbehavingServer.start(answers(200, [html], htmlPage));
  const live = { CONTROL_API_URL: emulator.url };
  const keyed = { ...live, CONTROL_API_KEY: emulator.key };
  const other = { CONTROL_API_URL: page.url };
  const lines: readonly Line[] = [
    ['devices --limit 0', keyed],
    ['devices --format xml', keyed],
    ['devices --page-size many', keyed],
    ['request', keyed],
    ['request none.graphql', keyed],
    ['request one.graphql --variables [1]', keyed],
    ['request one.graphql --variables {secret', keyed],
    ['request one.graphql'],
    ['schema pull'],
    ['schema pull', other],
    ['schema pull', live],
    ['schema pull', live],
    ['schema show gadget', live],
    ['schema show Device name', live],
    ['schema show Device.name.first', live],
    ['schema show Status.UP', live],
    ['schema show team/devices', live],
    ['check --config of-none.graphql.mjs', live],
    ['check --config of-broken.graphql.mjs', live],
    ['check --config of-no-schema.json.mjs', live],
    ['operations add', live],
    ['operations add team.gadgets', live],
    ['operations add renameDevice', live],
    ['operations add team.devices --depth 10', live],
    ['operations add team.devices', live],
    ['operations add --all', live],
    ['generate'],
    ['check'],
    ['check --config 0.mjs', live],
    ['check --config 1.mjs', live],
    ['check --config 2.mjs', live],
    ['check --config 3.mjs', live],
    ['check --config of-one.graphql.mjs', live],
    ['check --config 3.mjs --output report.json --output report.md', live],
    ['check --config 3.mjs --accept', live],
    ['check --config 3.mjs --accept Device.name', live],
    ['check --config 3.mjs --reason why', live],
    ['check --config 3.mjs --reason= --accept Device.name', live],
    ['check --config 3.mjs --reason why --accept Device.name', live],
    ['check --config 3.mjs --output drift.json', live],
    ['check --config none.ts', live],
    ['check --config 4.mjs', live],
    ['check --format xml', live],
    ['check --output drift.pdf', live],
    ['check --format json --format html', live],
    ['check --format markdown --format github', live],
    ['check --fail-on everything', live],
    ['emulator --schema none.graphql'],
    ['emulator --count many'],
    ['emulator --port 70000'],
    ['emulator -- no-such-program'],
    ['emulator -- node -e 0'],
    ['init'],
  ];
  const parts: (readonly [string, string])[] = [];
  for (const [args, env = {}] of lines) {
    const { code, stdout, stderr } = await say(args, { cwd: folder.path, env });
    // Mistakes in operations are the answer of `check`, and so data.
    if (code !== 0 && stderr !== '') expect(stdout, args).toBe('');
    parts.push([
      `control-api ${args}: exits ${code}`,
      stderr
        .replaceAll(emulator.url, 'http://service')
        .replaceAll(page.url, 'http://other')
        .replaceAll(folder.path, '.'),
    ]);
  }
  await writeFile(join(folder.path, 'package.json'), '{ "scripts": { "generate": "mine" } }');
  await writeFile(join(folder.path, 'codegen.ts'), '');
  for (const args of ['init --dry-run', 'init']) {
    const { code, stderr } = await say(args, { cwd: folder.path });
    parts.push([`control-api ${args}, in a project: exits ${code}`, stderr]);
  }
  const text = texts(parts)
    .replaceAll(withMajor('graphql'), 'graphql@<newest>')
    .replaceAll(`-${VERSION}.tgz`, '-<version>.tgz');
  await expect(text).toMatchFileSnapshot('__snapshots__/messages.txt');
});
