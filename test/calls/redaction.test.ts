import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { createControlClient } from '../../src/index.ts';
import { createRedactor, REDACTED } from '../../src/redaction/redact.ts';
import { json, response } from '../helpers/answers.ts';
import { reveals, whereRevealed } from '../helpers/key-hunt.ts';
import { MisbehavingServer } from '../helpers/misbehaving-server.ts';

const printable = fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code));
/** Keys of any shape that a header can carry, and of the shapes that services usually make. */
const keys = fc.oneof(
  fc.string({ unit: printable, minLength: 8, maxLength: 80 }),
  fc.uint8Array({ minLength: 16, maxLength: 48 }).map((bytes) => Buffer.from(bytes).toString('base64')),
  fc.uint8Array({ minLength: 16, maxLength: 48 }).map((bytes) => `sk_live_${Buffer.from(bytes).toString('base64url')}`),
  fc.uuid(),
);
const bytesAround = fc.uint8Array({ maxLength: 7 });
const textAround = fc.string({ maxLength: 30 });

/** Every way the promise names, and some that stack them, of writing a key that stands between other bytes. */
const spellings = {
  raw: (key: string) => key,
  'behind its scheme': (key: string) => `Bearer ${key}`,
  base64: (key: string, before: Uint8Array, after: Uint8Array) => between(key, before, after).toString('base64'),
  'base64 without padding': (key: string, before: Uint8Array, after: Uint8Array) =>
    between(key, before, after).toString('base64').replace(/=+$/, ''),
  base64url: (key: string, before: Uint8Array, after: Uint8Array) => between(key, before, after).toString('base64url'),
  'the header in base64': (key: string) => Buffer.from(`Bearer ${key}`).toString('base64'),
  'URL-encoded': (key: string) => encodeURIComponent(key),
  'URL-encoded in lower case': (key: string) => encodeURIComponent(key).replace(/%../g, (it) => it.toLowerCase()),
  'URL-encoded twice': (key: string) => encodeURIComponent(encodeURIComponent(key)),
  'URL-encoded base64': (key: string, before: Uint8Array, after: Uint8Array) =>
    encodeURIComponent(between(key, before, after).toString('base64')),
  'JSON-escaped': (key: string) => JSON.stringify(key),
  'JSON-escaped twice': (key: string) => JSON.stringify(JSON.stringify(key)),
  'JSON-escaped, slashes too': (key: string) => JSON.stringify(key).replaceAll('/', '\\/'),
  'in \\u escapes': (key: string) =>
    [...key].map((letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`).join(''),
} as const;

function between(key: string, before: Uint8Array, after: Uint8Array): Buffer {
  return Buffer.concat([before, Buffer.from(key), after]);
}

describe.each(Object.entries(spellings))('a key written %s', (_name, spell) => {
  test('is gone from any text, wherever it stands, and the text around it stays', () => {
    fc.assert(
      fc.property(keys, bytesAround, bytesAround, textAround, textAround, (key, before, after, left, right) => {
        fc.pre(!reveals(left + right, key));
        const scrubbed = createRedactor([key]).text(`${left} ${spell(key, before, after)} ${right}`);
        expect(reveals(scrubbed, key)).toBe(false);
        expect(scrubbed).toContain(REDACTED);
        // A text that holds it encoded is gone as a whole.
        expect(scrubbed === REDACTED || (scrubbed.startsWith(`${left} `) && scrubbed.endsWith(` ${right}`))).toBe(true);
      }),
      { numRuns: 60 },
    );
  });
});

test('a text without the key stays as it is', () => {
  fc.assert(
    fc.property(keys, fc.string({ maxLength: 200 }), (key, text) => {
      fc.pre(!reveals(text, key));
      expect(createRedactor([key]).text(text)).toBe(text);
    }),
  );
});

test('several keys are all gone: one that was rotated during the call too', () => {
  fc.assert(
    fc.property(keys, keys, (first, second) => {
      const redactor = createRedactor([first, second]);
      const scrubbed = redactor.text(`${first}|${second}|${Buffer.from(second).toString('base64')}|${first}`);
      expect([reveals(scrubbed, first), reveals(scrubbed, second)]).toEqual([false, false]);
    }),
  );
});

test('a value is scrubbed at every depth, names included, as a copy that leaves the original alone', () => {
  const redactor = (key: string) => createRedactor([key]);
  fc.assert(
    fc.property(keys, fc.jsonValue({ maxDepth: 4 }), (key, around) => {
      const value = { around, [key]: [{ deep: { [`x${key}`]: `Bearer ${key}` } }], list: [key, 1, null, true] };
      const before = JSON.stringify(value);
      fc.pre(!reveals(JSON.stringify(around), key));
      const scrubbed = redactor(key).json(value);
      expect(reveals(JSON.stringify(scrubbed), key)).toBe(false);
      expect(JSON.stringify(value)).toBe(before);
      expect(JSON.stringify((scrubbed as { around: unknown }).around)).toBe(JSON.stringify(around));
    }),
  );
});

test('a __proto__ entry stays an entry and pollutes nothing', () => {
  const scrubbed = createRedactor(['some-long-key']).json(JSON.parse('{"__proto__":{"polluted":"some-long-key"}}'));
  expect(Object.keys(scrubbed as object)).toEqual(['__proto__']);
  expect(Object.prototype).not.toHaveProperty('polluted');
});

test('a foreign error keeps its name, code and chain, and loses the key everywhere', () => {
  fc.assert(
    fc.property(keys, (key) => {
      fc.pre(!reveals('TypeError cause inner AggregateError ECONNRESET', key));
      const inner = Object.assign(new TypeError(`invalid header ${key}`), {
        code: 'ECONNRESET',
        rawPacket: Buffer.from(key),
      });
      const outer = new Error(`cause: ${key}`, {
        cause: new AggregateError([inner, key], `all of ${key}`, { cause: inner }),
      });
      const copy = createRedactor([key]).cause(outer);
      expect(whereRevealed(copy, key)).toEqual([]);
      expect(copy).toMatchObject({
        cause: { name: 'AggregateError', cause: { name: 'TypeError', code: 'ECONNRESET' } },
      });
    }),
    { numRuns: 50 },
  );
});

test('a cause that refers to itself comes to an end', () => {
  const loop = new Error('round');
  loop.cause = loop;
  expect(createRedactor(['some-long-key']).cause(loop)).toBeInstanceOf(Error);
});

test('end to end: whatever the key and however the server writes it back, the caller never sees it', async () => {
  let reply = '';
  let requestId = 'r1';
  await using server = await MisbehavingServer.start({
    answer: ({ client }) => void client.write(response(200, [json, ['x-request-id', requestId]], reply)),
  });
  await fc.assert(
    fc.asyncProperty(keys, bytesAround, fc.constantFrom(...Object.values(spellings)), async (apiKey, around, spell) => {
      const told = spell(apiKey, around, around);
      fc.pre(!apiKey.startsWith('emulator_') && !/^(["'`]).*\1$/.test(apiKey));
      requestId = `r-${told}`;
      reply = JSON.stringify({ errors: [{ message: `no: ${told}`, extensions: { [told]: [told] } }], data: { told } });
      await using client = createControlClient({ baseUrl: server.url, apiKey });
      const error: unknown = await client.request('query Q { team }').catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ code: 'graphql' });
      expect(whereRevealed(error, apiKey)).toEqual([]);
      const answer = await client.execute('query Q { team }');
      expect(answer.data).toEqual({ told });
      expect(whereRevealed([answer.errors, answer.meta], apiKey)).toEqual([]);
      expect(answer.meta.requestId).toContain(REDACTED);
    }),
    { numRuns: 40 },
  );
});

test.each<[how: string, given: { readonly apiKey?: string }]>([
  ['as an option', { apiKey: 'a-key-that-is-never-sent' }],
  ['by the environment', {}],
])(
  'a key that was given as text, %s, is scrubbed before it was ever sent, from introspection too',
  async (_how, given) => {
    const key = 'a-key-that-is-never-sent';
    if (given.apiKey === undefined) vi.stubEnv('CONTROL_API_KEY', key);
    const answer = { errors: [{ message: `I guess ${key}` }], data: null };
    await using client = createControlClient({
      ...given,
      baseUrl: 'http://127.0.0.1',
      fetch: async () => Response.json(answer),
    });
    vi.unstubAllEnvs();
    const error: unknown = await client.request('{ __typename }').catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ errors: [{ message: `I guess ${REDACTED}` }] });
    expect(whereRevealed(error, key)).toEqual([]);
  },
);

test('a hostile answer, which would take minutes to scrub, is redacted as a whole', async () => {
  const hostile = JSON.stringify({ errors: [{ message: '\\\\%25=3D&#38;'.repeat(2 ** 19) }], data: null });
  await using client = createControlClient({
    apiKey: 'a-key-of-this-test',
    baseUrl: 'http://127.0.0.1',
    fetch: async () => new Response(hostile, { headers: { 'content-type': 'application/json' } }),
  });
  const error = await client.request('query Q { team }').catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code: 'graphql', errors: [{ message: REDACTED }] });
});
