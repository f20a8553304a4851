import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { emptyFolder, say } from '../helpers/cli-in-process.ts';

const key = 'ctl_live_8Fh2kQz7Lp0xVb4TnY6sWd9R';
const token = 'sk_live_51HxQ2eZvKYlo2C8nT3aBcDeF';
const clean = 'export const greet = (name) => "Hello, " + name;\n'.repeat(40);
const withKey = `${clean}fetch("/graphql",{headers:{"x-key":"${key}"}})`;
const offset = withKey.indexOf(key);

/** Audits a folder that holds these files. */
async function audited(
  files: Readonly<Record<string, string | Buffer>>,
  args = 'dist',
  env = { CONTROL_API_KEY: key },
) {
  await using folder = await emptyFolder();
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(join(folder.path, dirname(name)), { recursive: true });
    writeFileSync(join(folder.path, name), content);
  }
  const said = await say(`audit ${args} --format json`, { cwd: folder.path, env });
  const shown = said.stdout + said.stderr;
  expect(shown).not.toContain(key);
  expect(shown).not.toContain(token);
  const { leaks, problems } = JSON.parse(said.stdout || '{}');
  return { code: said.code, leaks, problems, stderr: said.stderr };
}

const long = 'x'.repeat(300_000);

describe('a planted key is found in each container, with its file and offset', () => {
  test.each<readonly [container: string, name: string, content: Buffer | string, found: string]>([
    ['a file', 'dist/app.js', withKey, 'dist/app.js'],
    ['a source map', 'dist/app.js.map', JSON.stringify({ sourcesContent: [clean, withKey] }), 'dist/app.js.map'],
    ['gzip', 'dist/app.js.gz', gzipSync(withKey), 'dist/app.js.gz'],
    ['gzip in two members', 'dist/a.gz', Buffer.concat([clean, withKey].map((it) => gzipSync(it))), 'dist/a.gz'],
    ['gzip by another name', 'dist/blob', gzipSync(withKey), 'dist/blob'],
    ['brotli', 'dist/app.js.br', brotliCompressSync(withKey), 'dist/app.js.br'],
    ['a small brotli', 'dist/a.br', brotliCompressSync(`"${key}"`), 'dist/a.br'],
    ['a file that is only named so', 'dist/pt.br', withKey, 'dist/pt.br'],
    ['a folder in a folder', 'dist/a/b/c/app.js', withKey, 'dist/a/b/c/app.js'],
  ])('%s', async (_, name, content, found) => {
    const { code, leaks, problems } = await audited({ 'dist/index.html': clean, [name]: content });
    expect(problems).toEqual([]);
    expect(leaks).toEqual([{ file: found, kind: 'key', offset: expect.any(Number), encoded: false, count: 1 }]);
    expect(code).toBe(1);
    if (content === withKey) expect(leaks[0].offset).toBe(offset);
  });

  test('a file of many megabytes', async () => {
    const large = `${clean.repeat(1200)}${withKey}${clean.repeat(600)}`;
    const { leaks } = await audited({ 'dist/a.js': large, 'dist/a.js.gz': gzipSync(large) });
    const place = { offset: large.indexOf(key), count: 1 };
    expect(leaks).toMatchObject(['dist/a.js', 'dist/a.js.gz'].map((file) => ({ file, ...place })));
  });
});

describe('what is no leak', () => {
  test('a clean build exits 0, and says how much was searched', async () => {
    const files = { 'dist/a.js': clean, 'dist/a.js.gz': gzipSync(clean), 'dist/a.js.br': brotliCompressSync(clean) };
    const { code, leaks, stderr } = await audited(files);
    expect({ code, leaks, stderr }).toEqual({ code: 0, leaks: [], stderr: 'Nothing was found in 3 files (6 kB).\n' });
  });

  test('without a key, the rest is searched for; what is clean so far is no success', async () => {
    const files = { 'dist/a.js': `${withKey}"Bearer ${token}"` };
    const { code, leaks } = await audited(files, 'dist', {} as never);
    expect([code, leaks.map(({ kind }: { kind: string }) => kind)]).toEqual([1, ['bearer']]);
    const other = await audited({ 'dist/a.js': clean }, 'dist', {} as never);
    expect([other.code, other.leaks]).toEqual([2, []]);
    expect(other.stderr).toContain('no key was searched for, since none is set: set CONTROL_API_KEY');
  });

  test('a proxy of the environment is nothing to it: it sends nothing', async () => {
    const env = { CONTROL_API_KEY: key, HTTP_PROXY: 'http://127.0.0.1:1', ALL_PROXY: 'http://127.0.0.1:1' };
    expect(await audited({ 'dist/a.js': clean }, 'dist', env)).toMatchObject({ code: 0 });
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
  const gzip = gzipSync(long + withKey);
  const zip = Buffer.from('PK\x03\x04\x14\0', 'latin1');
  const packed = (kind: string) => new RegExp(`^is packed as ${kind}: unpack it, and search that$`);

  test.each<readonly [what: string, name: string, content: Buffer, text: RegExp]>([
    ['a gzip that is cut off', 'a.gz', gzip.subarray(0, -20), /damaged or cut off/],
    ['a brotli that is cut off', 'a.js.br', brotliCompressSync(long + withKey).subarray(0, -3), /damaged or cut off/],
    [
      'a gzip of more than 512 MB',
      'a.gz',
      Buffer.concat(Array(65).fill(gzipSync(Buffer.alloc(2 ** 23)))),
      /more than 512 MB/,
    ],
    ['a zip', 'a.zip', zip, packed('zip')],
    ['an empty zip', 'a.zip', Buffer.from('PK\x05\x06\0', 'latin1'), packed('zip')],
    ['a zip in gzip', 'a.zip.gz', gzipSync(zip), packed('zip')],
    ['gzip in gzip', 'a.gz.gz', gzipSync(gzip), packed('gzip')],
    ['zstd', 'a.js.zst', Buffer.from('28b52ffd00', 'hex'), packed('zstd')],
  ])('%s exits 3', async (_, name, content, text) => {
    const { code, leaks, problems, stderr } = await audited({ [`dist/${name}`]: content });
    expect([code, leaks]).toEqual([3, []]);
    expect(problems).toEqual([{ file: `dist/${name}`, text: expect.stringMatching(text) }]);
    expect(JSON.parse(stderr.trim().split('\n').at(-1) ?? '').message).toContain('not all of 1 file ');
  });

  test('a link to nowhere', async () => {
    await using folder = await emptyFolder();
    mkdirSync(join(folder.path, 'dist'));
    symlinkSync('nowhere', join(folder.path, 'dist/link'));
    const { code, stderr } = await say('audit dist', { cwd: folder.path, env: { CONTROL_API_KEY: key } });
    expect(code).toBe(3);
    expect(stderr).toContain('dist/link cannot be read (ENOENT): not searched to its end.\n');
  });

  test.each([
    ['audit', /nothing to search/],
    ['audit nowhere', /no file or folder nowhere/],
    ['audit empty', /empty holds no file/],
    ['audit --git', /needs a repository/],
  ])('nothing to search is wrong usage: %s', async (line, message) => {
    await using folder = await emptyFolder();
    mkdirSync(join(folder.path, 'empty'));
    const { code, stdout, stderr } = await say(line, { cwd: folder.path });
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(message);
  });
});

test('`--git` also searches the history: a key that was removed, and tokens, but not the runtime', async () => {
  await using folder = await emptyFolder();
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.com', ...args], {
      cwd: folder.path,
      encoding: 'utf8',
    });
  const commit = (message: string) => {
    git('add', '-A');
    git('commit', '-qm', message);
    return git('log', '-1', '--format=%h').trim();
  };
  git('init', '-q');
  mkdirSync(join(folder.path, 'old'));
  writeFileSync(join(folder.path, 'old/app.js'), withKey);
  writeFileSync(join(folder.path, 'server.js'), 'Symbol.for("control-api-sdk.error")');
  const first = commit('a build');
  writeFileSync(join(folder.path, 'old/app.js'), clean);
  writeFileSync(join(folder.path, 'curl.sh'), `curl -H "Authorization: Bearer ${token}"`);
  const second = commit('a cleaner build');
  const { code, stdout, stderr } = await say('audit --git', { cwd: folder.path, env: { CONTROL_API_KEY: key } });
  expect(code, stderr).toBe(1);
  expect(new Set(stdout.trimEnd().split('\n'))).toEqual(
    new Set([`${first}:old/app.js:${offset}: the API key`, `${second}:curl.sh:24: a bearer token`]),
  );
});
