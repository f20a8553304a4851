import type { Socket } from 'node:net';
import { expect, test } from 'vitest';
import type { ControlApiError, ControlClientOptions } from '../../src/index.ts';
import { answersTogether, good, mutation, query, says } from '../helpers/answers.ts';
import type { Behaviour, Exchange } from '../helpers/misbehaving-server.ts';
import { servedOnMovedClock } from '../helpers/served.ts';
import { serverSettled } from '../helpers/settled.ts';

/** A client of a server on which some connections fall silent after their first answer. */
async function falling(
  isSilent: (exchange: Exchange) => boolean,
  options: ControlClientOptions = {},
  warm: Behaviour = says(good),
) {
  const silent: Socket[] = [];
  const answer: Behaviour['answer'] = (it) => {
    if (isSilent(it)) silent.push(it.client);
    else return (it.delivery.onConnection === 1 ? warm : says(good)).answer?.(it);
  };
  return { silent, ...(await servedOnMovedClock({ answer }, options)) };
}

/** The first connections fall silent after one of them has served again, since a mutation takes none of them earlier. */
const old =
  (connections: number) =>
  ({ delivery }: Exchange) =>
    delivery.connection <= connections && delivery.nth > connections + 1;

test('a query of 25 seconds on a used connection is sent once', async () => {
  const { client, clock, server, silent } = await falling(({ delivery }) => delivery.nth > 1);
  await client.request(query);
  const call = client.execute(query);
  await serverSettled(server);
  await clock.advance(25_000);
  await serverSettled(server);
  silent[0]?.write(good);
  expect(await call).toMatchObject({ meta: { attempts: 1, durationMs: 25_000 } });
  expect(server.deliveries.map(({ connection }) => connection)).toEqual([1, 1]);
  expect(clock.due).toEqual([]);
});

test.each([query, mutation])('a silent host costs one round of calls, not one after another: %s', async (document) => {
  const { client, clock, server } = await falling(old(16), {}, answersTogether(16));
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
  const { client, clock, server } = await falling(old(16), { attemptTimeoutMs: 400 }, answersTogether(16));
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
  const { client, server } = await falling(({ delivery }) => delivery.nth === 3, {}, answersTogether(2));
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
  const { client, clock, server } = await falling(({ delivery }) => delivery.nth === 4, {}, answersTogether(2));
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
