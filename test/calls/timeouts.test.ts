import { expect, test } from 'vitest';
import type { ControlClientOptions } from '../../src/client/options.ts';
import { type ControlApiError, isControlApiError } from '../../src/index.ts';
import { TransportFailure } from '../../src/transport/transport.ts';
import { graphql, headOf, laboratory, mutation, query, type Step } from '../helpers/laboratory.ts';

const forever = new Promise<never>(() => {});
const host = 'https://control.example: ';

async function timedOut(steps: readonly Step[], options: ControlClientOptions = {}, document = query) {
  const lab = laboratory(steps, { timeoutMs: 10_000, ...options });
  const error = await lab.settle(document, undefined, undefined, 10_000);
  if (!isControlApiError(error, 'timeout')) throw error;
  expect(lab.clock.due).toEqual([]);
  expect(lab.pending).toBe(0);
  return error as ControlApiError & { cause?: unknown };
}

test('a timeout names an answer that never came', async () => {
  const error = await timedOut(['never']);
  expect(error).toMatchObject({ outcome: 'unknown', attempts: 1 });
  expect(error.message).toBe(
    `${host}no complete answer arrived within \`timeoutMs\` (10000 ms). Ask for less in one operation, or raise the limit.`,
  );
  for (const absent of ['status', 'cause', 'requestId', 'retryAfterMs', 'serverMessage']) {
    expect(error).not.toHaveProperty(absent);
  }
});

test.each<[what: string, options: ControlClientOptions, message: string]>([
  [
    'a limiter that let nothing through',
    { limiter: () => forever },
    'the `limiter` did not let the call through within `timeoutMs` (10000 ms). Let the `limiter` run more at once, or raise `timeoutMs`.',
  ],
  [
    'a key function that did not return',
    { apiKey: () => forever },
    'the API key did not arrive within `timeoutMs` (10000 ms). Check what the function waits for.',
  ],
])('a timeout names %s', async (_what, options, message) => {
  const error = await timedOut([], options);
  expect(error).toMatchObject({ outcome: 'not-sent', attempts: 0, message: `${host}${message}` });
});

test('a timeout names the limit of the call for a key function that returns in no attempt', async () => {
  const error = await timedOut([], { apiKey: () => forever, attemptTimeoutMs: 6_000 });
  expect(error.message).toContain('the API key did not arrive within `timeoutMs` (10000 ms); before that, ');
});

test('a timeout in a body has the status and the request id', async () => {
  const headers = { 'x-request-id': 'req-1', 'retry-after': '9' };
  const error = await timedOut([{ never: 'whole', status: 200, headers }], {}, mutation);
  expect(error).toMatchObject({ outcome: 'unknown', status: 200, requestId: 'req-1', retryAfterMs: 9_000 });
  expect(error.message).toContain('no complete answer arrived within');
  expect(error.message).toContain('It may have been executed.');
});

test('a timeout after a 500 has the 500 as its cause, with the words of the server', async () => {
  const busy = graphql(
    { message: 'maintenance' },
    { status: 500, headers: { 'retry-after': '4', 'x-request-id': 'req-2' } },
  );
  const error = await timedOut([busy, 'never']);
  expect(error).toMatchObject({
    attempts: 2,
    status: 500,
    requestId: 'req-2',
    retryAfterMs: 4_000,
    serverMessage: 'maintenance',
    cause: { code: 'http_status', status: 500, attempts: 1, requestId: 'req-2', serverMessage: 'maintenance' },
  });
  expect(isControlApiError(error.cause, 'http_status')).toBe(true);
  expect(error.message).toBe(
    `${host}no complete answer arrived within \`timeoutMs\` (10000 ms); before that, the answer has status 500, 2 attempts. The service, or a proxy before it, is in trouble: wait until it recovers.`,
  );
});

test('a timeout in a body after a 503 has the later status, and the 503 as its cause', async () => {
  const error = await timedOut([
    { status: 503, headers: { 'x-request-id': 'req-3', 'retry-after': '1' } },
    { never: 'whole', status: 200, headers: { 'x-request-id': 'req-4' } },
  ]);
  expect(error).toMatchObject({ status: 200, requestId: 'req-4', cause: { status: 503, requestId: 'req-3' } });
  expect(error).not.toHaveProperty('retryAfterMs');
});

test('the message of a truncated answer is not taken for that of the last one', async () => {
  let places = 0;
  const error = await timedOut(
    [
      new TransportFailure('truncated', 'service', headOf({ status: 200 })),
      { status: 503, headers: { 'retry-after': '1' } },
    ],
    { limiter: (task) => (++places > 2 ? forever : task()) },
  );
  expect(error).toMatchObject({ status: 503, retryAfterMs: 1_000, attempts: 2 });
  expect(error.message).toContain('the `limiter` did not let the call through');
});

test('`attemptTimeoutMs` limits the key function too, and the call continues', async () => {
  let asked = 0;
  const lab = laboratory([], {
    attemptTimeoutMs: 2_000,
    apiKey: () => (++asked === 1 ? forever : 'key-that-came-later'),
  });
  expect(await lab.settle(mutation)).toMatchObject({ meta: { attempts: 1, durationMs: 2_375 } });
  expect(lab.keys).toEqual(['key-that-came-later']);
  expect(lab.clock.due).toEqual([]);
});

test('`attemptTimeoutMs` is named if the key function never returns', async () => {
  const lab = laboratory([], { attemptTimeoutMs: 2_000, apiKey: () => forever, maxRetries: 1 });
  expect(await lab.settle(query)).toMatchObject({
    code: 'timeout',
    outcome: 'not-sent',
    attempts: 0,
    message: `${host}the API key did not arrive within \`attemptTimeoutMs\` (2000 ms). Check what the function waits for.`,
  });
});

test('`attemptTimeoutMs` is named if an answer never comes, with the known facts', async () => {
  const headers = { 'x-request-id': 'req-5' };
  const lab = laboratory([{ never: 'whole', status: 200, headers }], { attemptTimeoutMs: 2_000 });
  expect(await lab.settle(mutation)).toMatchObject({
    code: 'timeout',
    outcome: 'unknown',
    status: 200,
    requestId: 'req-5',
    message: expect.stringContaining('no complete answer arrived within `attemptTimeoutMs` (2000 ms)'),
  });
  expect(lab.pending).toBe(0);
});

test('`attemptTimeoutMs` leaves the rest of the deadline to the next attempt', async () => {
  const lab = laboratory(['never', 'never'], { attemptTimeoutMs: 6_000, timeoutMs: 10_000 });
  expect(await lab.settle(query)).toMatchObject({
    code: 'timeout',
    attempts: 2,
    message: expect.stringContaining(
      '`timeoutMs` (10000 ms); before that, no complete answer arrived within `attemptTimeoutMs`',
    ),
    cause: { code: 'timeout', attempts: 1 },
  });
  expect(lab.clock.due).toEqual([]);
});

test('a signal of another library, without removeEventListener, serves call after call', async () => {
  const listeners = new Set<() => void>();
  const signal = { aborted: false, addEventListener: (_type: string, run: () => void) => void listeners.add(run) };
  const lab = laboratory([]);
  for (let i = 0; i < 3; i++) {
    expect(await lab.settle(query, undefined, { signal: signal as unknown as AbortSignal }, 0)).toHaveProperty('data');
  }
  const last = laboratory(['never']);
  const ended = last.settled(query, undefined, { signal: signal as unknown as AbortSignal });
  await last.clock.advance(1);
  for (const run of listeners) run();
  expect(await ended).toMatchObject({ code: 'aborted' });
});

test('an abort during the wait for a key ends the whole call', async () => {
  const abort = new AbortController();
  const lab = laboratory([], { attemptTimeoutMs: 500, apiKey: () => forever });
  const error = lab.settled(query, undefined, { signal: abort.signal });
  await lab.clock.advance(100);
  abort.abort();
  await lab.clock.advance(10_000);
  expect(await error).toMatchObject({ code: 'aborted', outcome: 'not-sent' });
});

test('an ended attempt leaves no timer while the next one is awaited', async () => {
  const lab = laboratory([{ status: 503, headers: { 'retry-after': '3' } }], { attemptTimeoutMs: 2_000 });
  const ended = lab.settled(query, undefined, { timeoutMs: 9_000 });
  await lab.clock.advance(0);
  expect(lab.clock.due).toEqual([3_000, 9_000]);
  await lab.clock.advance(9_000);
  expect(await ended).toMatchObject({ meta: { attempts: 2 } });
});
