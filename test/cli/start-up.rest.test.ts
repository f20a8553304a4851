import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { VERSION } from '../../src/base/version.ts';
import { commands } from '../../src/cli/commands/index.ts';
import { binary, controlApi, ended, start } from '../helpers/cli.ts';
import { emptyFolder, say } from '../helpers/cli-in-process.ts';
import { everyCommand } from './every-command.ts';

const version = ['--version', '-V'].map((flag) => [flag]);
const help = [{ path: [] as readonly string[] }, ...everyCommand(commands)].flatMap(({ path }) => [
  [...path, '--help'],
  [...path, '-h'],
  ['help', ...path],
]);

let folder: Awaited<ReturnType<typeof emptyFolder>>;
let alone: string;

beforeAll(async () => {
  folder = await emptyFolder();
  alone = join(folder.path, 'cli.cjs');
  await copyFile(binary, alone);
});
afterAll(() => folder[Symbol.asyncDispose]());

/** What the file prints for each line, without any file beside it. All lines in one process: to start one takes long. */
async function printed(lines: readonly (readonly string[])[]): Promise<readonly string[]> {
  const script = `const [file, lines] = process.argv.slice(1);
    for (const line of JSON.parse(lines)) {
      process.argv = [process.execPath, file, ...line];
      delete require.cache[file];
      process.removeAllListeners('uncaughtException');
      require(file);
      process.stdout.removeAllListeners('error').write('\\0');
    }`;
  const { code, stdout, stderr } = await ended(
    start(process.execPath, ['-e', script, alone, JSON.stringify(lines)], {}, folder.path),
  );
  expect([code, stderr]).toEqual([0, '']);
  return stdout.split('\0').slice(0, -1);
}

describe('the binary alone, before anything else is loaded', () => {
  test('prints the version of the package', async () => {
    expect(await printed(version)).toEqual([`${VERSION}\n`, `${VERSION}\n`]);
  });

  test('prints each help page as the declarations of the commands say it', async () => {
    const texts = await printed(help);
    expect(new Set(texts).size).toBe(help.length / 3);
    for (const [index, line] of help.entries())
      expect({ code: 0, stdout: texts[index], stderr: '' }, line.join(' ')).toEqual(await say(line));
  });
});

const others = [
  [],
  ['help', 'nothing'],
  ['constructor', '--help'],
  ['schema'],
  ['schema show', '--help'],
  ['--help', 'nothing'],
  ['list', '--help', '--nothing'],
].map((words) => ({ words, line: ['control-api', ...words].join(' ') }));

test.each(others)('a line that asks for more than a help page is read as any other: $line', async ({ words }) => {
  expect(await controlApi(words)).toEqual(await say(words));
});
