import { existsSync } from 'node:fs';
import { mkdir, readFile, realpath, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { WorkspaceCopy } from '../../../src/drift/code/workspace-copy.ts';
import { folderWith } from '../../helpers/cli-in-process.ts';

test('new texts go into the copy alone, also where links of the workspace lead out of it', async () => {
  const ours = ['workspace/src/own.ts', 'elsewhere/one.ts', 'elsewhere/generated/two.ts', 'elsewhere/three.ts'];
  await using folder = await folderWith(Object.fromEntries(ours.map((path) => [path, 'now'])));
  const at = (path: string) => join(folder.path, path);
  await symlink(at('elsewhere/one.ts'), at('workspace/src/one.ts'));
  await symlink(at('elsewhere/generated'), at('workspace/src/generated'));
  const written = ['workspace/src/own.ts', 'workspace/src/one.ts', 'workspace/src/generated/two.ts'];
  using copy = new WorkspaceCopy(at('workspace'));
  copy.write(new Map([...written, 'elsewhere/three.ts'].map((path) => [at(path), 'new'])));
  expect(await Promise.all(ours.map((path) => readFile(at(path), 'utf8')))).toEqual(ours.map(() => 'now'));
  for (const path of ['src/own.ts', 'src/one.ts'])
    expect(await readFile(copy.placeOf(at(`workspace/${path}`)), 'utf8')).toBe('new');
});

test('packages are found as in the workspace: its own in the copy, others where they are, also those above it', async () => {
  const files = [
    'node_modules/above/index.ts',
    'team/workspace/packages/api/index.ts',
    'team/workspace/node_modules/installed/index.ts',
    'team/workspace/node_modules/.cache/left.json',
    'team/workspace/node_modules/.pnpm/tool@1/node_modules/tool/bin.js',
  ];
  await using folder = await folderWith(Object.fromEntries(files.map((path) => [path, ''])));
  const at = (path: string) => join(folder.path, path);
  await mkdir(at('team/workspace/node_modules/@acme'));
  await symlink(at('team/workspace/packages/api'), at('team/workspace/node_modules/@acme/api'));
  await symlink(at('team/workspace/packages/api'), at('node_modules/linked'));
  using copy = new WorkspaceCopy(at('team/workspace'));
  const inCopy = (path: string) => realpath(copy.placeOf(at(`team/workspace/${path}`)));
  expect(await inCopy('node_modules/@acme/api')).toBe(await inCopy('packages/api'));
  expect(await inCopy('../../node_modules/linked')).toBe(await inCopy('packages/api'));
  expect(await inCopy('node_modules/installed')).toBe(await realpath(at('team/workspace/node_modules/installed')));
  expect(await inCopy('../../node_modules/above')).toBe(await realpath(at('node_modules/above')));
  const program = 'node_modules/.pnpm/tool@1/node_modules/tool/bin.js';
  expect(await inCopy(program)).toBe(await realpath(at(`team/workspace/${program}`)));
  // A program would write to it.
  expect(existsSync(copy.placeOf(at('team/workspace/node_modules/.cache')))).toBe(false);
});
