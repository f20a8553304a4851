import { spawn } from 'node:child_process';
import http from 'node:http';
import { describe, expect, test } from 'vitest';
import { bounded } from '../../src/transport/bounded.ts';
import { createNodeTransport } from '../../src/transport/node.ts';
import type { Transport, TransportAnswer } from '../../src/transport/transport.ts';
import { good, goodBody, says, together } from '../helpers/answers.ts';
import { bundledRuntime } from '../helpers/bundle.ts';
import { MisbehavingServer } from '../helpers/misbehaving-server.ts';
import { transportRequest } from '../helpers/transport-request.ts';

const answer: TransportAnswer = { status: 200, header: () => undefined, body: new Uint8Array() };

/** A transport whose requests end when the test says so. */
function held(): Transport & { readonly open: (() => void)[]; fail(): void } {
  const open: (() => void)[] = [];
  const rejects: ((error: Error) => void)[] = [];
  return {
    open,
    fail: () => rejects.shift()?.(new Error('broken')),
    send: (request) =>
      new Promise((resolve, reject) => {
        request.onCancel(() => reject(new Error('cancelled under way')));
        open.push(() => resolve(answer));
        rejects.push(reject);
      }),
    close: () => {},
  };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('a bounded transport', () => {
  test('has no more requests under way than it may, and sends the others in their order', async () => {
    const inner = held();
    const transport = bounded(inner, 2);
    const order: number[] = [];
    const all = [0, 1, 2, 3].map((nth) => transport.send(transportRequest()).then(() => order.push(nth)));
    expect(inner.open).toHaveLength(2);
    inner.open[1]?.();
    await turn();
    expect(inner.open).toHaveLength(3);
    inner.open[2]?.();
    await turn();
    for (const end of inner.open) end();
    await Promise.all(all);
    expect(order).toEqual([1, 2, 0, 3]);
  });

  test('lets the next one go when one fails', async () => {
    const inner = held();
    const transport = bounded(inner, 1);
    const failed = transport.send(transportRequest()).catch((error: Error) => error.message);
    const next = transport.send(transportRequest());
    inner.fail();
    expect(await failed).toBe('broken');
    expect(inner.open).toHaveLength(2);
    inner.open[1]?.();
    expect(await next).toBe(answer);
  });

  test('a request that is cancelled while it waits never leaves, and nothing of it stays', async () => {
    const inner = held();
    const transport = bounded(inner, 1);
    const first = transport.send(transportRequest());
    const request = transportRequest();
    const waiting = transport.send(request).catch((error: unknown) => error);
    request.cancel();
    expect(await waiting).toMatchObject({ kind: 'cancelled', sent: false, head: undefined });
    inner.open[0]?.();
    await first;
    await turn();
    expect(inner.open).toHaveLength(1);
    // The place that it waited for is free for the next.
    void transport.send(transportRequest());
    expect(inner.open).toHaveLength(2);
  });

  test('a request that waited can be cancelled under way, by the same registration', async () => {
    const inner = held();
    const transport = bounded(inner, 1);
    const first = transport.send(transportRequest());
    const request = transportRequest();
    const second = transport.send(request).catch((error: Error) => error.message);
    inner.open[0]?.();
    await first;
    await turn();
    expect(request.registered).toBe(1);
    request.cancel();
    expect(await second).toBe('cancelled under way');
  });

  test('a request that is cancelled as it comes does not wait', async () => {
    const inner = held();
    const transport = bounded(inner, 1);
    void transport.send(transportRequest());
    const cancelledAtOnce = transportRequest({
      onCancel: (cancel) => {
        cancel();
        return () => {};
      },
    });
    await expect(transport.send(cancelledAtOnce)).rejects.toMatchObject({ kind: 'cancelled', sent: false });
    inner.open[0]?.();
    await turn();
    expect(inner.open).toHaveLength(1);
  });
});

test("Node's transport opens at most `maxConnections`, and its agent keeps no queue", async () => {
  // Answers three at a time: fewer connections than may be open would wait for ever.
  await using server = await MisbehavingServer.start(together(3));
  let agent: http.Agent | undefined;
  class Agent extends http.Agent {
    constructor(options: http.AgentOptions) {
      super(options);
      agent = this;
    }
  }
  const transport = createNodeTransport(new URL(`${server.url}/graphql`), { request: http.request, Agent }, undefined, {
    maxConnections: 3,
  });
  const cancelled = transportRequest();
  const all = Array.from({ length: 30 }, () => transport.send(transportRequest()));
  const ended = transport.send(cancelled).catch((error: unknown) => error);
  expect(Object.values(agent?.requests ?? {}).flat()).toHaveLength(0);
  cancelled.cancel();
  expect(await ended).toMatchObject({ kind: 'cancelled', sent: false });
  for (const { status } of await Promise.all(all)) expect(status).toBe(200);
  expect(server.connections).toBe(3);
  expect(server.deliveries).toHaveLength(30);
  transport.close();
});

test('5,000 calls at once all end with data where a process may open 1,024 files', async () => {
  await using server = await MisbehavingServer.start(says(good));
  const program = `
    import { createControlClient } from ${JSON.stringify(await bundledRuntime())};
    const client = createControlClient({ baseUrl: ${JSON.stringify(server.url)}, apiKey: 'key-of-many-calls-0123456789', timeoutMs: 100_000 });
    const calls = Array.from({ length: 5_000 }, () => client.request('{ team { devices { nodes { id name } } } }'));
    const counts = {};
    for (const end of await Promise.allSettled(calls)) {
      const it = end.status === 'fulfilled' ? JSON.stringify({ data: end.value }) : String(end.reason);
      counts[it] = (counts[it] ?? 0) + 1;
    }
    console.log(JSON.stringify(counts));
  `;
  const shell = 'ulimit -n 1024; exec "$0" --input-type=module';
  const child = spawn('sh', ['-c', shell, process.execPath], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(program);
  const counts: unknown = JSON.parse((await child.stdout.toArray()).join(''));
  expect(counts).toEqual({ [goodBody]: 5_000 });
  expect(server.connections).toBeLessThanOrEqual(128);
});
