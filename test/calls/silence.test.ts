import type { Socket } from 'node:net';
import { expect, test } from 'vitest';
import type { ControlApiError, ControlClientOptions } from '../../src/index.ts';
import { answersTogether, good, mutation, query } from '../helpers/answers.ts';
import { type Behaviour, type Exchange, MisbehavingServer } from '../helpers/misbehaving-server.ts';
import { onMovedClock } from '../helpers/moved-clock.ts';
import { serverSettled } from '../helpers/settled.ts';

const apiKey = 'key-into-silence-0123456789';

/** A client of a server on which some connections fall silent after their first answer. */
async function falling(
  isSilent: (exchange: Exchange) => boolean,
  options: ControlClientOptions = {},
  warm: Behaviour = { answer: ({ client }) => void client.write(good) },
) {
  const silent: Socket[] = [];
  const server = await MisbehavingServer.start({
    answer: (it) => {
      if (it.delivery.onConnection === 1 && !isSilent(it)) return warm.answer?.(it);
      if (!isSilent(it)) it.client.write(good);
      else silent.push(it.client);
    },
  });
  const { client, clock } = onMovedClock({ baseUrl: server.url, apiKey, ...options });
  const way = () => server.deliveries.map(({ connection }) => connection);
  return { server, client, clock, way, silent, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}

/** The first connections fall silent after one of them has served again, since a mutation takes none of them earlier. */
const old =
  (connections: number) =>
  ({ delivery }: Exchange) =>
    delivery.connection <= connections && delivery.nth > connections + 1;

test('a query of 25 seconds on a used connection is sent once', async () => {
  await using world = await falling(({ delivery }) => delivery.nth > 1);
  const { client, clock, server, way, silent } = world;
  await client.request(query);
  const call = client.execute(query);
  await serverSettled(server);
  await clock.advance(25_000);
  await serverSettled(server);
  silent[0]?.write(good);
  expect(await call).toMatchObject({ meta: { attempts: 1, durationMs: 25_000 } });
  expect(way()).toEqual([1, 1]);
  expect(clock.due).toEqual([]);
});

test.each([query, mutation])('a silent host costs one round of calls, not one after another: %s', async (document) => {
  await using world = await falling(old(16), {}, { answer: answers16Together() });
  const { client, clock, server } = world;
  await Promise.all(Array.from({ length: 16 }, () => client.request(query)));
  await client.request(query);
  expect(server.connections).toBe(16);
  const round = Array.from({ length: 4 }, () => client.request(document).catch((error: ControlApiError) => error));
  await serverSettled(server);
  await clock.advance(30_000);
  for (const call of round) expect(await call).toMatchObject({ code: 'timeout', outcome: 'unknown', attempts: 1 });
  // The clock stands still, so no call waits.
  for (let call = 4; call < 16; call++) await client.request(document);
  await expect.poll(() => server.openConnections).toBe(1);
  expect(server.deliveries).toHaveLength(17 + 4 + 12);
});

test('a silent host fails no query with `attemptTimeoutMs`, however short, and costs one round of attempts', async () => {
  await using world = await falling(old(16), { attemptTimeoutMs: 400 }, { answer: answers16Together() });
  const { client, clock, server } = world;
  await Promise.all(Array.from({ length: 16 }, () => client.request(query)));
  await client.request(query);
  const round = Array.from({ length: 4 }, () => client.execute(query));
  await serverSettled(server);
  await clock.advance(400);
  await clock.advance(250);
  for (const call of round) expect(await call).toMatchObject({ meta: { attempts: 2, durationMs: 650 } });
  for (let call = 4; call < 16; call++) await client.request(mutation);
  expect(server.deliveries).toHaveLength(17 + 2 * 4 + 12);
});

test('a caller who gives up quickly closes no idle connection', async () => {
  await using world = await falling(
    ({ delivery }) => delivery.nth === 3,
    {},
    { answer: answersTogether(2).answer as never },
  );
  const { client, server } = world;
  await Promise.all([client.request(query), client.request(query)]);
  const controller = new AbortController();
  const call = client.request(query, undefined, { signal: controller.signal }).catch(() => {});
  await serverSettled(server);
  controller.abort();
  await call;
  await client.request(query);
  expect(server.connections).toBe(2);
});

test('a silent host closes no connection with recent answers', async () => {
  await using world = await falling(
    ({ delivery }) => delivery.nth === 4,
    {},
    { answer: answersTogether(2).answer as never },
  );
  const { client, clock, server } = world;
  await Promise.all([client.request(query), client.request(query)]);
  await client.request(query);
  const slow = client.request(mutation).catch((error: ControlApiError) => error);
  await serverSettled(server);
  await client.request(mutation);
  await clock.advance(30_000);
  expect(await slow).toMatchObject({ code: 'timeout' });
  await client.request(query);
  expect(server.connections).toBe(2);
});

/** Answers the first 16 requests together, so that each has a connection, and later ones at once. */
function answers16Together(): NonNullable<Behaviour['answer']> {
  const all = answersTogether(16);
  return (it) => (it.delivery.nth > 16 ? void it.client.write(good) : all.answer?.(it));
}
