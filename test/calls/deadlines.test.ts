import { getEventListeners } from 'node:events';
import { Agent } from 'node:http';
import { describe, expect, test } from 'vitest';
import { type ControlClientOptions, isControlApiError } from '../../src/index.ts';
import { drips, good, html, mutation, query, response } from '../helpers/answers.ts';
import { type Behaviour, MisbehavingServer } from '../helpers/misbehaving-server.ts';
import { onMovedClock } from '../helpers/moved-clock.ts';
import { serverSettled } from '../helpers/settled.ts';

const apiKey = 'key-in-time-0123456789';
const forever = new Promise<never>(() => {});
const transports = { 'node:http': {}, fetch: { fetch: globalThis.fetch } } as const;

interface Point {
  readonly server?: Behaviour;
  readonly options?: ControlClientOptions;
  readonly document?: string;
  /** The most requests that may have arrived. */
  readonly deliveries: number;
  readonly outcome: 'not-sent' | 'rejected' | 'unknown';
  readonly host?: string;
  readonly nodeOnly?: true;
  /** The deadline cannot end a call here: a wait beyond it is not begun. */
  readonly abortOnly?: true;
}

const points: Readonly<Record<string, Point>> = {
  'for the key': { options: { apiKey: () => forever }, deliveries: 0, outcome: 'not-sent' },
  'for its turn in the limiter': { options: { limiter: () => forever }, deliveries: 0, outcome: 'not-sent' },
  'for the connection': {
    // A host name whose lookup never ends, as behind a firewall that drops packets.
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
    abortOnly: true,
    deliveries: 1,
    outcome: 'unknown',
  },
};

describe.each(Object.entries(transports))('over %s', (transportName, transport) => {
  describe.each(Object.entries(points))('a call that waits %s', (_name, point) => {
    const skip = point.nodeOnly === true && transportName === 'fetch';
    const document = point.document ?? mutation;
    const start = async () => {
      const server = await MisbehavingServer.start(point.server ?? { answer: ({ client }) => void client.write(good) });
      const baseUrl = server.url.replace('127.0.0.1', point.host ?? '127.0.0.1');
      return { server, ...onMovedClock({ baseUrl, apiKey, ...point.options, ...transport }) };
    };

    test.skipIf(skip || point.abortOnly)('a waiting call ends at its deadline, not before', async () => {
      const { server, client, clock } = await start();
      await using _ = server;
      let error: unknown;
      const call = client.request(document, undefined, { timeoutMs: 10_000 }).catch((thrown: unknown) => {
        error = thrown;
      });
      await serverSettled(server);
      await clock.advance(9_999);
      await serverSettled(server);
      expect(error).toBeUndefined();
      await clock.advance(1);
      await call;
      expect(error).toMatchObject({ code: 'timeout', outcome: point.outcome });
      expect((await serverSettled(server)).deliveries).toHaveLength(point.deliveries);
      expect(clock.due).toEqual([]);
      client.close();
    });

    test.skipIf(skip)('a waiting call ends at once when it is aborted, and keeps the reason', async () => {
      const { server, client, clock } = await start();
      await using _ = server;
      const abort = new AbortController();
      const reason = new Error('changed my mind');
      const call = client.request(document, undefined, { signal: abort.signal }).catch((thrown: unknown) => thrown);
      await serverSettled(server);
      abort.abort(reason);
      // This clock stands still, so only the abort can end the call.
      const error = await call;
      if (!isControlApiError(error, 'aborted')) throw error;
      expect(error).toMatchObject({ name: 'AbortError', outcome: point.outcome });
      expect(error.cause).toBe(reason);
      expect(getEventListeners(abort.signal, 'abort')).toHaveLength(0);
      expect(clock.due).toEqual([]);
      expect((await serverSettled(server)).deliveries).toHaveLength(point.deliveries);
      client.close();
      // A connection with a complete answer is kept, and global fetch keeps its own.
      const kept = transportName === 'fetch' && point.document === query ? 1 : 0;
      await expect.poll(() => server.openConnections).toBe(kept);
    });
  });
});
