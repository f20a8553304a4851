import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { VERSION } from '../../src/base/version.ts';
import { binary, controlApi, ended, start } from '../helpers/cli.ts';
import { emptyFolder, say } from '../helpers/cli-in-process.ts';

test.each(['--version', '-V'])(
  'the binary alone prints the version, before anything else is loaded: %s',
  async (flag) => {
    await using folder = await emptyFolder();
    const alone = join(folder.path, 'cli.cjs');
    await copyFile(binary, alone);
    expect(await ended(start(process.execPath, [alone, flag]))).toEqual({
      code: 0,
      stdout: `${VERSION}\n`,
      stderr: '',
    });
  },
);

const lines = [
  ['--help'],
  ['schema', 'show', '--help'],
  [],
  ['help', 'nothing'],
  ['constructor', '--help'],
  ['schema'],
  ['--help', 'nothing'],
  ['list', '--help', '--nothing'],
].map((words) => ({ words, line: ['control-api', ...words].join(' ') }));

test.each(lines)('the binary reads a line as the source does: $line', async ({ words }) => {
  expect(await controlApi(words)).toEqual(await say(words));
});
