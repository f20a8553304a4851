import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { emptyFolder, folderWith, say } from '../helpers/cli-in-process.ts';

const key = 'ctl_live_8Fh2kQz7Lp0xVb4TnY6sWd9R';
const clean = 'export const greet = (name) => "Hello, " + name;\n'.repeat(40);
const withKey = `${clean}fetch("/graphql",{headers:{"x-key":"${key}"}})`;
const offset = withKey.indexOf(key);

/** Audits a folder that holds these files. */
async function audited(
  files: Readonly<Record<string, string>>,
  env: Record<string, string> = { CONTROL_API_KEY: key },
) {
  await using folder = await folderWith(files);
  const said = await say('audit dist --format json', { cwd: folder.path, env });
  expect(said.stdout + said.stderr).not.toContain(key);
  const { leaks, problems } = JSON.parse(said.stdout || '{}');
  return { code: said.code, leaks, problems, stderr: said.stderr };
}

describe('a planted key is found in what is shipped, with its file and offset', () => {
  test.each<readonly [container: string, name: string, content: string]>([
    ['a file', 'dist/app.js', withKey],
    ['a source map', 'dist/app.js.map', JSON.stringify({ sourcesContent: [clean, withKey] })],
    ['a folder in a folder', 'dist/a/b/c/app.js', withKey],
    ['a file of many megabytes', 'dist/large.js', `${clean.repeat(1200)}${withKey}${clean.repeat(600)}`],
  ])('%s', async (_, name, content) => {
    const { code, leaks, problems } = await audited({ 'dist/index.html': clean, [name]: content });
    expect(problems).toEqual([]);
    expect(leaks).toEqual([{ file: name, offset: content.indexOf(key), encoded: false, count: 1 }]);
    expect(code).toBe(1);
  });
});

describe('what is no leak', () => {
  test('a clean build exits 0, and says how much was searched', async () => {
    const { code, leaks, stderr } = await audited({ 'dist/a.js': clean, 'dist/b.js': clean });
    expect({ code, leaks, stderr }).toEqual({ code: 0, leaks: [], stderr: 'Nothing was found in 2 files (4 kB).\n' });
  });

  test('without a key, there is nothing to search for, and that is no success', async () => {
    const { code, stderr } = await audited({ 'dist/a.js': clean }, {});
    expect([code, JSON.parse(stderr).message]).toEqual([2, expect.stringContaining('key')]);
  });

  test('a proxy of the environment is nothing to it: it sends nothing', async () => {
    const env = { CONTROL_API_KEY: key, HTTP_PROXY: 'http://127.0.0.1:1', ALL_PROXY: 'http://127.0.0.1:1' };
    expect(await audited({ 'dist/a.js': clean }, env)).toMatchObject({ code: 0 });
  });

  test('a link in a circle is followed once; a file that is linked to is searched', async () => {
    await using folder = await emptyFolder();
    mkdirSync(join(folder.path, 'dist/inner'), { recursive: true });
    writeFileSync(join(folder.path, 'secret.js'), withKey);
    symlinkSync('..', join(folder.path, 'dist/inner/loop'));
    symlinkSync('../secret.js', join(folder.path, 'dist/app.js'));
    const { code, stdout } = await say('audit dist', { cwd: folder.path, env: { CONTROL_API_KEY: key } });
    expect([code, stdout]).toEqual([1, `dist/app.js:${offset}: the API key\n`]);
  });
});

describe('what could not be searched is never called clean', () => {
  test('a link to nowhere exits 3', async () => {
    await using folder = await emptyFolder();
    mkdirSync(join(folder.path, 'dist'));
    symlinkSync('nowhere', join(folder.path, 'dist/link'));
    const { code, stderr } = await say('audit dist', { cwd: folder.path, env: { CONTROL_API_KEY: key } });
    expect(code).toBe(3);
    expect(stderr).toContain('dist/link cannot be read (ENOENT): not searched.\n');
    expect(stderr).toContain('not all of 1 file ');
  });

  test.each([
    ['audit', /argument <dir\.\.\.> is missing/],
    ['audit nowhere', /no file or folder nowhere/],
    ['audit empty', /empty holds no file/],
  ])('nothing to search is wrong usage: %s', async (line, message) => {
    await using folder = await emptyFolder();
    mkdirSync(join(folder.path, 'empty'));
    const { code, stdout, stderr } = await say(line, { cwd: folder.path, env: { CONTROL_API_KEY: key } });
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(message);
  });
});
