import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { startEmulator } from '../../src/emulator/index.ts';
import { failure, folderWith, said, say, sayIn } from '../helpers/cli-in-process.ts';

const nowhere = 'http://127.0.0.1:9';

test('`.env` gives the base URL and the key', async () => {
  await using emulator = await startEmulator({ devices: 1 });
  const files = { '.env': `CONTROL_API_URL=${emulator.url}\nCONTROL_API_KEY="${emulator.key}"\n` };
  expect((await sayIn(files, 'devices')).code).toBe(0);
});

test('`.env` sets nothing but CONTROL_API_*', async () => {
  const files = { '.env': 'FORCE_COLOR=1\nHTTPS_PROXY=x\nCONTROL_API_URL=https://a.example\n' };
  const { stderr } = await sayIn(files, 'request none.graphql --verbose');
  expect(stderr).toContain('CONTROL_API_URL is https://a.example (from .env).');
  expect(stderr).not.toContain('PROXY');
  expect(stderr).not.toContain('FORCE_COLOR');
});

test('the environment wins over `.env`, whichever way each gives the key', async () => {
  await using emulator = await startEmulator({ devices: 1 });
  await using folder = await folderWith({
    '.env': `CONTROL_API_URL=${nowhere}\nCONTROL_API_KEY=emulator_of_the_file\n`,
    key: emulator.key,
  });
  const env = { CONTROL_API_URL: emulator.url, CONTROL_API_KEY_FILE: join(folder.path, 'key') };
  const { code, stderr } = await say('devices --verbose', { cwd: folder.path, env });
  expect([code, stderr.split('\n').slice(0, 2)]).toEqual([
    0,
    [
      'CONTROL_API_KEY_FILE is set (from the environment).',
      `CONTROL_API_URL is ${emulator.url} (from the environment).`,
    ],
  ]);
});

test('`.env` may not name the file of a key, but a named file may', async () => {
  await using emulator = await startEmulator({ devices: 1 });
  await using folder = await folderWith({
    '.env': `CONTROL_API_URL=${emulator.url}\nCONTROL_API_KEY_FILE=key\n`,
    key: emulator.key,
  });
  expect(await say('devices', { cwd: folder.path })).toEqual(
    said(
      2,
      '',
      '.env sets CONTROL_API_KEY_FILE, and a folder must not choose what is read: set it in the environment, or name the file: --settings .env\n',
    ),
  );
  const named = await say('request none.graphql --verbose --settings .env', { cwd: folder.path });
  expect(named.stderr).toContain('CONTROL_API_KEY_FILE is set (from .env).');
});

test('an empty setting of a copied example sets nothing', async () => {
  const files = { '.env': 'CONTROL_API_URL=\nCONTROL_API_KEY=\n' };
  expect(await sayIn(files, 'devices')).toEqual(failure(2, 'No base URL'));
});

test('`--env-file` is refused with a hint at `--settings`, since Node takes that name', async () => {
  expect(await say('devices --env-file .env')).toEqual(
    said(
      2,
      '',
      '`--env-file` is an option of Node itself, which would read the file before this program starts. Write: --settings <file>\n',
    ),
  );
});

test('the file of `--settings` replaces .env, and may begin with a byte order mark', async () => {
  const files = {
    '.env': 'CONTROL_API_URL=https://a.example\n',
    'staging.env': '\ufeffCONTROL_API_URL=https://b.example\n',
  };
  const { stderr } = await sayIn(files, 'request none.graphql --verbose --settings staging.env');
  expect(stderr).toContain('CONTROL_API_URL is https://b.example (from staging.env).');
});

test('the file of `--settings` wins over the environment, so no command for staging goes to production', async () => {
  const files = {
    'staging.env': 'CONTROL_API_URL=https://staging.example/api\nCONTROL_API_KEY_FILE=key\n',
    'url.env': 'CONTROL_API_URL=https://staging.example\nCONTROL_API_KEY=\n',
  };
  const env = { CONTROL_API_URL: 'https://production.example', CONTROL_API_KEY: 'emulator_production' };
  const sources = async (file: string) => {
    const line = `request none.graphql --verbose --settings ${file}`;
    return (await sayIn(files, line, { env })).stderr.split('\n').slice(0, 2);
  };
  expect(await sources('staging.env')).toEqual([
    'CONTROL_API_KEY_FILE is set (from staging.env).',
    'CONTROL_API_URL is https://staging.example/api (from staging.env).',
  ]);
  expect(await sources('url.env')).toEqual([
    'CONTROL_API_KEY is set (from the environment).',
    'CONTROL_API_URL is https://staging.example (from url.env).',
  ]);
});

test('a missing file of `--settings` is an error', async () => {
  const why = 'The file none.env cannot be read (ENOENT): check its path and permissions.\n';
  expect(await sayIn({}, 'devices --settings none.env')).toEqual(said(2, '', why));
});

describe('access that is narrowed outside of code', () => {
  const mutation = ['request', 'mutation Rename { rename { id } }', '--yes'];
  const env = { CONTROL_API_URL: nowhere, CONTROL_API_KEY: 'emulator_some-key' };
  const narrow = { 'x.env': 'CONTROL_API_ACCESS=read-only\n' };
  const named = ['--settings', 'x.env'];

  test.each([
    ['the environment', {}, { CONTROL_API_ACCESS: 'read-only' }, []],
    ['.env', { '.env': 'CONTROL_API_ACCESS=read-only\n' }, {}, []],
    ['.env', { '.env': 'CONTROL_API_ACCESS=read-only\n' }, { CONTROL_API_ACCESS: '' }, []],
    ['.env', { '.env': 'CONTROL_API_ACCESS=read-only\n' }, { CONTROL_API_ACCESS: 'full' }, []],
    ['x.env', narrow, {}, named],
    ['x.env', narrow, { CONTROL_API_ACCESS: 'full' }, named],
    ['the environment', { 'x.env': 'CONTROL_API_ACCESS=full\n' }, { CONTROL_API_ACCESS: 'read-only' }, named],
  ])(
    'a read-only access by %s refuses a mutation, and the message names the source',
    async (source, files, more, line) => {
      const why = `Rename was not sent: its kind is mutation, and CONTROL_API_ACCESS is 'read-only'. That is set by ${source}.\n`;
      expect(await sayIn(files, [...mutation, ...line], { env: { ...env, ...more } })).toEqual(said(2, '', why));
    },
  );

  test('an unknown access is refused', async () => {
    const ended = await sayIn({}, 'devices', { env: { ...env, CONTROL_API_ACCESS: 'write-only' } });
    expect(ended).toEqual(failure(2, 'CONTROL_API_ACCESS must be one of: full, read-only.'));
  });

  test('doctor shows the access with its source', async () => {
    const { stdout } = await sayIn(narrow, 'doctor --settings x.env', { env });
    expect(stdout).toContain('CONTROL_API_ACCESS read-only (from x.env)');
    expect((await sayIn(narrow, 'doctor', { env })).stdout).toContain('access full (nothing narrows it)');
  });
});

test('`--verbose` shows neither a key nor credentials in a URL', async () => {
  const env = { CONTROL_API_KEY: 'a-very-secret-key', CONTROL_API_URL: 'https://user:pass@a.example/?token=t' };
  const { stderr } = await sayIn({}, 'devices --verbose', { env });
  expect(stderr).toContain('CONTROL_API_KEY is set (from the environment).');
  for (const secret of ['a-very', 'user', 'pass', 'token']) expect(stderr).not.toContain(secret);
});
