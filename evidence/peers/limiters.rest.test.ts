import type { Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import pLimit from 'p-limit';
import PQueue from 'p-queue';
import { describe, expect, test } from 'vitest';
import { createControlClient } from '../../src/index.ts';
import { good } from '../../test/helpers/answers.ts';
import { MisbehavingServer } from '../../test/helpers/misbehaving-server.ts';
import { serverSettled } from '../../test/helpers/settled.ts';

type Limiter = <T>(task: () => Promise<T>) => Promise<T>;

/** The line of the README for each limiter, from its own documentation. */
const limiters: Readonly<Record<string, () => Limiter>> = {
  'p-limit': () => pLimit(2),
  'p-queue': () => {
    const queue = new PQueue({ concurrency: 2 });
    return (task) => queue.add(task);
  },
};

describe.each(Object.entries(limiters))('with %s', (_name, limiter) => {
  test('a limiter runs as many calls as it allows, and all are answered', async () => {
    const waiting: Socket[] = [];
    let most = 0;
    await using server = await MisbehavingServer.start({
      // The twelve are answered in pairs, after a third one would have arrived.
      answer: async ({ client }) => {
        most = Math.max(most, waiting.push(client));
        if (waiting.length < 2) return;
        for (let turn = 0; turn < 100; turn++) await nextTurn();
        for (const it of waiting.splice(0)) it.write(good);
      },
    });
    await using client = createControlClient({ baseUrl: server.url, apiKey: 'key-for-limiters', limiter: limiter() });
    await Promise.all(
      Array.from({ length: 12 }, () => client.request('query Q { team { devices { nodes { id } } } }')),
    );
    expect((await serverSettled(server)).deliveries).toHaveLength(12);
    expect(most).toBe(2);
  });

  test('a call that is aborted in the queue of a limiter is never sent, and the queue goes on', async () => {
    await using server = await MisbehavingServer.start({
      answer: ({ client }) => void setTimeout(() => client.write(good), 20),
    });
    await using client = createControlClient({ baseUrl: server.url, apiKey: 'key-for-limiters', limiter: limiter() });
    const abort = new AbortController();
    const busy = [client.request('query Busy { team }'), client.request('query Busy { team }')];
    const waiting = client.request('mutation Waiting { team }', {}, { signal: abort.signal });
    abort.abort(new Error('changed my mind'));
    await expect(waiting).rejects.toMatchObject({ code: 'aborted', outcome: 'not-sent' });
    await Promise.all(busy);
    await client.request('query After { team }');
    const { deliveries } = await serverSettled(server);
    expect(deliveries.map(({ body }) => JSON.parse(body).query)).not.toContain('mutation Waiting { team }');
    expect(deliveries).toHaveLength(3);
  });
});
