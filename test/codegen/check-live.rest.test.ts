import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startEmulator } from '../../src/emulator/index.ts';
import { binary, type Ended, ended, start } from '../helpers/cli.ts';

let folder: string;
let sdl: string;

/** Runs a program in a project as `init` makes it, with its packages installed. */
const run = (program: string, args: readonly string[], url?: string): Promise<Ended> =>
  // In a test environment the generator says nothing.
  ended(
    start(program, args, { NODE_ENV: 'production', ...(url === undefined ? {} : { CONTROL_API_URL: url }) }, folder),
  );
const plainCodegen = (url?: string, ...more: readonly string[]): Promise<Ended> =>
  run(join(folder, 'node_modules/.bin/graphql-codegen'), ['--config', 'codegen.ts', ...more], url);
const generated = (): Promise<string> => readFile(join(folder, 'src/generated/control-api.ts'), 'utf8');

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'control-api-check-live-'));
  sdl = await readFile('documented.graphql', 'utf8');
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }\n');
  await writeFile(join(folder, 'tsconfig.json'), '{}\n');
  await symlink(resolve('node_modules'), join(folder, 'node_modules'));
  expect((await run(process.execPath, [binary, 'init'])).code).toBe(0);
  // The package is not among its own packages.
  const config = await readFile(join(folder, 'codegen.ts'), 'utf8');
  await writeFile(join(folder, 'codegen.ts'), config.replace('control-api-sdk/codegen', resolve('dist/codegen.mjs')));
  await writeFile(join(folder, 'schema.graphql'), sdl);
});

afterAll(() => rm(folder, { recursive: true }));

test('without a base URL the plain generator works offline, from the snapshot', async () => {
  expect((await plainCodegen()).code).toBe(0);
  expect(await generated()).toContain('export const ListDevices');
});

test('in step with the live schema it generates the same', async () => {
  await using service = await startEmulator({ schema: sdl });
  const before = await generated();
  expect((await plainCodegen(service.url)).code).toBe(0);
  expect(await generated()).toBe(before);
});

test.each([[[]], [['--check']]])(
  'it fails where the live schema lost a field in use, with its place: %j',
  async (more) => {
    await using service = await startEmulator({ schema: sdl.replace(/\bname: String/, 'label: String') });
    const { code, stdout, stderr } = await plainCodegen(service.url, ...more);
    expect(code).toBe(1);
    const said = (stdout + stderr).replace(/\s+/g, ' ');
    expect(said).toContain('Drift: 1 change of the live schema of http://');
    expect(said).toContain('operations/devices.graphql:7:9: Device.name was removed.');
  },
);

test('it fails where a field in use may be null now, unless that is accepted', async () => {
  const snapshot = sdl.replace(/\bname: String\b/, 'name: String!');
  await writeFile(join(folder, 'schema.graphql'), snapshot);
  await using service = await startEmulator({ schema: sdl });
  const { code, stdout, stderr } = await plainCodegen(service.url);
  expect((stdout + stderr).replace(/\s+/g, ' ')).toContain(
    'operations/devices.graphql:7:9: Device.name changed its type from String! to String.',
  );
  expect(code).toBe(1);
  const change = { coordinate: 'Device.name', change: 'nullability-changed', from: 'String!', to: 'String' };
  await writeFile(join(folder, 'drift.json'), JSON.stringify({ accepted: [{ ...change, reason: 'known' }] }));
  try {
    expect((await plainCodegen(service.url)).code).toBe(0);
  } finally {
    await rm(join(folder, 'drift.json'));
    await writeFile(join(folder, 'schema.graphql'), sdl);
  }
});

test('it does not fail for what breaks nothing', async () => {
  await using service = await startEmulator({ schema: sdl.replace(/\bname: String\b/, 'name: String! label: String') });
  expect((await plainCodegen(service.url)).code).toBe(0);
});

test('an outage reads otherwise than drift', async () => {
  const service = await startEmulator();
  await service.close();
  const { code, stdout, stderr } = await plainCodegen(service.url);
  expect(code).toBe(1);
  expect(stdout + stderr).toContain('Whether the live schema changed is unknown.');
  expect(stdout + stderr).not.toContain('Drift');
});

test('`control-api-sdk generate` exits 1 for drift, and 3 for an outage', async () => {
  const moved = await startEmulator({ schema: sdl.replace(/\bname: String/, 'label: String') });
  const args = [binary, 'generate'];
  const drifted = await run(process.execPath, args, moved.url);
  await moved.close();
  const out = await run(process.execPath, args, moved.url);
  expect([drifted.code, out.code]).toEqual([1, 3]);
  expect(drifted.stderr).toContain('Drift: ');
});

test('while the service is away, `control-api-sdk generate` writes from the snapshot, says so, and exits 3', async () => {
  const service = await startEmulator();
  await service.close();
  const file = join(folder, 'src/generated/control-api.ts');
  const before = await generated();
  await rm(file);
  const { code, stderr } = await run(process.execPath, [binary, 'generate'], service.url);
  expect(code).toBe(3);
  expect(stderr).toContain('Generated from the snapshot alone.\nWhether the live schema changed is unknown.');
  expect(await generated()).toBe(before);
});
