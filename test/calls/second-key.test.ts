import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ControlClientOptions } from '../../src/client/options.ts';
import { whereRevealed } from '../helpers/key-hunt.ts';
import { graphql, laboratory, mutation, networkFailure, query, type Step } from '../helpers/laboratory.ts';

const before = 'sk_before_4eC39HqLyjWDarjtT1';
const after = 'sk_after_9QmX27TzKpVbRwYc8N';

const rotated = ({ authorization }: { authorization?: string | undefined }): Step =>
  authorization === `Bearer ${after}` ? 'well' : { status: 401 };

/** Returns these keys in turn, and then always the last one. */
function inTurn(...keys: readonly (string | Error | 'never')[]) {
  let asked = 0;
  const apiKey = async (): Promise<string> => {
    const key = keys[Math.min(asked++, keys.length - 1)];
    if (key instanceof Error) throw key;
    return key === 'never' ? new Promise<never>(() => {}) : (key ?? '');
  };
  return { apiKey, asked: () => asked };
}

describe.each([
  ['a query', query],
  ['a mutation', mutation],
])('%s whose key was rotated', (_kind, document) => {
  test.each<[string, ControlClientOptions]>([
    ['by default', {}],
    ['with `maxRetries: 0`', { maxRetries: 0 }],
  ])('a call is repeated with the rotated key %s', async (_what, options) => {
    const { apiKey, asked } = inTurn(before, after);
    const lab = laboratory(rotated, { apiKey, ...options });
    expect(await lab.settle(document, undefined, undefined, 0)).toMatchObject({ meta: { attempts: 2, durationMs: 0 } });
    expect(lab.keys).toEqual([before, after]);
    expect(asked()).toBe(2);
    expect(lab.clock.due).toEqual([]);
  });

  test('a call is refused at once if the function still returns the same key', async () => {
    const { apiKey, asked } = inTurn(before);
    const lab = laboratory(rotated, { apiKey });
    expect(await lab.settle(document, undefined, undefined, 0)).toMatchObject({
      code: 'unauthenticated',
      outcome: 'rejected',
      attempts: 1,
    });
    expect(lab.keys).toEqual([before]);
    expect(asked()).toBe(2);
  });

  test('a second refusal ends the call', async () => {
    const { apiKey, asked } = inTurn(before, 'another-key-0123456789', after);
    const lab = laboratory(rotated, { apiKey });
    expect(await lab.settle(document)).toMatchObject({ code: 'unauthenticated', outcome: 'rejected', attempts: 2 });
    expect(lab.keys).toEqual([before, 'another-key-0123456789']);
    expect(asked()).toBe(2);
  });

  test('a call with a rotated key keeps the outcome of its second delivery', async () => {
    const steps: readonly [Step, string][] = [
      [networkFailure('ECONNRESET', true), 'unknown'],
      [{ status: 503 }, 'unknown'],
      [networkFailure('ECONNREFUSED'), 'rejected'],
      [{ status: 403 }, 'rejected'],
    ];
    for (const [step, outcome] of steps) {
      const { apiKey } = inTurn(before, after);
      const lab = laboratory([{ status: 401 }, step], { apiKey, maxRetries: 0 });
      expect(await lab.settle(document)).toMatchObject({ outcome, attempts: 2 });
    }
  });

  test.each<[what: string, then: Error | string, said: string]>([
    ['fails', new Error('the vault is closed'), 'The `apiKey` function failed.'],
    ['gives what is no key', 'Bearer another-key-0123', ''],
  ])('a call is refused with the words of the service if the function then %s', async (_what, then, said) => {
    const error = await laboratory(rotated, { apiKey: inTurn(before, then).apiKey }).settle(document);
    expect(error).toMatchObject({
      code: 'unauthenticated',
      status: 401,
      attempts: 1,
      message: expect.stringContaining(`The key could not be read again: ${said}`),
      cause: { code: 'configuration', message: expect.stringContaining(said) },
    });
    expect(whereRevealed(error, 'another-key-0123')).toEqual([]);
  });

  test.each<[string, ControlClientOptions, number]>([
    ['deadline', { timeoutMs: 5_000 }, 5_000],
    ['limit of an attempt', { timeoutMs: 30_000, attemptTimeoutMs: 700 }, 700],
  ])('a call is refused within its %s if the function then hangs', async (_what, options, ms) => {
    const lab = laboratory(rotated, { apiKey: inTurn(before, 'never').apiKey, ...options });
    let ended: unknown;
    void lab.settled(document).then((it) => {
      ended = it;
    });
    await lab.clock.advance(ms - 1);
    expect(ended).toBeUndefined();
    await lab.clock.advance(1);
    expect(ended).toMatchObject({
      code: 'unauthenticated',
      status: 401,
      attempts: 1,
      message: expect.stringContaining('The key could not be read again: It did not arrive in time.'),
    });
    expect(lab.clock.due).toEqual([]);
  });

  test('a caller may abort the second request for the key', async () => {
    const lab = laboratory(rotated, { apiKey: inTurn(before, 'never').apiKey });
    const abort = new AbortController();
    const ended = lab.settled(document, undefined, { signal: abort.signal });
    await lab.clock.advance(10);
    abort.abort();
    expect(await ended).toMatchObject({ code: 'aborted', outcome: 'rejected', attempts: 1 });
    expect(lab.clock.due).toEqual([]);
  });
});

test('a fixed key that is refused is sent once', async () => {
  const lab = laboratory(rotated, { apiKey: before });
  expect(await lab.settle(query)).toMatchObject({ code: 'unauthenticated', attempts: 1 });
  expect(lab.sent).toHaveLength(1);
});

test('a call without a key asks for none after a refusal', async () => {
  const { apiKey, asked } = inTurn(before, after);
  const lab = laboratory(() => ({ status: 401 }), { apiKey });
  expect(await lab.settle('{ __schema { queryType { name } } }')).toMatchObject({
    code: 'unauthenticated',
    attempts: 1,
  });
  expect(asked()).toBe(0);
});

test('a key that is refused after a retry is asked for again, and the retries continue', async () => {
  const lab = laboratory([{ status: 503 }, { status: 401 }, { status: 503 }], {
    apiKey: inTurn(before, before, after).apiKey,
  });
  expect(await lab.settle(query)).toMatchObject({ meta: { attempts: 4 } });
  expect(lab.keys).toEqual([before, before, after, after]);
});

test('both keys are scrubbed from the answer after a rotation, and from every later error', async () => {
  const echo = { message: `you sent ${before}, then ${after}` };
  const lab = laboratory(
    [
      { status: 401, body: before },
      graphql({ data: { team: null }, errors: [echo], extensions: echo }),
      { status: 500, body: `${before} ${after}` },
    ],
    { apiKey: inTurn(before, after).apiKey, maxRetries: 0 },
  );
  const answered = await lab.settle(query);
  const failed = await lab.settle(query);
  expect(answered).toMatchObject({ errors: [{ message: 'you sent [redacted], then [redacted]' }] });
  expect(failed).toMatchObject({ code: 'http_status', serverMessage: '[redacted] [redacted]' });
  for (const shown of [answered, failed]) {
    for (const key of [before, after]) expect(whereRevealed(shown, key)).toEqual([]);
  }
});

describe('a key file', () => {
  let folder: string;
  let file: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'control-api-rotation-'));
    file = join(folder, 'key');
    writeFileSync(file, `${before}\n`);
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  const opened = (steps: Parameters<typeof laboratory>[0]) =>
    laboratory(steps, {}, { env: { CONTROL_API_KEY_FILE: file } });

  test.each([query, mutation])('a rewritten key file is read again after a refusal: %s', async (document) => {
    const lab = opened(rotated);
    writeFileSync(file, after);
    expect(await lab.settle(document, undefined, undefined, 0)).toMatchObject({ meta: { attempts: 2 } });
    expect(await lab.settle(document)).toMatchObject({ meta: { attempts: 1 } });
    expect(lab.keys).toEqual([before, after, after]);
  });

  test('an unchanged key file is read, and its key not sent again', async () => {
    expect(await opened(rotated).settle(query)).toMatchObject({ code: 'unauthenticated', attempts: 1 });
  });

  test.each<[string, () => void]>([
    ['is gone', () => rmSync(file)],
    ['is being written, and still empty', () => writeFileSync(file, '')],
    ['holds something else', () => writeFileSync(file, 'Bearer nothing at all')],
  ])(
    'a key file that %s is reported beside the refusal and in the log, and serves again later',
    async (_what, spoil) => {
      const lines: string[] = [];
      const logger = { error: (line: string) => void lines.push(line) };
      const lab = laboratory(rotated, {}, { env: { CONTROL_API_KEY_FILE: file }, logger });
      spoil();
      const error = await lab.settle(query);
      const said = expect.stringMatching(/The key could not be read again: .*CONTROL_API_KEY_FILE/);
      expect(error).toMatchObject({ code: 'unauthenticated', status: 401, attempts: 1, message: said });
      expect(error).toHaveProperty('cause.message', expect.stringContaining('CONTROL_API_KEY_FILE'));
      expect(lines).toEqual([said]);
      for (const shown of [error, lines]) expect(whereRevealed(shown, 'nothing at all')).toEqual([]);
      writeFileSync(file, after);
      expect(await lab.settle(query)).toMatchObject({ meta: { attempts: 2 } });
    },
  );

  test('a rotated key file serves all calls that were under way', async () => {
    const lab = opened(rotated);
    writeFileSync(file, after);
    const calls = Array.from({ length: 50 }, () => lab.settled(mutation));
    await lab.clock.advance(0);
    for (const answer of await Promise.all(calls)) expect(answer).toMatchObject({ meta: { attempts: 2 } });
    expect(lab.keys.filter((key) => key === before)).toHaveLength(50);
  });
});

test('a limiter is released while the key is asked for, and limits the second request', async () => {
  let running = 0;
  const most: number[] = [];
  const { apiKey } = inTurn(before, after);
  const lab = laboratory(rotated, {
    apiKey,
    limiter: async (task) => {
      most.push(++running);
      const done = await task();
      running--;
      return done;
    },
  });
  expect(await lab.settle(query)).toMatchObject({ meta: { attempts: 2 } });
  expect(most).toEqual([1, 1]);
});

test('the request for a new key leaves only the timers of the call and of its attempt', async () => {
  const { apiKey } = inTurn(before, after);
  const limits = { timeoutMs: 9_000, attemptTimeoutMs: 4_000, maxRetries: 0 };
  const lab = laboratory([{ status: 401 }, 'never'], { apiKey, ...limits });
  const ended = lab.settled(query);
  await lab.clock.advance(0);
  expect(lab.keys).toEqual([before, after]);
  expect(lab.clock.due).toEqual([4_000, 9_000]);
  await lab.clock.advance(9_000);
  expect(await ended).toMatchObject({ code: 'timeout', attempts: 2 });
});
