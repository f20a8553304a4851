import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { createControlClient } from '../../src/index.ts';
import { REDACTED } from '../../src/redaction/redact.ts';
import { json, response } from '../helpers/answers.ts';
import { whereRevealed } from '../helpers/key-hunt.ts';
import { MisbehavingServer } from '../helpers/misbehaving-server.ts';
import { drawFrom, encodings } from '../redaction/spellings.ts';

const printable = fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code));
/** Keys of any shape that fits into a header, and of the common shapes. */
const keys = fc.oneof(
  fc.string({ unit: printable, minLength: 8, maxLength: 80 }),
  fc.uint8Array({ minLength: 16, maxLength: 48 }).map((bytes) => Buffer.from(bytes).toString('base64')),
  fc.uint8Array({ minLength: 16, maxLength: 48 }).map((bytes) => `sk_live_${Buffer.from(bytes).toString('base64url')}`),
  fc.uuid(),
);
test('a caller never sees the key, whatever its text and however the server writes it back', async () => {
  let reply = '';
  let requestId = 'r1';
  await using server = await MisbehavingServer.start({
    answer: ({ client }) => void client.write(response(200, [json, ['x-request-id', requestId]], reply)),
  });
  await fc.assert(
    fc.asyncProperty(keys, fc.nat(), fc.constantFrom(...Object.values(encodings)), async (apiKey, seed, encode) => {
      const told = encode(apiKey, drawFrom(seed));
      fc.pre(!apiKey.startsWith('emulator_') && !/^(["'`]).*\1$/.test(apiKey));
      requestId = `r-${told}`;
      reply = JSON.stringify({
        errors: [{ message: `no: ${told}`, extensions: { [told]: [told] } }],
        data: { team: told },
      });
      await using client = createControlClient({ baseUrl: server.url, apiKey });
      const error: unknown = await client.request('query Q { team }').catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ code: 'graphql' });
      expect(whereRevealed(error, apiKey)).toEqual([]);
      const answer = await client.execute('query Q { team }');
      expect(answer.data).toEqual({ team: told });
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
  'a key that was given as text, %s, is scrubbed before the first use of it, from introspection too',
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

test('an answer that would take minutes to scrub is redacted as a whole', async () => {
  const hostile = JSON.stringify({ errors: [{ message: '\\\\%25=3D&#38;'.repeat(2 ** 19) }], data: null });
  await using client = createControlClient({
    apiKey: 'a-key-of-this-test',
    baseUrl: 'http://127.0.0.1',
    fetch: async () => new Response(hostile, { headers: { 'content-type': 'application/json' } }),
  });
  const error = await client.request('query Q { team }').catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code: 'graphql', errors: [{ message: REDACTED }] });
});
