import http from 'node:http';
import net from 'node:net';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { KeptConnections } from '../../src/transport/connections.ts';
import { createNodeTransport } from '../../src/transport/node.ts';
import { answersTogether } from '../helpers/answers.ts';
import type { Behaviour } from '../helpers/misbehaving-server.ts';
import { rested } from '../helpers/rested.ts';
import { serverOf } from '../helpers/served.ts';
import { serverSettled } from '../helpers/settled.ts';
import { sentThroughQueue, transportRequest } from '../helpers/transport-request.ts';

/** A transport to a server of its own, whose wall clock and waits the test controls. */
async function withClock(maxConnections?: number, behaviour?: Behaviour) {
  const server = await serverOf(behaviour);
  const clock = { now: 1_000_000 };
  const waits: { ms: number; run: () => void }[] = [];
  const endpoint = new URL(`${server.url}/graphql`);
  const transport = createNodeTransport(endpoint, http, undefined, {
    now: () => clock.now,
    wait: (ms, run) => void waits.push({ ms, run }),
    maxConnections,
  });
  onTestFinished(() => transport.close());
  const send = async (freshSocket: boolean) => {
    await transport.send(transportRequest({ freshSocket }));
    await rested();
  };
  return { server, clock, waits, transport, send };
}

test.each([
  ['of half a second', 500, 1],
  ['of a second', 1_000, 1],
  ['of over a second', 1_001, 2],
  ['of a day, in which the machine slept', 86_400_000, 2],
  ['that the clock can not say, since it was set back', -1, 2],
])('a mutation after an idle time %s', async (_time, ms, connections) => {
  const { server, clock, send } = await withClock();
  await send(false);
  await send(false);
  clock.now += ms;
  await send(true);
  expect(server.connections).toBe(connections);
  expect(server.deliveries).toHaveLength(3);
});

test('a query takes any idle connection, and makes it fresh again', async () => {
  const { server, clock, send } = await withClock();
  await send(false);
  clock.now += 5_000;
  await send(false);
  clock.now += 900;
  await send(true);
  expect(server.connections).toBe(1);
});

test.each([
  [0, [50]],
  [20, [30]],
  [49, [1]],
  [50, []],
  [900, []],
])(
  'a mutation %i ms after the first answer of a connection waits for the possible end of it: %j ms',
  async (idleMs, waited) => {
    const { server, clock, waits, send } = await withClock();
    await send(true);
    clock.now += idleMs;
    const second = send(true);
    await rested();
    expect(waits.map(({ ms }) => ms)).toEqual(waited);
    if (waits.length > 0) expect(server.deliveries).toHaveLength(1);
    for (const { run } of waits.splice(0)) run();
    await second;
    // The service keeps connections, so no further mutation waits.
    for (let nth = 0; nth < 5; nth++) await send(true);
    expect(waits).toEqual([]);
    expect([server.connections, server.deliveries.length]).toEqual([1, 7]);
  },
);

test.each(['fin', 'rst'] as const)(
  'a mutation whose connection ends by %s while it waits takes another, and arrives once',
  async (how) => {
    const { server, waits, send } = await withClock();
    await send(true);
    const second = send(true);
    await rested();
    server.hangUp(how);
    await second;
    expect(waits).toHaveLength(1);
    for (const { run } of waits) run();
    await rested();
    await serverSettled(server);
    expect(server.deliveries.map(({ connection }) => connection)).toEqual([1, 2]);
  },
);

test('a mutation that is abandoned while it waits never arrives, and leaves its place', async () => {
  const { server, waits, transport, send } = await withClock(1);
  await send(true);
  const request = transportRequest({ freshSocket: true });
  const ended = sentThroughQueue(transport, request).catch((error: unknown) => error);
  await rested();
  request.cancel();
  expect(await ended).toMatchObject({ kind: 'cancelled', reach: 'nowhere' });
  for (const { run } of waits) run();
  await rested();
  expect(server.deliveries).toHaveLength(1);
  const entered = [1, 2].map(() => transport.queue?.enter());
  expect(entered).toEqual([true, false]);
});

test('a kept connection that died takes with it all that idle', () => {
  const kept = new KeptConnections();
  const [idling, later] = [new net.Socket(), new net.Socket()];
  kept.used(idling, 1_000);
  kept.died();
  kept.used(later, 1_000);
  expect([idling, later].map((socket) => kept.mayServe(socket, { freshSocket: true }, 1_000))).toEqual([false, true]);
});

describe('a mutation beside many connections that idled for over a second', () => {
  /** A transport with eight idle connections, the newest of which may not serve a mutation. */
  async function withIdle(maxConnections?: number) {
    const it = await withClock(maxConnections, answersTogether(8));
    await Promise.all(Array.from({ length: 8 }, () => it.send(false)));
    // An answer over a kept connection shows that the service keeps connections.
    await it.send(false);
    it.clock.now += 1_100;
    return it;
  }

  test('a mutation beside connections that idled for over a second makes one request over a connection of its own', async () => {
    const it = await withIdle();
    const made = vi.spyOn(http, 'request');
    onTestFinished(() => made.mockRestore());
    await it.send(true);
    expect(made).toHaveBeenCalledOnce();
    expect([it.server.connections, it.server.openConnections]).toEqual([9, 9]);
    for (let nth = 0; nth < 8; nth++) await it.send(false);
    expect(made).toHaveBeenCalledTimes(9);
    expect([it.server.connections, it.server.openConnections]).toEqual([9, 9]);
  });

  test('a mutation takes the place of the oldest idle connection at `maxConnections`', async () => {
    const it = await withIdle(8);
    await it.send(true);
    await expect.poll(() => it.server.openConnections).toBe(8);
    expect(it.server.connections).toBe(9);
  });

  test('a mutation shares its connection afterward', async () => {
    const it = await withIdle();
    await it.send(true);
    await it.send(true);
    expect(it.server.connections).toBe(9);
  });
});
