import { readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Emulator, startEmulator } from '../../src/emulator/index.ts';
import { type Ended, ended, start } from '../helpers/cli.ts';
import { folderWith, type Said, say } from '../helpers/cli-in-process.ts';

let folder: Awaited<ReturnType<typeof folderWith>>;
let sdl: string;
let away: Emulator;

const at = (path: string): string => join(folder.path, path);
const output = 'src/generated/control-api.ts';
const generated = (): Promise<string> => readFile(at(output), 'utf8');

/** Runs GraphQL Code Generator alone in a project that `init` made. */
const plainCodegen = (url?: string, ...more: readonly string[]): Promise<Ended> => {
  // GraphQL Code Generator prints nothing in a test environment.
  const env = { NODE_ENV: 'production', ...(url === undefined ? {} : { CONTROL_API_URL: url }) };
  return ended(start(at('node_modules/.bin/graphql-codegen'), ['--config', 'codegen.ts', ...more], env, folder.path));
};

/** Runs `control-api generate` in that project, against a service with this schema. */
async function generateFor(schema: string): Promise<Said> {
  await using service = await startEmulator({ schema });
  return await say('generate', { cwd: folder.path, env: { CONTROL_API_URL: service.url } });
}

beforeAll(async () => {
  sdl = await readFile('docs/documented.graphql', 'utf8');
  folder = await folderWith({
    'package.json': '{ "type": "module" }\n',
    'tsconfig.json': '{}\n',
    'schema.graphql': sdl,
  });
  await symlink(resolve('node_modules'), at('node_modules'));
  expect((await say('init', { cwd: folder.path })).code).toBe(0);
  // The package does not depend on itself.
  const config = await readFile(at('codegen.ts'), 'utf8');
  await writeFile(at('codegen.ts'), config.replace('control-api-sdk/codegen', resolve('dist/codegen.mjs')));
  away = await startEmulator();
  await away.close();
});
afterAll(() => folder[Symbol.asyncDispose]());

test('the generator alone writes the same as `control-api generate`, offline from the snapshot', async () => {
  expect((await say('generate', { cwd: folder.path })).code).toBe(0);
  const ours = await generated();
  expect(ours).toContain('export const ListDevices');
  await rm(at(output));
  expect((await plainCodegen()).code).toBe(0);
  expect(await generated()).toBe(ours);
});

test('the generator alone finds the output up to date while the live schema is in step', async () => {
  await using service = await startEmulator({ schema: sdl });
  expect((await plainCodegen(service.url, '--check')).code).toBe(0);
});

test('the generator alone fails if the live schema lost a field in use, with its place', async () => {
  await using service = await startEmulator({ schema: sdl.replace(/\bname: String/, 'label: String') });
  const { code, stdout, stderr } = await plainCodegen(service.url);
  expect(code).toBe(1);
  const said = (stdout + stderr).replace(/\s+/g, ' ');
  expect(said).toContain('Drift: 1 change of the live schema of http://');
  expect(said).toContain('operations/devices.graphql:7:9: Device.name was removed.');
});

test('the generator alone fails in another way while the service is down', async () => {
  const { code, stdout, stderr } = await plainCodegen(away.url);
  expect(code).toBe(1);
  expect(stdout + stderr).toContain('Whether the live schema changed is unknown.');
  expect(stdout + stderr).not.toContain('Drift');
});

test.each([
  ['that is no GraphQL', 'query A { team {', /operations\/wrong\.graphql:1:\d+: Syntax Error/],
  ['that the schema rejects', 'query A { nope }', /operations\/wrong\.graphql:1:\d+: Cannot query field "nope"/],
])('the generator alone names the place of an operation %s once', async (_, text, place) => {
  await writeFile(at('operations/wrong.graphql'), text);
  const { code, stdout, stderr } = await plainCodegen().finally(() => rm(at('operations/wrong.graphql')));
  expect(code).toBe(1);
  expect(stderr).toMatch(place);
  expect(`${stdout}${stderr}`.split('operations/wrong.graphql:1:')).toHaveLength(2);
});

test('`control-api generate` exits 1 if a field in use may be null now, unless `drift.json` of the project accepts it', async () => {
  await writeFile(at('schema.graphql'), sdl.replace(/\bname: String\b/, 'name: String!'));
  try {
    const { code, stderr } = await generateFor(sdl);
    expect([code, stderr]).toEqual([1, expect.stringContaining('Drift: ')]);
    expect(stderr).toContain('operations/devices.graphql:7:9: Device.name changed its type from String! to String.');
    const change = { coordinate: 'Device.name', change: 'nullability-changed', from: 'String!', to: 'String' };
    await writeFile(at('drift.json'), JSON.stringify({ accepted: [{ ...change, reason: 'known' }] }));
    expect((await generateFor(sdl)).code).toBe(0);
    await using service = await startEmulator({ schema: sdl });
    expect((await plainCodegen(service.url)).code).toBe(0);
  } finally {
    await rm(at('drift.json'), { force: true });
    await writeFile(at('schema.graphql'), sdl);
  }
});

test('`control-api generate` exits 0 for a change that breaks nothing', async () => {
  expect((await generateFor(sdl.replace(/\bname: String\b/, 'name: String! label: String'))).code).toBe(0);
});

test('`control-api generate` writes from the snapshot while the service is down, says so, and exits 3', async () => {
  const before = await generated();
  await rm(at(output));
  const { code, stderr } = await say('generate', { cwd: folder.path, env: { CONTROL_API_URL: away.url } });
  expect(code).toBe(3);
  expect(stderr).toContain('Generated from the snapshot alone.\nWhether the live schema changed is unknown.');
  expect(await generated()).toBe(before);
});
