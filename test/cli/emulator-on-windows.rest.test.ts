import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { binary, ended, start } from '../helpers/cli.ts';
import { emptyFolder } from '../helpers/cli-in-process.ts';

// The process pretends to be on Windows, and a program replaces the shell.
test('on Windows, a program is found with its extension, and a .cmd is run by the shell', async () => {
  await using folder = await emptyFolder();
  await mkdir(join(folder.path, 'bin'));
  await writeFile(join(folder.path, 'bin/tool.cmd'), '@echo off\r\n');
  const shell = join(folder.path, 'shell');
  await writeFile(shell, '#!/bin/sh\nfor word; do printf "%s\\n" "$word"; done\n');
  await writeFile(join(folder.path, 'windows.cjs'), "Object.defineProperty(process, 'platform', { value: 'win32' });");
  await Promise.all([chmod(shell, 0o755), chmod(join(folder.path, 'bin/tool.cmd'), 0o755)]);
  const line = ['--require', join(folder.path, 'windows.cjs'), binary, 'emulator', '--', 'tool', 'two words'];
  const env = { PATH: join(folder.path, 'bin'), PATHEXT: '.EXE;.CMD', comspec: shell };
  const { code, stdout, stderr } = await ended(start(process.execPath, line, env));
  expect([code, stderr]).toEqual([0, '']);
  const [d, s, c, command = ''] = stdout.split('\n');
  expect([d, s, c]).toEqual(['/d', '/s', '/c']);
  expect(command.toLowerCase()).toContain('tool');
  expect(command).toContain('two^ words');
});
