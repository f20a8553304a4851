import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startEmulator } from '../../src/emulator/index.ts';
import { type Ended, ended, start } from '../helpers/cli.ts';

const root = 'type Query { team: Team! } type Team { devices: Devices! } type Devices { nodes: [Device!]! }';
const device = 'type Device { id: ID! name: String! state: State! } enum State { ON OFF }';
const sdl = `${root} ${device}`;

let folder: string;

const run = (program: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Ended> =>
  ended(start(program, args, { NODE_ENV: 'production', ...env }, folder));
const generator = (url: string, ...more: readonly string[]): Promise<Ended> =>
  run(resolve('node_modules/.bin/graphql-codegen'), ['--config', 'codegen.ts', ...more], { CONTROL_API_URL: url });
const tsc = (...more: readonly string[]): Promise<Ended> =>
  run(process.execPath, [resolve('node_modules/typescript/bin/tsc'), ...more]);
const write = (file: string, text: string): Promise<void> => writeFile(join(folder, file), text);

async function generatedFor(schema: string, ...more: readonly string[]): Promise<Ended> {
  await using service = await startEmulator({ schema });
  return await generator(service.url, ...more);
}

beforeAll(async () => {
  await mkdir('.tmp', { recursive: true });
  folder = await mkdtemp(resolve('.tmp/standard-'));
  await cp('examples/standard-codegen', folder, { recursive: true });
  await mkdir(join(folder, 'node_modules'), { recursive: true });
  await symlink(resolve('.'), join(folder, 'node_modules/control-api-sdk'));
});
afterAll(() => rm(folder, { recursive: true }));

describe('plain `graphql-codegen` of the example fails on drift', () => {
  beforeAll(async () => {
    await write('operations/states.graphql', 'query States { team { devices { nodes { name state } } } }');
    expect((await generatedFor(sdl)).code).toBe(0);
  });
  afterAll(() => rm(join(folder, 'operations/states.graphql')));

  test('a removed field in use fails with its place, also without `--check`', async () => {
    const { code, stdout, stderr } = await generatedFor(sdl.replace(' name: String!', ' label: String!'));
    expect(code).not.toBe(0);
    expect(stdout + stderr).toContain('Cannot query field "name" on type "Device"');
    expect(stdout + stderr).toContain('list-devices.graphql');
  });

  test('a field in use that may become null fails', async () => {
    expect((await generatedFor(sdl.replace('name: String!', 'name: String'), '--check')).code).not.toBe(0);
  });
});

const program = (imported: string, document: string): string => `import { createControlClient } from 'control-api-sdk';
${imported}
await using control = createControlClient();
const { team } = await control.request(${document}, {});
const names: readonly string[] = team.devices.nodes.map(({ name }) => name);
console.log(names.length);
`;

describe.each([
  [
    'typescript-operations and typed-document-node',
    '',
    "import { ListDevicesDocument } from './generated/operations.js';",
    'ListDevicesDocument',
  ],
  [
    'client-preset',
    "{ preset: 'client', presetConfig: { fragmentMasking: false } }",
    "import { graphql } from './generated/index.js';",
    'graphql(`query ListDevices { team { devices { nodes { id name } } } }`)',
  ],
])('the client takes the documents of %s, typed', (_name, preset, imported, document) => {
  beforeAll(async () => {
    const config = await readFile('examples/standard-codegen/codegen.ts', 'utf8');
    const settings = `importExtension: '.js',\n  documents: ${preset === '' ? "'operations/*.graphql'" : "'src/main.ts'"},`;
    await write(
      'codegen.ts',
      preset === ''
        ? config
        : config
            .replace("documents: 'operations/*.graphql',", settings)
            .replace(/'src\/generated\/operations.ts': \{.*\}/, `'src/generated/': ${preset}`),
    );
    await rm(join(folder, 'src'), { recursive: true });
    await mkdir(join(folder, 'src/generated'), { recursive: true });
    await write('src/main.ts', program(imported, document));
    const { code, stdout, stderr } = await generatedFor(sdl);
    expect(code, stdout + stderr).toBe(0);
  });

  test('the client sends such documents with typed results, and `paginate` says what they lack', async () => {
    await write('src/pages.ts', program(imported, document).replace('await control.request', 'control.paginate'));
    const { stdout } = await tsc('--noEmit', 'false', '--outDir', 'out');
    const errors = [...stdout.matchAll(/^(\S+)\(.*: error/gm)].map(([, file]) => file);
    expect(new Set(errors)).toEqual(new Set(['src/pages.ts']));
    expect(stdout).toContain(
      "is missing the following properties from type 'TypedOperation<unknown, unknown, unknown>': operationName, operationKind, connections",
    );
    await using service = await startEmulator({ schema: sdl, count: { Device: 7 } });
    const said = await run(process.execPath, ['out/main.js'], {
      CONTROL_API_URL: service.url,
      CONTROL_API_KEY: service.key,
    });
    expect(said.stderr).toBe('');
    expect(Number(said.stdout)).toBeGreaterThan(0);
  });
});
