import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { createControlClient, isControlApiError } from '../../src/index.ts';
import { good, says } from '../helpers/answers.ts';
import { whereRevealed } from '../helpers/key-hunt.ts';
import { graphql, laboratory } from '../helpers/laboratory.ts';
import { MisbehavingServer } from '../helpers/misbehaving-server.ts';

const key = 'sk_live_4eC39HqLyjWDarjtT1zdp7dc';
const query = 'query List { team { devices { nodes { id name } } } }';
const server = await MisbehavingServer.start(says(good));
afterAll(() => server[Symbol.asyncDispose]());
afterEach(() => vi.unstubAllEnvs());

/** The error of a call whose key function fails: one question, and no request. */
async function failsUnsent(apiKey: () => string | Promise<string>): Promise<unknown> {
  const asked = vi.fn(apiKey);
  const lab = laboratory([], { apiKey: asked });
  const error = await lab.settle(query);
  expect(error).toMatchObject({ code: 'configuration', outcome: 'not-sent', attempts: 0 });
  expect(asked).toHaveBeenCalledOnce();
  expect(lab.sent).toEqual([]);
  return error;
}

test.each([
  ['a string', key],
  ['a function', () => key],
  ['an async function', async () => key],
])(
  'the key is not printed from the client, or from what the client returns, when given as %s',
  async (_how, apiKey) => {
    const logger = { info() {}, error() {} };
    await using client = createControlClient({ baseUrl: server.url, apiKey, logger });
    const devices = client.devices();
    const pages = devices.pages();
    const answer = await client.execute(query);
    for (const shown of [client, client.request, client.execute, devices, pages, answer, { ...client }, [client]]) {
      expect(whereRevealed(shown, key)).toEqual([]);
    }
    expect(Object.isFrozen(client)).toBe(true);
    expect(() => JSON.stringify(client)).not.toThrow();
    await pages.return?.();
  },
);

test('the search for keys finds a key that is there', () => {
  const leaks: Readonly<Record<string, unknown>> = {
    field: { key },
    hidden: Object.defineProperty({}, 'key', { value: key, enumerable: false }),
    symbol: { [Symbol('key')]: key },
    name: { [key]: 1 },
    getter: {
      get key() {
        return key;
      },
    },
    inherited: Object.create({ key }),
    accessor: new (class {
      get authorization() {
        return `Bearer ${key}`;
      }
    })(),
    message: new Error(`no: ${key}`),
    cause: new Error('no', { cause: new Error(key) }),
    errors: new AggregateError([new Error(key)]),
    bytes: { raw: Buffer.from(`authorization: ${key}`) },
    map: new Map([['authorization', key]]),
    set: new Set([key]),
    closureProperty: Object.assign(() => {}, { key }),
    json: { toJSON: () => ({ key }) },
    base64: Buffer.from(`x:${key}`).toString('base64'),
    base64url: Buffer.from(`xy:${key}`).toString('base64url'),
    percent: [...key].map((it) => `%${it.charCodeAt(0).toString(16)}`).join(''),
    escapes: [...key].map((it) => `\\u00${it.charCodeAt(0).toString(16)}`).join(''),
    half: key.slice(0, 12),
  };
  for (const [where, leak] of Object.entries(leaks)) expect(whereRevealed(leak, key), where).not.toEqual([]);
  expect(whereRevealed({ message: 'nothing here', list: [1, 2, 3] }, key)).toEqual([]);
});

test.each(['CONTROL_API_KEY', 'CONTROL_API_KEY_FILE'])(
  'a client does not print a key that comes from %s',
  async (variable) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'control-api-key-'));
    const file = path.join(folder, 'key');
    await writeFile(file, `${key}\n`, { mode: 0o600 });
    vi.stubEnv('CONTROL_API_KEY', variable === 'CONTROL_API_KEY' ? key : undefined);
    vi.stubEnv('CONTROL_API_KEY_FILE', variable === 'CONTROL_API_KEY_FILE' ? file : undefined);
    await using client = createControlClient({ baseUrl: server.url });
    await rm(folder, { recursive: true });
    await client.request(query);
    expect(server.deliveries.at(-1)?.headers.get('authorization')).toBe(`Bearer ${key}`);
    expect(whereRevealed(client, key)).toEqual([]);
  },
);

/** Common mistakes, with the value that must not be quoted. */
const mistakes: readonly (readonly [what: string, value: unknown])[] = [
  ['empty', ''],
  ['blank', '   '],
  ['shorter than 8 characters', 'short77'],
  ['with its scheme', `Bearer ${key}`],
  ['with its scheme in lower case', `bearer ${key}`],
  ['with a space before', ` ${key}`],
  ['with a line break after', `${key}\n`],
  ['with a header smuggled in', `${key}\r\nx-admin: 1`],
  ['with a tab inside', `sk_live\t${key}`],
  ['in quotes', `"${key}"`],
  ['in single quotes', `'${key}'`],
  ['with a zero-width space', `${key}\u200b`],
  ['with a no-break space', `${key}\u00a0`],
  ['with a letter that no header can hold', `ключ${key}`],
  ['with a NUL', `${key}\0`],
  ['a number', 12345678],
  ['an object', { key }],
  ['a list', [key]],
];

test.each(mistakes)(
  'a key with a mistake is refused without a quote of it, as an option and from a function: %s',
  async (_what, value) => {
    const made = async () => createControlClient({ baseUrl: server.url, apiKey: value as string });
    const error: unknown = await made().catch((thrown: unknown) => thrown);
    expect(isControlApiError(error, 'configuration')).toBe(true);
    const later = await failsUnsent(async () => value as string);
    expect(whereRevealed([error, later], key)).toEqual([]);
  },
);

test('a key in place of a file path is not printed', async () => {
  vi.stubEnv('CONTROL_API_KEY', undefined);
  vi.stubEnv('CONTROL_API_KEY_FILE', key);
  await using client = createControlClient({ baseUrl: server.url });
  const error = await client.request(query).catch((thrown: unknown) => thrown);
  expect(isControlApiError(error, 'configuration')).toBe(true);
  expect(String(error)).toContain('ENOENT');
  expect(whereRevealed(error, key)).toEqual([]);
});

test('each call asks the key function, and the constructor does not', async () => {
  const apiKey = vi.fn(() => key);
  const lab = laboratory([], { apiKey });
  expect(apiKey).not.toHaveBeenCalled();
  await lab.settle(query);
  await lab.settle(query);
  expect(apiKey).toHaveBeenCalledTimes(2);
});

test.each([
  [
    'throws',
    () => {
      throw new Error(`vault said no to ${key}`);
    },
  ],
  ['rejects', () => Promise.reject(new Error(`vault said no to ${key}`))],
  ['rejects with nothing', () => Promise.reject(undefined)],
  ['rejects with a text', () => Promise.reject(key)],
])('a key function that %s is a configuration error, and is asked once', async (_how, apiKey) => {
  const error = await failsUnsent(apiKey);
  expect(error).toMatchObject({ message: expect.not.stringContaining(key) });
});

test('an error is scrubbed of every key that its call used', async () => {
  const used: string[] = [];
  const apiKey = () => {
    used.push(`rotated-${used.length}-${key.slice(0, 20 - used.length)}`);
    return used.at(-1) ?? '';
  };
  const lab = laboratory(
    (_request, nth) => {
      const told = { errors: [{ message: used.join() }] };
      return graphql(told, nth < 3 ? { status: 503, headers: { 'retry-after': '0' } } : { status: 400 });
    },
    { apiKey },
  );
  const error = await lab.settle(query);
  expect(error).toMatchObject({
    code: 'graphql',
    attempts: 3,
    errors: [{ message: expect.stringContaining('[redacted]') }],
  });
  for (const one of used) expect(whereRevealed(error, one)).toEqual([]);
});
