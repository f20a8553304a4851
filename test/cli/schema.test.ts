import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { buildSchema } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Emulator, type EmulatorRequest, startEmulator } from '../../src/emulator/index.ts';
import { emptyFolder, say } from '../helpers/cli-in-process.ts';

const requests: EmulatorRequest[] = [];
let emulator: Emulator;
let env: Record<string, string>;

beforeAll(async () => {
  emulator = await startEmulator({
    schema: 'test/fixtures/relay.graphql',
    onRequest: (request) => requests.push(request),
  });
  env = { CONTROL_API_URL: emulator.url };
});
afterAll(() => emulator.close());

const file = resolve('test/fixtures/relay.graphql');

describe('control-api schema pull', () => {
  test('writes the live schema and reports it; a second pull reports no change', async () => {
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

  test('replaces a snapshot in another folder, or writes to standard output', async () => {
    await using folder = await emptyFolder();
    const around = { env, cwd: folder.path };
    await say('schema pull --output api/schema.graphql', around);
    await writeFile(join(folder.path, 'api/schema.graphql'), 'type Query { old: Int }');
    await say('schema pull --output api/schema.graphql', around);
    const { stdout, stderr } = await say('schema pull --output -', around);
    expect(await readFile(join(folder.path, 'api/schema.graphql'), 'utf8')).toBe(stdout);
    expect(stderr).toBe('');
  });

  test('needs no key, and sends none', async () => {
    requests.length = 0;
    await using folder = await emptyFolder();
    await say('schema pull', { env: { ...env, CONTROL_API_KEY: emulator.key }, cwd: folder.path });
    expect(requests.length).toBeGreaterThan(0);
    expect(new Set(requests.map(({ authorization }) => authorization))).toEqual(new Set(['none']));
  });
});

describe('control-api schema show', () => {
  test('shows the live schema: the query root, a type, a field, a path', async () => {
    for (const [args, begin] of [
      ['schema show', 'type Query {\n'],
      ['schema show Device', 'type Device implements Node {\n'],
      ['schema show mutation renameDevice', 'type Mutation {\n  renameDevice('],
      ['schema show team.devices', 'type Team {\n'],
    ] as const) {
      const { code, stdout, stderr } = await say(args, { env });
      expect([code, stderr, stdout.slice(0, begin.length)]).toEqual([0, '', begin]);
    }
  });

  test('shows a snapshot without a request', async () => {
    const live = await say('schema show Device', { env });
    expect(await say(['schema', 'show', 'Device', '--schema', file])).toEqual(live);
  });
});

test('text from the schema is made harmless for a terminal', async () => {
  await using folder = await emptyFolder();
  const evil = '\\u001b]0;owned\\u0007';
  const sdl = `type Query { "b ${evil}" team(c: String = "d ${evil}"): Int @deprecated(reason: "e ${evil}") }`;
  await writeFile(join(folder.path, 'schema.graphql'), sdl);
  for (const line of ['schema show', 'schema show team', 'schema search team']) {
    const { stdout } = await say(line, { cwd: folder.path, isTTY: true, env: { NO_COLOR: '1' } });
    expect(stdout).toMatch(/\\u001b\]0;owned/i);
    expect(stdout).not.toContain('\u001b');
  }
});

describe('a name that is only below team is suggested with its path', () => {
  test.each([
    ['devices', 'The schema has no type “devices”. Did you mean "Device" or team.devices?\n'],
    ['memberz', /team\.members\?\n$/],
    ['team.devises', /Did you mean "devices"/],
  ])('%s', async (name, message) => {
    const { code, stdout, stderr } = await say(['schema', 'show', name, '--schema', file]);
    expect([code, stdout]).toEqual([2, '']);
    if (typeof message === 'string') expect(stderr).toBe(message);
    else expect(stderr).toMatch(message);
  });
});

describe('control-api schema search', () => {
  test('prints the results, names first, one per line, within the terminal', async () => {
    const { code, stdout, stderr } = await say('schema search reboot', { env });
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout.split('\n')[1]).toMatch(/^field +Mutation\.rebootDevice: RebootDevicePayload! *$/);
    const narrow = await say('schema search device', { env, isTTY: true, columns: 60 });
    expect(
      Math.max(...narrow.stdout.split('\n').map((line) => stripVTControlCharacters(line).length)),
    ).toBeLessThanOrEqual(60);
  });

  test('is JSON for a program', async () => {
    const { code, stdout } = await say(`schema search reboot --format json --limit 1 --schema ${file}`);
    expect([code, JSON.parse(stdout)]).toEqual([
      0,
      [expect.objectContaining({ kind: 'field', place: 'Mutation.rebootDevice', type: 'RebootDevicePayload!' })],
    ]);
  });

  test('reports on stderr how many more results there are', async () => {
    const { stdout, stderr } = await say(['schema', 'search', 'device', '--limit', '3', '--schema', file]);
    expect(stdout.trimEnd().split('\n')).toHaveLength(1 + 3);
    expect(stderr).toMatch(/^\d+ more results: /);
  });
});
