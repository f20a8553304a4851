import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { startEmulator } from '../../src/emulator/index.ts';
import { failure, folderWith, said, say, sayIn } from '../helpers/cli-in-process.ts';

const emulator = await startEmulator();
const env = { CONTROL_API_URL: emulator.url, CONTROL_API_KEY: emulator.key };
afterAll(() => emulator.close());
const operations = { 'operations/a.graphql': '{ team { devices { nodes { id } } } }' };

test.each([
  ['a folder', 'folder', 'EISDIR'],
  ['a path through a file', 'file/schema.graphql', 'ENOTDIR'],
  ...(existsSync('/dev/full') ? [['a full disk', '/dev/full', 'ENOSPC']] : []),
])(
  'a file that cannot be written is reported in one sentence, and exits with 3: %s',
  async (_what, output = '', reason) => {
    const files = { 'folder/file': '', file: '' };
    const why = `The file ${output} cannot be written (${reason}): check its path, its permissions and the space on its disk.\n`;
    expect(await sayIn(files, ['schema', 'pull', '--output', output], { env })).toEqual(said(3, '', why));
  },
);

test.each([
  ['list team.devices', 'schema.graphql'],
  ['devices --settings staging.env', 'staging.env'],
  ['check', 'drift.json'],
  ['init', 'package.json'],
  ['request folder', 'folder'],
])('a file that cannot be read is reported in one sentence, and exits with 2: %s', async (line, file) => {
  const why = `The file ${file} cannot be read (EISDIR): check its path and permissions.\n`;
  expect(await sayIn({ [`${file}/file`]: '', ...operations }, line, { env })).toEqual(said(2, '', why));
});

test.each(['{', 'null', '[]', '1'])('a package.json of %s is no project', async (text) => {
  await using folder = await folderWith({ 'package.json': text });
  expect(await say('init', { cwd: folder.path })).toEqual(
    failure(2, /^The package\.json in this folder holds no JSON object: [^\n]+\n$/),
  );
  expect(await readdir(folder.path)).toEqual(['package.json']);
});

test('`check --output -` writes to standard output', async () => {
  await using folder = await folderWith(operations);
  const line = 'check --format json --output - --output report.md';
  const { code, stdout } = await say(line, { env, cwd: folder.path });
  expect([code, JSON.parse(stdout).outcome]).toEqual([0, 'in-step']);
  expect(await readFile(join(folder.path, 'report.md'), 'utf8')).toContain('In step');
  expect(existsSync(join(folder.path, '-'))).toBe(false);
});

test('`check` without operations and a config says how to begin', async () => {
  const how = 'No operations found in operations: run `npx control-api-sdk init`.\n';
  expect(await sayIn({}, 'check', { env })).toEqual(said(2, '', how));
});
