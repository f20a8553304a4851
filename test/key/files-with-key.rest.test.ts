import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folderWith } from '../helpers/cli-in-process.ts';
import { filesWithKey } from '../helpers/files-with-key.ts';

const key = 'cp_7Qe+Zt/0aB9?x~LmN4>kY2';
const env = { CONTROL_API_KEY: key };

test('the command of the manual finds the key as text, and in base64 and base64url at each offset', async () => {
  const written = ['', '.', '..'].map((before) => Buffer.from(`${before}${key}..`));
  const forms = [key, ...written.map((it) => it.toString('base64')), ...written.map((it) => it.toString('base64url'))];
  const files = Object.fromEntries(forms.map((form, index) => [`out/a/${index}.js`, `x = "${form}"`]));
  await using folder = await folderWith({ ...files, 'out/large.js': `${'x = 1;\n'.repeat(1e5)}"${key}"` });
  expect(await filesWithKey(folder.path, ['out'], env)).toEqual([...Object.keys(files), 'out/large.js']);
});

test('the command of the manual finds no text that only resembles the key', async () => {
  const alike = [key.slice(1), key.slice(0, -1), key.toLowerCase(), Buffer.from(key.slice(2)).toString('base64')];
  await using folder = await folderWith({ 'out/a.js': alike.join('\n'), 'public/b.js': 'document.title = 1;\n' });
  expect(await filesWithKey(folder.path, ['out', 'public'], env)).toEqual([]);
});

test('the command of the manual names every file if there is no key', async () => {
  await using folder = await folderWith({ 'out/a.js': 'document.title = 1;\n' });
  expect(await filesWithKey(folder.path, ['out'], {})).toEqual(['out/a.js']);
});

test('the command of the manual gives no program the key as an argument', async () => {
  await using folder = await folderWith({ 'bin/grep': '#!/bin/sh\ncat >/dev/null\necho "$@"\n' });
  await chmod(join(folder.path, 'bin/grep'), 0o755);
  const path = `${join(folder.path, 'bin')}:${process.env['PATH']}`;
  expect(await filesWithKey(folder.path, ['out'], { ...env, PATH: path })).toEqual(['-rlF -f - out']);
});
