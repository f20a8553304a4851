import { readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildSchema } from 'graphql';
import { afterAll, expect, test } from 'vitest';
import { type EmulatorRequest, startEmulator } from '../../src/emulator/index.ts';
import { emptyFolder, say, sayIn } from '../helpers/cli-in-process.ts';

const requests: EmulatorRequest[] = [];

const schema = 'test/fixtures/relay.graphql';
const emulator = await startEmulator({ schema, onRequest: (request) => requests.push(request) });
const env = { CONTROL_API_URL: emulator.url };
afterAll(() => emulator.close());
const sdl = readFileSync(schema, 'utf8');

test('`schema pull` writes the live schema, and a second pull reports no change', async () => {
  await using folder = await emptyFolder();
  const first = await say('schema pull', { env, cwd: folder.path });
  expect(first).toMatchObject({ code: 0, stdout: '', stderr: expect.stringContaining('schema.graphql: written') });
  const text = await readFile(join(folder.path, 'schema.graphql'), 'utf8');
  expect(text).toContain(`# The schema of ${emulator.url}/graphql, `);
  expect(buildSchema(text).getType('Device')).toBeDefined();

  const second = await say('schema pull', { env, cwd: folder.path });
  expect(second).toEqual({ code: 0, stdout: '', stderr: 'schema.graphql: unchanged\n' });
  expect(await readFile(join(folder.path, 'schema.graphql'), 'utf8')).toBe(text);
});

test('`schema pull` replaces a snapshot in another folder, or writes to standard output', async () => {
  await using folder = await emptyFolder();
  const around = { env, cwd: folder.path };
  await say('schema pull --output api/schema.graphql', around);
  await writeFile(join(folder.path, 'api/schema.graphql'), 'type Query { old: Int }');
  await say('schema pull --output api/schema.graphql', around);
  const { stdout, stderr } = await say('schema pull --output -', around);
  expect(await readFile(join(folder.path, 'api/schema.graphql'), 'utf8')).toBe(stdout);
  expect(stderr).toBe('');
});

test('`schema pull` needs no key, and sends none', async () => {
  requests.length = 0;
  await sayIn({}, 'schema pull', { env: { ...env, CONTROL_API_KEY: emulator.key } });
  expect(requests.length).toBeGreaterThan(0);
  expect(new Set(requests.map(({ authorization }) => authorization))).toEqual(new Set(['none']));
});

test('`schema show` shows the query root, a type or a field of the live schema', async () => {
  for (const [args, begin] of [
    ['schema show', 'type Query {\n'],
    ['schema show Device', 'type Device implements Node {\n'],
    ['schema show Mutation.renameDevice', 'type Mutation {\n  renameDevice('],
  ] as const) {
    const { code, stdout, stderr } = await say(args, { env });
    expect([code, stderr, stdout.slice(0, begin.length)]).toEqual([0, '', begin]);
  }
});

test('`schema show` shows a snapshot without a request', async () => {
  const live = await say('schema show Device', { env });
  expect(await sayIn({ 'schema.graphql': sdl }, 'schema show Device')).toEqual(live);
});

test('text from the schema is made harmless for a terminal', async () => {
  const evil = '\\u001b]0;owned\\u0007';
  const sdl = `type Query { "b ${evil}" team(c: String = "d ${evil}"): Int @deprecated(reason: "e ${evil}") }`;
  for (const line of ['schema show', 'schema show Query.team']) {
    const { stdout } = await sayIn({ 'schema.graphql': sdl }, line, { isTTY: true, env: { NO_COLOR: '1' } });
    expect(stdout).toMatch(/\\u001b\]0;owned/i);
    expect(stdout).not.toContain('\u001b');
  }
});

test('an unknown name is reported in one sentence, and exits with 2', async () => {
  const stderr = 'The schema has no type “devices”. Did you mean "Device"?\n';
  expect(await sayIn({ 'schema.graphql': sdl }, 'schema show devices')).toEqual({ code: 2, stdout: '', stderr });
});
