import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { inspect } from 'node:util';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import { ApiKey, type ApiKeyOption, readKeySource as readSource } from '../../src/key/api-key.ts';
import { whereRevealed } from '../helpers/key-hunt.ts';
import { messageOf } from '../helpers/message-of.ts';

const key = 'sk_live_4eC39HqLyjWDarjtT1zdp7dc';
const folder = await mkdtemp(path.join(tmpdir(), 'control-api-key-'));
afterAll(() => rm(folder, { recursive: true }));

const readKeySource = (option: ApiKeyOption | undefined, env: Record<string, string>, isLocal: boolean | undefined) =>
  readSource(
    option,
    env,
    () => {},
    () => isLocal,
  );
const fileOf = async (content: string): Promise<string> => {
  const file = path.join(folder, `${Math.random()}`);
  await writeFile(file, content);
  return file;
};
const used = async (option: ApiKeyOption | undefined, env: Record<string, string>, loopback = false) =>
  (await readKeySource(option, env, loopback)())?.authorization();

test('the key is the option, else the environment, else the file that the environment names', async () => {
  const file = await fileOf('key-of-the-file');
  const env = { CONTROL_API_KEY: 'key-of-the-environment', CONTROL_API_KEY_FILE: file };
  expect(await used('key-of-the-option', env)).toBe('Bearer key-of-the-option');
  expect(await used(() => 'key-of-the-function', env)).toBe('Bearer key-of-the-function');
  expect(await used(undefined, env)).toBe('Bearer key-of-the-environment');
  expect(await used(undefined, { CONTROL_API_KEY_FILE: file })).toBe('Bearer key-of-the-file');
  expect(await used(null, env)).toBeUndefined();
});

test.each([`${key}\n`, `${key}\r\n`, key])('a key file may end in one line break: %j', async (content) => {
  expect(await used(undefined, { CONTROL_API_KEY_FILE: await fileOf(content) })).toBe(`Bearer ${key}`);
});

test('a byte order mark of a key file is skipped', async () => {
  expect(await used(undefined, { CONTROL_API_KEY_FILE: await fileOf(`\ufeff${key}\r\n`) })).toBe(`Bearer ${key}`);
});

test.each([`CONTROL_API_KEY=${key}`, `export CONTROL_API_KEY="${key}"\n`, `CONTROL_API_KEY = ${key}\nX=1\n`])(
  'a file of settings is not a key file: %j',
  async (content) => {
    const file = await fileOf(content);
    expect(messageOf(() => readKeySource(undefined, { CONTROL_API_KEY_FILE: file }, false))).toBe(
      'The API key (from the file that CONTROL_API_KEY_FILE names) stands with "Bearer ", the name of a variable, or quotes. Pass the key alone.',
    );
  },
);

test.each([`${key}\n\n`, `\n${key}`, `${key}\n# mine`])('a key file has the key alone: %j', async (content) => {
  const file = await fileOf(content);
  expect(messageOf(() => readKeySource(undefined, { CONTROL_API_KEY_FILE: file }, false))).toMatch(
    /^The API key \(from the file that CONTROL_API_KEY_FILE names\) contains white space, such as a line break/,
  );
});

test.each([{}, { CONTROL_API_KEY_FILE: '' }])('an environment without a key makes the first call fail: %j', (env) => {
  const source = readKeySource(undefined, env, false);
  expect(messageOf(() => source())).toMatchInlineSnapshot(
    `"There is no API key. Pass the \`apiKey\` option or set CONTROL_API_KEY or CONTROL_API_KEY_FILE. Keys are made in the web UI: team settings, Create API Key."`,
  );
});

test('an empty key is an error, and no later source is read', () => {
  const env = { CONTROL_API_KEY: '', CONTROL_API_KEY_FILE: '/nowhere' };
  expect(messageOf(() => readKeySource('', env, false))).toMatch(/from the `apiKey` option\) is blank/);
  expect(messageOf(() => readKeySource(undefined, env, false))).toMatch(/from CONTROL_API_KEY\) is blank/);
});

test('a key file that does not exist is reported by its code at the first use, without its path', () => {
  const source = readKeySource(undefined, { CONTROL_API_KEY_FILE: '/nowhere' }, false);
  expect(messageOf(() => source())).toMatchInlineSnapshot(
    `"The file that CONTROL_API_KEY_FILE names could not be read (ENOENT). Check its path and rights; the key itself belongs in CONTROL_API_KEY."`,
  );
});

test('a key file that cannot be read is reported at once', () => {
  expect(messageOf(() => readKeySource(undefined, { CONTROL_API_KEY_FILE: folder }, false))).toMatch(/\(EISDIR\)/);
});

test('a key file is read at once, and again when the service refuses its key', async () => {
  const file = await fileOf('key-before-rotation');
  const source = readKeySource(undefined, { CONTROL_API_KEY_FILE: file }, false);
  const before = await source();
  await writeFile(file, 'key-after-rotation');
  expect((await source())?.authorization()).toBe('Bearer key-before-rotation');
  const after = await source(before);
  expect(after?.authorization()).toBe('Bearer key-after-rotation');
  await writeFile(file, 'key-of-another-day');
  // The refusal of the old key proves nothing about the new one.
  expect(await source(before)).toBe(after);
});

test('a key is checked for its target once that is known', async () => {
  let isLocal: boolean | undefined;
  const source = readSource(
    'emulator_0123456789',
    {},
    () => {},
    () => isLocal,
  );
  isLocal = false;
  expect(messageOf(() => source())).toMatch(/emulator key/);
  isLocal = true;
  expect((await source())?.authorization()).toBe('Bearer emulator_0123456789');
});

test('a key function that fails is reported with its cause', async () => {
  const why = new Error('vault is sealed');
  const source = readKeySource(() => Promise.reject(why), {}, false);
  await expect(source()).rejects.toMatchObject({ message: 'The `apiKey` function failed.', cause: why });
});

test('a key from a function is checked like any other', async () => {
  await expect(readKeySource(() => 'short', {}, false)()).rejects.toThrow(/from the `apiKey` function\) is shorter/);
  const emulator = () => 'emulator_0123456789';
  await expect(readKeySource(emulator, {}, false)()).rejects.toThrow(/emulator key/);
  expect(await used(emulator, {}, true)).toBe('Bearer emulator_0123456789');
});

test('a key has 8 characters or more, all of which fit into a header', () => {
  for (const good of ['12345678', `!"#$%&'()*+,-./:;<=>?@[\\]^_\`{|}~`, `"${key}'`, 'bearer-token', `'"`.repeat(4)]) {
    expect(new ApiKey(good, 'a test', false).authorization()).toBe(`Bearer ${good}`);
  }
});

test('a key is refused for its first mistake, with advice', () => {
  const mistakes = [
    undefined,
    ' \t',
    `Bearer ${key}`,
    ` bearer\t${key}`,
    `${key}\n`,
    `${key}\r`,
    'sk live',
    'sk bearer live',
    `"${key}"`,
    `'${key}'`,
    `\`${key}\``,
    `${key}\u007f`,
    `é${key}`,
    '1234567',
    'emulator_0123456789',
  ];
  expect(mistakes.map((value) => messageOf(() => new ApiKey(value, 'a test', false)))).toMatchInlineSnapshot(`
      [
        "The API key (from a test) is not a string. Pass the key itself, or a function that returns it.",
        "The API key (from a test) is blank. Pass the key that was shown when it was made.",
        "The API key (from a test) stands with "Bearer ", the name of a variable, or quotes. Pass the key alone.",
        "The API key (from a test) stands with "Bearer ", the name of a variable, or quotes. Pass the key alone.",
        "The API key (from a test) contains white space, such as a line break, or what is not ASCII. Copy the key again, without it.",
        "The API key (from a test) contains white space, such as a line break, or what is not ASCII. Copy the key again, without it.",
        "The API key (from a test) contains white space, such as a line break, or what is not ASCII. Copy the key again, without it.",
        "The API key (from a test) contains white space, such as a line break, or what is not ASCII. Copy the key again, without it.",
        "The API key (from a test) stands with "Bearer ", the name of a variable, or quotes. Pass the key alone.",
        "The API key (from a test) stands with "Bearer ", the name of a variable, or quotes. Pass the key alone.",
        "The API key (from a test) stands with "Bearer ", the name of a variable, or quotes. Pass the key alone.",
        "The API key (from a test) contains white space, such as a line break, or what is not ASCII. Copy the key again, without it.",
        "The API key (from a test) contains white space, such as a line break, or what is not ASCII. Copy the key again, without it.",
        "The API key (from a test) is shorter than 8 characters (our rule: so short a key cannot be kept out of logs).",
        "The API key (from a test) is an emulator key, and the base URL is not on this machine. Use a key of the service.",
      ]
    `);
});

test('a key is not printed, and is compared with another one', () => {
  const mine = new ApiKey(key, 'a test', false);
  expect(whereRevealed([mine, String(mine), JSON.stringify({ mine }), inspect(mine, true)], key)).toEqual([]);
  expect(mine.equals(new ApiKey(key, 'another', true))).toBe(true);
  expect(mine.equals(new ApiKey(`${key}x`, 'a test', false))).toBe(false);
});

describe('off Node', () => {
  afterEach(() => {
    vi.doUnmock('../../src/transport/node-builtin.ts');
    vi.resetModules();
  });

  test('CONTROL_API_KEY_FILE is refused off Node, with the alternatives', async () => {
    vi.resetModules();
    vi.doMock('../../src/transport/node-builtin.ts', () => ({ builtin: () => undefined }));
    const { readKeySource } = await import('../../src/key/api-key.ts');
    const asked = (async () =>
      readKeySource(
        undefined,
        { CONTROL_API_KEY_FILE: '/key' },
        () => {},
        () => false,
      )())();
    await expect(asked).rejects.toMatchObject({
      code: 'configuration',
      message: expect.stringMatching(/^CONTROL_API_KEY_FILE is read on Node alone\. .* pass `apiKey: \(\) => key`\.$/),
    });
  });
});
