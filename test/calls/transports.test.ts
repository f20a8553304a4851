import http from 'node:http';
import https from 'node:https';
import type net from 'node:net';
import { describe, expect, test, vi } from 'vitest';
import { type ControlClientOptions, createControlClient } from '../../src/index.ts';
import { atFirst, good, goodBody, mutation, query, says } from '../helpers/answers.ts';
import { whereRevealed } from '../helpers/key-hunt.ts';
import { certificate } from '../helpers/misbehaving-server.ts';
import { onMovedClock } from '../helpers/moved-clock.ts';
import { servedKey as apiKey, served, servedOnMovedClock, serverOf } from '../helpers/served.ts';
import { undici7 } from '../helpers/transports.ts';

const options = { baseUrl: 'https://control.example', apiKey };

const nowhere: net.LookupFunction = (hostname, _options, callback) =>
  callback(Object.assign(new Error(`getaddrinfo ENOTFOUND ${hostname}`), { code: 'ENOTFOUND' }), '', 4);

test('the agent of the caller carries every request, and close() keeps its connections', async () => {
  const agent = new http.Agent({ keepAlive: true });
  const created = vi.spyOn(agent, 'createConnection');
  const { client } = await served(undefined, { agent });
  await client.request(query);
  await client.request(query);
  expect(created).toHaveBeenCalledTimes(1);
  client.close();
  await client.request(query);
  expect(created).toHaveBeenCalledTimes(1);
  agent.destroy();
});

test('the agent of the caller may trust a certificate of its own', async () => {
  const agent = new https.Agent({ ca: certificate });
  const { client } = await served({ tls: true, ...says(good) }, { agent });
  expect(await client.request(mutation)).toEqual(JSON.parse(goodBody).data);
});

test('a host name that is not found has the outcome `not-sent`, and a mutation is retried too', async () => {
  let lookups = 0;
  const agent = new https.Agent({
    lookup: (hostname, options, callback) => {
      lookups += 1;
      nowhere(hostname, options, callback);
    },
  });
  const { client, clock } = onMovedClock({ baseUrl: 'https://control.invalid', apiKey, agent });
  let isSettled = false;
  const failed = client.request(mutation).catch((thrown: unknown) => thrown);
  void failed.finally(() => {
    isSettled = true;
  });
  // The deadline and a pause are due: no lookup is under way.
  while (!isSettled) await clock.advance(clock.due.length === 2 ? (clock.due[0] ?? 0) - clock.now() : 0);
  expect(await failed).toMatchObject({
    code: 'network',
    outcome: 'not-sent',
    attempts: lookups,
    cause: { code: 'ENOTFOUND' },
  });
  expect(lookups).toBeGreaterThanOrEqual(3);
});

test('calls wait for the only connection within their deadline', async () => {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  const { server, client, clock } = await servedOnMovedClock(atFirst(1, {}), { agent });
  const held = client.request(query, undefined, { timeoutMs: 600, maxRetries: 0 }).catch((error: unknown) => error);
  await expect.poll(() => server.deliveries.length).toBe(1);
  const waiting = client.request(mutation, undefined, { timeoutMs: 200 }).catch((error: unknown) => error);
  await clock.advance(200);
  expect(await waiting).toMatchObject({ code: 'timeout', outcome: 'not-sent' });
  await clock.advance(400);
  expect(await held).toMatchObject({ code: 'timeout', outcome: 'unknown' });
  expect(await client.request(query)).toBeDefined();
  expect(server.deliveries).toHaveLength(2);
  agent.destroy();
});

test.each<[what: string, over: (lookup: net.LookupFunction) => ControlClientOptions]>([
  ['an agent', (lookup) => ({ agent: new http.Agent({ lookup }) })],
  ['a dispatcher', (lookup) => ({ dispatcher: new undici7.Agent({ connect: { lookup } }) })],
])('a mutation whose connection is refused at first arrives exactly once over %s', async (_what, over) => {
  const server = await serverOf();
  let tries = 0;
  const lookup: net.LookupFunction = (hostname, options, callback) => {
    if (++tries < 3) nowhere(hostname, options, callback);
    else callback(null, [{ address: '127.0.0.1', family: 4 }]);
  };
  const baseUrl = server.url.replace('127.0.0.1', 'localhost');
  await using client = createControlClient({ baseUrl, apiKey, ...over(lookup) });
  expect((await client.execute(mutation)).meta.attempts).toBe(3);
  expect(server.deliveries).toHaveLength(1);
});

/** A Response whose body someone else reads. */
function readingOf(response: Response): Response {
  response.body?.getReader();
  return response;
}

const texts = (): ReadableStream =>
  new ReadableStream({
    start: (controller) => {
      controller.enqueue(goodBody);
      controller.close();
    },
  });

describe("the caller's fetch", () => {
  const unreadable = () => {
    throw new TypeError(`no: Bearer ${apiKey}`);
  };
  const failureOf = (make: () => unknown): Promise<unknown> =>
    createControlClient({ ...options, fetch: make as typeof fetch })
      .request(mutation)
      .catch((thrown: unknown) => thrown);

  test.each([
    ['throws', unreadable],
    [
      'rejects',
      () => Promise.reject(new TypeError(`no: Bearer ${apiKey}`, { cause: { config: { headers: apiKey } } })),
    ],
    [
      'rejects with an error that is its own cause',
      () => {
        const error = new TypeError('fetch failed');
        error.cause = error;
        return Promise.reject(error);
      },
    ],
    [
      'rejects with errors that hold each other',
      () => {
        const all = new AggregateError([], 'fetch failed');
        for (let nth = 0; nth < 100; nth++) all.errors.push(all);
        return Promise.reject(all);
      },
    ],
    ['rejects with nothing', () => Promise.reject(undefined)],
    ['rejects with a text', () => Promise.reject(`Bearer ${apiKey}`)],
    ['returns headers that cannot be read', async () => ({ status: 200, headers: { get: unreadable } })],
  ])("a caller's fetch that %s is a network failure of unknown outcome, without the key", async (_how, make) => {
    const error = await failureOf(make);
    expect(error).toMatchObject({ code: 'network', outcome: 'unknown', attempts: 1 });
    expect(whereRevealed(error, apiKey)).toEqual([]);
  });

  test.each<[what: string, make: () => unknown]>([
    ['nothing', () => undefined],
    ['a text', () => goodBody],
    ['something that only looks like it', () => ({ ok: true, json: () => ({}) })],
    ['no headers', () => ({ status: 200 })],
    ['headers without get', () => ({ status: 200, headers: {} })],
    ['a status of text', () => ({ status: '200', headers: new Headers() })],
    ['a Response that is being read', () => readingOf(new Response(goodBody))],
    ['a body that is no web stream', () => ({ status: 200, headers: new Headers(), body: {} })],
    ['a body of texts', () => new Response(texts())],
  ])(
    "a caller's fetch that returns %s is a configuration error, and may have sent the request",
    async (_what, make) => {
      const error = await failureOf(async () => make());
      expect(error).toMatchObject({
        code: 'configuration',
        outcome: 'unknown',
        attempts: 1,
        message: 'The `fetch` option must return a Response whose body can still be read, as bytes.',
      });
      expect(whereRevealed(error, apiKey)).toEqual([]);
    },
  );

  test.each<[what: string, fetch: typeof fetch]>([
    ['never answers', () => new Promise(() => {})],
    ['answers with a body that never ends', async () => new Response(new ReadableStream({}))],
  ])("a caller's fetch that %s and ignores the signal is abandoned at the deadline", async (_what, fetch) => {
    const { client, clock } = onMovedClock({ ...options, fetch });
    const ended = client.request(mutation, undefined, { timeoutMs: 80 }).catch((thrown: unknown) => thrown);
    await clock.advance(80);
    expect(await ended).toMatchObject({ code: 'timeout', outcome: 'unknown' });
  });

  test.each([
    ['at the deadline', 1, {}, false, 'timeout'],
    ['when it comes after the deadline', 1, {}, true, 'timeout'],
    ['when it is too large', 101, {}, false, 'response_too_large'],
    ['when it says that it is too large', 1, { 'content-length': '101' }, false, 'response_too_large'],
  ])(
    "the body of a caller's fetch is canceled %s, though it ignores the signal",
    async (_when, size, headers, late, code) => {
      let cancelled = false;
      const body = new ReadableStream({
        start: (controller) => controller.enqueue(new Uint8Array(size)),
        cancel: () => {
          cancelled = true;
        },
      });
      const response = new Response(body, { headers });
      let answer = (): void => {};
      const answered = new Promise<Response>((resolve) => {
        answer = () => resolve(response);
      });
      const fetch = () => (late ? answered : Promise.resolve(response));
      const { client, clock } = onMovedClock({ ...options, maxResponseBytes: 100, fetch });
      const ended = client.request(mutation, undefined, { timeoutMs: 80 }).catch((thrown: unknown) => thrown);
      await clock.advance(80);
      expect(await ended).toMatchObject({ code });
      answer();
      await expect.poll(() => cancelled).toBe(true);
    },
  );

  test.each([
    // The system reports so a host that vanishes during a connection, so the request may have arrived.
    ...['EHOSTUNREACH', 'ENETUNREACH', 'ECONNREFUSED'].map((code) => ({ code, syscall: 'read', outcome: 'unknown' })),
    ...['ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'UND_ERR_SOCKET', 'UND_ERR_HEADERS_TIMEOUT'].map((code) => ({
      code,
      outcome: 'unknown',
    })),
    ...['ECONNREFUSED', 'ENOTFOUND', 'UND_ERR_CONNECT_TIMEOUT'].map((code) => ({ code, outcome: 'not-sent' })),
  ])(
    "a caller's fetch with the failure $code (while it does: $syscall) leaves a mutation $outcome",
    async ({ outcome, ...failure }) => {
      let calls = 0;
      const fetch = () => {
        calls += 1;
        return Promise.reject(new TypeError('fetch failed', { cause: Object.assign(new Error('x'), failure) }));
      };
      const { client, clock } = onMovedClock({ ...options, fetch });
      const failed = client.request(mutation).catch((thrown: unknown) => thrown);
      await clock.advance(30_000);
      const error = await failed;
      expect(error).toMatchObject({ code: 'network', outcome, attempts: calls });
      // Only a request that never left is sent again.
      if (outcome === 'unknown') expect(calls).toBe(1);
      else expect(calls).toBeGreaterThanOrEqual(3);
    },
  );
});
