import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { startEmulator } from '../../src/emulator/index.ts';
import { emptyFolder, folderWith, say } from '../helpers/cli-in-process.ts';

const emulator = await startEmulator();
const env = { CONTROL_API_URL: emulator.url, CONTROL_API_KEY: emulator.key };
afterAll(() => emulator.close());

test.each([
  ['a folder', 'folder', 'EISDIR'],
  ['a path through a file', 'file/schema.graphql', 'ENOTDIR'],
  ...(existsSync('/dev/full') ? [['a full disk', '/dev/full', 'ENOSPC']] : []),
])(
  'a file that cannot be written is reported in one sentence, and exits with 3: %s',
  async (_what, output = '', reason) => {
    await using folder = await emptyFolder();
    await mkdir(join(folder.path, 'folder'));
    await writeFile(join(folder.path, 'file'), '');
    const { code, stdout, stderr } = await say(['schema', 'pull', '--output', output], { env, cwd: folder.path });
    expect([code, stdout]).toEqual([3, '']);
    expect(stderr).toBe(
      `The file ${output} cannot be written (${reason}): check its path, its permissions and the space on its disk.\n`,
    );
  },
);

test.each([
  ['list team.devices', 'schema.graphql'],
  ['devices --settings staging.env', 'staging.env'],
  ['check', 'drift.json'],
  ['init', 'package.json'],
  ['request folder', 'folder'],
])('a file that cannot be read is reported in one sentence, and exits with 2: %s', async (line, file) => {
  await using folder = await emptyFolder();
  await mkdir(join(folder.path, file));
  await mkdir(join(folder.path, 'operations'));
  await writeFile(join(folder.path, 'operations/a.graphql'), '{ team { devices { nodes { id } } } }');
  const { code, stdout, stderr } = await say(line, { env, cwd: folder.path });
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toBe(`The file ${file} cannot be read (EISDIR): check its path and permissions.\n`);
});

test.each(['{', 'null', '[]', '1'])('a package.json of %s is no project', async (text) => {
  await using folder = await folderWith({ 'package.json': text });
  const { code, stdout, stderr } = await say('init', { cwd: folder.path });
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(/^The package\.json in this folder holds no JSON object: [^\n]+\n$/);
  expect(await readdir(folder.path)).toEqual(['package.json']);
});

test('`check --output -` writes to standard output', async () => {
  await using folder = await folderWith({ 'operations/a.graphql': '{ team { devices { nodes { id } } } }' });
  const line = 'check --format json --output - --output report.md';
  const { code, stdout } = await say(line, { env, cwd: folder.path });
  expect([code, JSON.parse(stdout).outcome]).toEqual([0, 'in-step']);
  expect(await readFile(join(folder.path, 'report.md'), 'utf8')).toContain('In step');
  expect(existsSync(join(folder.path, '-'))).toBe(false);
});

test('`check` without operations and a config says how to begin', async () => {
  await using folder = await emptyFolder();
  const { code, stdout, stderr } = await say('check', { env, cwd: folder.path });
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toBe('No operations found in operations: run `npx control-api-sdk init`.\n');
});
