import http from 'node:http';
import net from 'node:net';
import { expect, test } from 'vitest';
import { KeptConnections } from '../../src/transport/kept-connections.ts';
import { createNodeTransport } from '../../src/transport/node.ts';
import { answersTogether, good, says } from '../helpers/answers.ts';
import { MisbehavingServer } from '../helpers/misbehaving-server.ts';
import { rested } from '../helpers/rested.ts';
import { sentThroughDoor, transportRequest } from '../helpers/transport-request.ts';

/** A transport whose wall clock the test sets. */
function withClock(url: string) {
  const clock = { now: 1_000_000 };
  const endpoint = new URL(`${url}/graphql`);
  const transport = createNodeTransport(endpoint, http, undefined, { now: () => clock.now });
  const send = async (freshSocket: boolean) => {
    await transport.send(transportRequest({ freshSocket }));
    await rested();
  };
  return { clock, transport, send };
}

test.each([
  ['of half a second', 500, 1],
  ['of a second', 1_000, 1],
  ['of over a second', 1_001, 2],
  ['of a day, in which the machine slept', 86_400_000, 2],
  ['that the clock can not say, since it was set back', -1, 2],
])('a mutation after an idle time %s', async (_time, ms, connections) => {
  await using server = await MisbehavingServer.start(says(good));
  const { clock, transport, send } = withClock(server.url);
  await send(false);
  await send(false);
  clock.now += ms;
  await send(true);
  expect(server.connections).toBe(connections);
  expect(server.deliveries).toHaveLength(3);
  transport.close();
});

test('a query takes any idle connection, and so makes it fresh again', async () => {
  await using server = await MisbehavingServer.start(says(good));
  const { clock, transport, send } = withClock(server.url);
  await send(false);
  clock.now += 5_000;
  await send(false);
  clock.now += 900;
  await send(true);
  expect(server.connections).toBe(1);
  transport.close();
});

test('mutations alone share a connection, once one has outlived the exchange of another', async () => {
  await using server = await MisbehavingServer.start(says(good));
  const { transport, send } = withClock(server.url);
  for (let nth = 0; nth < 10; nth++) await send(true);
  expect(server.connections).toBe(2);
  await expect.poll(() => server.openConnections).toBe(1);
  transport.close();
});

test.each([1, 2, 3])('mutations alone never hold more than `maxConnections`: %i', async (maxConnections) => {
  let most = 0;
  await using server = await MisbehavingServer.start({
    answer: ({ client }) => {
      most = Math.max(most, server.openConnections);
      setImmediate(() => client.write(good));
    },
  });
  const transport = createNodeTransport(new URL(`${server.url}/graphql`), http, undefined, { maxConnections });
  const all = Array.from({ length: 60 }, () => sentThroughDoor(transport, transportRequest({ freshSocket: true })));
  for (const { status } of await Promise.all(all)) expect(status).toBe(200);
  expect(most).toBeLessThanOrEqual(maxConnections);
  expect(server.connections).toBeLessThanOrEqual(maxConnections * 2 + 2);
  // All places are free again, and no more: also that of a connection which was held to see whether the service keeps it.
  await rested();
  const entered = Array.from({ length: maxConnections + 1 }, () => transport.door?.enter({ go: () => {} }));
  expect(entered).toEqual([...Array.from({ length: maxConnections }, () => true), false]);
  transport.close();
});

test('a mutation that ended while it waited for a place beside a held connection takes none later', async () => {
  await using server = await MisbehavingServer.start(says(good));
  const endpoint = new URL(`${server.url}/graphql`);
  const transport = createNodeTransport(endpoint, http, undefined, { maxConnections: 2 });
  const enter = () => transport.door?.enter({ go: () => {} });
  await sentThroughDoor(transport, transportRequest({ freshSocket: true }));
  await rested();
  expect(enter()).toBe(true);
  const request = transportRequest({ freshSocket: true });
  const ended = sentThroughDoor(transport, request).catch((error: unknown) => error);
  await rested();
  expect(server.deliveries).toHaveLength(1);
  request.cancel();
  expect(await ended).toMatchObject({ kind: 'cancelled', sent: false });
  transport.door?.leave();
  await rested();
  expect([enter(), enter(), enter()]).toEqual([true, true, false]);
  expect([server.deliveries.length, server.connections]).toEqual([1, 1]);
  transport.close();
});

test('where kept connections died twice in a row, none serves for five seconds', () => {
  const kept = new KeptConnections(false);
  const request = transportRequest({ freshSocket: false });
  const mayServe = (at: number) => {
    const socket = new net.Socket();
    kept.used(socket, at);
    return kept.mayServe(socket, request, at);
  };
  kept.died(KeptConnections.use(1_000), 1_000);
  expect(mayServe(1_001)).toBe(true);
  kept.died(KeptConnections.use(2_000), 2_000);
  expect([mayServe(2_001), mayServe(6_999), mayServe(7_000)]).toEqual([false, false, true]);
  // A clock that was set back says nothing.
  expect(mayServe(1_999)).toBe(true);
});

test('many idle connections are all passed over by a mutation, and let go', async () => {
  const eight = answersTogether(8);
  await using server = await MisbehavingServer.start({
    answer: (it) => (it.delivery.nth > 8 ? void it.client.write(good) : eight.answer?.(it)),
  });
  const { clock, transport, send } = withClock(server.url);
  await Promise.all(Array.from({ length: 8 }, () => send(false)));
  expect(server.connections).toBe(8);
  clock.now += 1_100;
  await send(true);
  expect(server.connections).toBe(9);
  await expect.poll(() => server.openConnections).toBe(1);
  transport.close();
});
