import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { brotliCompressSync, deflateRawSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { emptyFolder, say } from '../helpers/cli-in-process.ts';

const key = 'ctl_live_8Fh2kQz7Lp0xVb4TnY6sWd9R';
const token = 'sk_live_51HxQ2eZvKYlo2C8nT3aBcDeF';
const clean = 'export const greet = (name) => "Hello, " + name;\n'.repeat(40);
const withKey = `${clean}fetch("/graphql",{headers:{"x-key":"${key}"}})`;
const offset = withKey.indexOf(key);

type Entry = readonly [
  name: string,
  content: string | Buffer,
  method?: 'stored' | 'deflated' | 'broken',
  how?: 'long' | 'encrypted',
];

/** A zip archive, as the format's specification writes one. `long`: with offsets elsewhere, as in more than 4 GB. */
function zipOf(entries: readonly Entry[], comment = ''): Buffer {
  const number = (size: 2 | 4 | 8, value: number) => {
    const bytes = Buffer.alloc(size);
    if (size === 8) bytes.writeBigUInt64LE(BigInt(value));
    else bytes.writeUIntLE(value, 0, size);
    return bytes;
  };
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const [name, text, method = 'deflated', how] of entries) {
    const raw = Buffer.from(text);
    const data = method === 'deflated' ? deflateRawSync(raw) : raw;
    const isLong = how === 'long';
    const size = (value: number) => number(4, isLong ? 0xffffffff : value);
    const flags = [number(2, how === 'encrypted' ? 9 : 8), number(2, method === 'stored' ? 0 : 8), number(8, 0)];
    // The sizes are behind the content, as a program writes that streams.
    const local = [Buffer.from('PK\x03\x04\x14\0'), ...flags, number(4, 0), number(4, 0)];
    const written = Buffer.concat([...local, number(2, name.length), number(2, 5), Buffer.from(`${name}extra`), data]);
    const extra = isLong
      ? Buffer.concat([Buffer.from('\x01\0\x18\0'), number(8, raw.length), number(8, data.length), number(8, at)])
      : Buffer.alloc(0);
    directory.push(
      Buffer.concat([
        ...[Buffer.from('PK\x01\x02\x14\0\x14\0'), ...flags, size(data.length), size(raw.length)],
        ...[number(2, name.length), number(2, extra.length), number(2, 0), number(8, 0), size(at)],
        ...[Buffer.from(name), extra],
      ]),
    );
    files.push(written);
    at += written.length;
  }
  const listed = Buffer.concat(directory);
  const isLong = entries.some(([, , , how]) => how === 'long');
  const long = Buffer.concat([
    ...[Buffer.from('PK\x06\x06'), number(8, 44), number(4, 0), number(8, 0), number(8, 0), number(8, 0)],
    ...[number(8, listed.length), number(8, at)],
    ...[Buffer.from('PK\x06\x07'), number(4, 0), number(8, at + listed.length), number(4, 1)],
  ]);
  const end = [listed.length, at].map((value) => number(4, isLong ? 0xffffffff : value));
  return Buffer.concat([
    ...[...files, listed, ...(isLong ? [long] : [])],
    ...[Buffer.from('PK\x05\x06\0\0\0\0\0\0\0\0'), ...end, number(2, comment.length), Buffer.from(comment)],
  ]);
}

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

const app: Entry = ['assets/app.js', withKey];
const long = 'x'.repeat(300_000);

describe('a planted key is found in each container, with its file and offset', () => {
  test.each<readonly [container: string, name: string, content: Buffer | string, found: string]>([
    ['a file', 'dist/app.js', withKey, 'dist/app.js'],
    ['a source map', 'dist/app.js.map', JSON.stringify({ sourcesContent: [clean, withKey] }), 'dist/app.js.map'],
    ['gzip', 'dist/app.js.gz', gzipSync(withKey), 'dist/app.js.gz!app.js'],
    ['gzip in two members', 'dist/a.gz', Buffer.concat([clean, withKey].map((it) => gzipSync(it))), 'dist/a.gz!a'],
    ['gzip by another name', 'dist/blob', gzipSync(withKey), 'dist/blob!content'],
    ['brotli', 'dist/app.js.br', brotliCompressSync(withKey), 'dist/app.js.br!app.js'],
    ['a small brotli', 'dist/a.br', brotliCompressSync(`"${key}"`), 'dist/a.br!a'],
    ['a file that is only named so', 'dist/pt.br', withKey, 'dist/pt.br'],
    ['zip', 'dist/app.zip', zipOf([['readme', clean], app]), 'dist/app.zip!assets/app.js'],
    ['zip, stored', 'dist/app.zip', zipOf([['a', withKey, 'stored']], 'a comment'), 'dist/app.zip!a'],
    ['a folder in a folder', 'dist/a/b/c/app.js', withKey, 'dist/a/b/c/app.js'],
  ])('%s', async (_, name, content, found) => {
    const { code, leaks, problems } = await audited({ 'dist/index.html': clean, [name]: content });
    expect(problems).toEqual([]);
    expect(leaks).toEqual([{ file: found, kind: 'key', offset: expect.any(Number), encoded: false, count: 1 }]);
    expect(code).toBe(1);
    if (content === withKey) expect(leaks[0].offset).toBe(offset);
  });

  test('a stream that is larger than what is searched at once', async () => {
    const large = `${clean.repeat(1200)}${withKey}${clean.repeat(600)}`;
    const files = { 'dist/a.js': large, 'dist/a.js.gz': gzipSync(large), 'dist/a.zip': zipOf([['a.js', large]]) };
    const { leaks } = await audited(files);
    const place = { offset: large.indexOf(key), count: 1 };
    expect(leaks).toMatchObject(
      ['dist/a.js', 'dist/a.js.gz!a.js', 'dist/a.zip!a.js'].map((file) => ({ file, ...place })),
    );
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
  const zip = zipOf([app]);

  test.each<readonly [what: string, name: string, content: Buffer, file: string, text: RegExp]>([
    ['a gzip that is cut off', 'a.gz', gzip.subarray(0, -20), 'dist/a.gz!a', /damaged or cut off/],
    ['a zip that is cut off', 'a.zip', zipOf([app]).subarray(0, -10), 'dist/a.zip', /damaged or cut off/],
    [
      'an encrypted zip',
      'a.zip',
      zipOf([['assets/app.js', withKey, 'stored', 'encrypted']]),
      'dist/a.zip!assets/app.js',
      /encrypted/,
    ],
    [
      'a zip of more than 4 GB',
      'a.zip',
      zipOf([['a', withKey, 'stored', 'long']]),
      'dist/a.zip!zip64',
      /more than 4 GB/,
    ],
    ['a zip in a zip', 'a.zip', zipOf([['b.zip', zipOf([app])]]), 'dist/a.zip!b.zip', /an archive inside another/],
    [
      'gzip in zip',
      'a.zip',
      zipOf([['b.js.gz', gzipSync(withKey)]]),
      'dist/a.zip!b.js.gz',
      /an archive inside another/,
    ],
    ['zip in gzip', 'a.zip.gz', gzipSync(zipOf([app])), 'dist/a.zip.gz!a.zip', /an archive inside another/],
    ['zstd', 'a.js.zst', Buffer.from('28b52ffd00', 'hex'), 'dist/a.js.zst', /compressed with zstd/],
    ['a broken entry', 'a.zip', zipOf([['b', withKey, 'broken']]), 'dist/a.zip!b', /damaged or cut off/],
    [
      'a directory elsewhere',
      'a.zip',
      zip.fill(0x7f, zip.length - 4, zip.length - 2),
      'dist/a.zip',
      /damaged or cut off/,
    ],
  ])('%s exits 3', async (_, name, content, file, text) => {
    const { code, leaks, problems, stderr } = await audited({ [`dist/${name}`]: content });
    expect([code, leaks]).toEqual([3, []]);
    expect(problems).toEqual([{ file, text: expect.stringMatching(text) }]);
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
