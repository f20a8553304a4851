import { execFile } from 'node:child_process';
import { getEventListeners } from 'node:events';
import { Agent } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ControlClientOptions, createControlClient, isControlApiError } from '../../src/index.ts';
import { drips, good, html, json, response } from '../helpers/answers.ts';
import { bundledRuntime } from '../helpers/bundle.ts';
import { type Behaviour, MisbehavingServer } from '../helpers/misbehaving-server.ts';

const apiKey = 'key-in-time-0123456789';
const mutation = 'mutation Rename { rename { id } }';
const query = 'query List { team { devices { nodes { id } } } }';
const forever = new Promise<never>(() => {});
const transports = { 'node:http': {}, fetch: { fetch: globalThis.fetch } } as const;

interface Point {
  readonly server?: Behaviour;
  readonly options?: ControlClientOptions;
  readonly document?: string;
  /** How many requests may have arrived by then. */
  readonly deliveries: number;
  readonly outcome: 'not-sent' | 'rejected' | 'unknown';
  readonly host?: string;
  readonly nodeOnly?: true;
}

/** Every place where a call can be waiting. */
const points: Readonly<Record<string, Point>> = {
  'for the key': { options: { apiKey: () => forever }, deliveries: 0, outcome: 'not-sent' },
  'for its turn in the limiter': { options: { limiter: () => forever }, deliveries: 0, outcome: 'not-sent' },
  'for the connection': {
    // A host name whose lookup never comes back, as behind a firewall that drops without a word.
    options: { agent: new Agent({ lookup: () => {} }) },
    host: 'localhost',
    deliveries: 0,
    outcome: 'not-sent',
    nodeOnly: true,
  },
  'for the answer': { server: {}, deliveries: 1, outcome: 'unknown' },
  'for the rest of the headers': {
    server: { answer: ({ client }) => void client.write('HTTP/1.1 200 OK\r\ncontent-') },
    deliveries: 1,
    outcome: 'unknown',
  },
  'for the body': {
    server: { answer: ({ client }) => void client.write(good.subarray(0, good.length - 5)) },
    deliveries: 1,
    outcome: 'unknown',
  },
  'for a body that drips': { server: drips(good, 1, 20), deliveries: 1, outcome: 'unknown' },
  'for the next attempt': {
    server: { answer: ({ client }) => void client.write(response(503, [html, ['retry-after', '1']])) },
    document: query,
    deliveries: 1,
    outcome: 'unknown',
  },
};

describe.each(Object.entries(transports))('over %s', (transportName, transport) => {
  describe.each(Object.entries(points))('a call that waits %s', (_name, point) => {
    const skip = point.nodeOnly === true && transportName === 'fetch';
    const start = async () => {
      const server = await MisbehavingServer.start(point.server ?? { answer: ({ client }) => void client.write(good) });
      const client = createControlClient({
        baseUrl: server.url.replace('127.0.0.1', point.host ?? '127.0.0.1'),
        apiKey,
        ...point.options,
        ...transport,
      });
      return { server, client };
    };

    test.skipIf(skip)('ends at its deadline', async () => {
      const { server, client } = await start();
      await using _ = server;
      // Waits that can't fit fail at once, so the wait for the next attempt needs a deadline that it fits.
      const timeoutMs = point.document === query ? 1_300 : 150;
      const began = performance.now();
      const error = await client
        .request(point.document ?? mutation, undefined, { timeoutMs, maxRetries: 10 })
        .catch((thrown: unknown) => thrown);
      const elapsed = performance.now() - began;
      if (!isControlApiError(error)) throw error;
      if (point.document === query)
        expect(error).toMatchObject({ code: 'http_status', retryAfterMs: 1000, attempts: 2 });
      else expect(error).toMatchObject({ code: 'timeout', outcome: point.outcome });
      expect(elapsed).toBeLessThan(timeoutMs + 1_000);
      client.close();
    });

    test.skipIf(skip)('ends at once when it is aborted, and keeps the reason', async () => {
      const { server, client } = await start();
      await using _ = server;
      const abort = new AbortController();
      const reason = new Error('changed my mind');
      const call = client
        .request(point.document ?? mutation, undefined, { signal: abort.signal })
        .catch((thrown: unknown) => thrown);
      await pause(100);
      const began = performance.now();
      abort.abort(reason);
      const error = await call;
      expect(performance.now() - began).toBeLessThan(500);
      if (!isControlApiError(error, 'aborted')) throw error;
      expect(error).toMatchObject({ name: 'AbortError', outcome: point.outcome });
      expect(error.cause).toBe(reason);
      expect(getEventListeners(abort.signal, 'abort')).toHaveLength(0);
      // Nothing more arrives, now or later.
      await pause(50);
      expect(server.deliveries).toHaveLength(point.deliveries);
      client.close();
      // A connection that was answered in full is kept, and the ones of global fetch are not the client's to close.
      const kept = transportName === 'fetch' && point.document === query ? 1 : 0;
      await expect.poll(() => server.openConnections).toBe(kept);
    });
  });

  test('a signal that was aborted before sends nothing', async () => {
    await using server = await MisbehavingServer.start({ answer: ({ client }) => void client.write(good) });
    let asked = 0;
    await using client = createControlClient({
      baseUrl: server.url,
      apiKey: () => {
        asked++;
        return apiKey;
      },
      ...transport,
    });
    const error: unknown = await client
      .request(mutation, undefined, { signal: AbortSignal.abort() })
      .catch((e: unknown) => e);
    expect(error).toMatchObject({ code: 'aborted', name: 'AbortError', outcome: 'not-sent', attempts: 0 });
    expect(asked).toBe(0);
    expect(server.connections).toBe(0);
  });

  test('an abort after the answer changes nothing', async () => {
    await using server = await MisbehavingServer.start({ answer: ({ client }) => void client.write(good) });
    await using client = createControlClient({ baseUrl: server.url, apiKey, ...transport });
    const abort = new AbortController();
    const data = await client.request(query, undefined, { signal: abort.signal });
    abort.abort();
    expect(data).toEqual(await client.request(query));
  });

  test('10,000 calls on one signal leave no listener, and warn of none', async () => {
    await using server = await MisbehavingServer.start({
      answer: ({ client, delivery }) => void client.write(delivery.nth % 10 ? good : response(400, [json], '{}')),
    });
    const warnings: Error[] = [];
    const warned = (warning: Error): void => void warnings.push(warning);
    process.on('warning', warned);
    await using client = createControlClient({ baseUrl: server.url, apiKey, ...transport });
    const { signal } = new AbortController();
    for (let batch = 0; batch < 200; batch++) {
      await Promise.allSettled(Array.from({ length: 50 }, () => client.request(query, undefined, { signal })));
    }
    process.off('warning', warned);
    expect(server.deliveries).toHaveLength(10_000);
    expect(getEventListeners(signal, 'abort')).toHaveLength(0);
    // One signal under more than ten calls at once is no leak, and must not be reported as one.
    expect(warnings.filter(({ name }) => name === 'MaxListenersExceededWarning')).toEqual([]);
  }, 60_000);
});

test('a limit per attempt ends the attempt, not the call', async () => {
  await using server = await MisbehavingServer.start({
    answer: ({ client, delivery }) => void (delivery.nth > 2 && client.write(good)),
  });
  await using client = createControlClient({ baseUrl: server.url, apiKey, attemptTimeoutMs: 400 });
  expect((await client.execute(query)).meta).toMatchObject({ attempts: 3 });
});

describe('the process', () => {
  let server: MisbehavingServer;
  let bundle: string;
  beforeAll(async () => {
    bundle = await bundledRuntime();
    server = await MisbehavingServer.start({ answer: ({ client }) => void client.write(good) });
  });
  afterAll(() => server[Symbol.asyncDispose]());

  const run = (source: string) =>
    promisify(execFile)(process.execPath, ['--input-type=module', '-e', source], {
      env: { ...process.env, CONTROL_API_URL: server.url, CONTROL_API_KEY: apiKey, BUNDLE: bundle },
      timeout: 20_000,
    });

  test.each(['undefined', 'globalThis.fetch'])(
    'exits by itself after a call, without close(); fetch: %s',
    async (fetch) => {
      const began = performance.now();
      const { stdout } = await run(`
      const { createControlClient } = await import(process.env.BUNDLE);
      const control = createControlClient({ timeoutMs: 15_000, fetch: ${fetch} });
      await control.request(${JSON.stringify(query)});
      process.stdout.write('answered');
    `);
      expect(stdout).toBe('answered');
      // Kept alive by the deadline's timer, it would take 15 seconds; by an idle connection, 5.
      expect(performance.now() - began).toBeLessThan(4_000);
    },
  );

  test('exits after a call that ended before the limit of its attempt, though its fetch heeds no signal', async () => {
    const began = performance.now();
    const { stdout } = await run(`
      const { createControlClient } = await import(process.env.BUNDLE);
      const fetch = () => new Promise(() => {});
      const control = createControlClient({ timeoutMs: 50, attemptTimeoutMs: 15_000, fetch });
      await control.request(${JSON.stringify(query)}).catch((error) => process.stdout.write(error.code));
    `);
    expect(stdout).toBe('timeout');
    expect(performance.now() - began).toBeLessThan(8_000);
  });
});
