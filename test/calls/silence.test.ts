import type { Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import type { ControlApiError, ControlClientOptions } from '../../src/index.ts';
import { good, goodBody, response, together } from '../helpers/answers.ts';
import { laboratory } from '../helpers/laboratory.ts';
import { type Behaviour, type Exchange, MisbehavingServer } from '../helpers/misbehaving-server.ts';
import { onMovedClock } from '../helpers/moved-clock.ts';
import { settled } from '../helpers/settled.ts';

const apiKey = 'key-into-silence-0123456789';
const query = 'query List { team { devices { nodes { id } } } }';
const mutation = 'mutation Rename { rename { id } }';

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

/** Silent are the connections of before, from their second request on. */
const old =
  (connections: number) =>
  ({ delivery }: Exchange) =>
    delivery.connection <= connections && delivery.onConnection > 1;

describe('a query on a reused connection that stays silent', () => {
  test('is sent once more on a fresh one after a third of the deadline, and succeeds', async () => {
    await using world = await falling(old(1));
    const { client, clock, server, way } = world;
    await client.request(query);
    const call = client.execute(query);
    await settled(server);
    await clock.advance(9_999);
    expect(way()).toEqual([1, 1]);
    await clock.advance(1);
    expect(await call).toMatchObject({ meta: { attempts: 2, durationMs: 10_000 } });
    expect(way()).toEqual([1, 1, 2]);
    expect(clock.due).toEqual([]);
    await expect.poll(() => server.openConnections).toBe(1);
  });

  test('still succeeds with its own answer after 25 of 30 s, and sends one request more, no others', async () => {
    await using world = await falling(({ delivery }) => delivery.nth > 1);
    const { client, clock, server, way, silent } = world;
    await client.request(query);
    const call = client.execute(query);
    await settled(server);
    await clock.advance(25_000);
    await settled(server);
    expect(way()).toEqual([1, 1, 2]);
    silent[0]?.write(response(200, [['content-type', 'application/json']], goodBody));
    expect(await call).toMatchObject({ meta: { attempts: 2, durationMs: 25_000 } });
    expect(clock.due).toEqual([]);
    await expect.poll(() => server.openConnections).toBe(1);
  });

  test('fails at its deadline where neither is answered, and may have been executed', async () => {
    await using world = await falling(({ delivery }) => delivery.nth > 1);
    const { client, clock, server, way } = world;
    await client.request(query);
    const call = client.request(query).catch((error: ControlApiError) => error);
    await settled(server);
    await clock.advance(10_000);
    await settled(server);
    await clock.advance(20_000);
    expect(await call).toMatchObject({ code: 'timeout', outcome: 'unknown', attempts: 2 });
    expect(way()).toEqual([1, 1, 2]);
    expect(clock.due).toEqual([]);
  });

  test('goes on waiting for its answer where the second request fails', async () => {
    await using world = await falling(
      ({ delivery }) => delivery.nth === 2,
      {},
      {
        answer: ({ client, delivery }) => void (delivery.nth === 3 ? client.resetAndDestroy() : client.write(good)),
      },
    );
    const { client, clock, server, silent } = world;
    await client.request(query);
    const call = client.execute(query);
    await settled(server);
    await clock.advance(10_000);
    await settled(server);
    silent[0]?.write(good);
    expect(await call).toMatchObject({ meta: { attempts: 2 } });
  });

  test('is sent alone where the connection is a new one, with `maxRetries: 0`, and a mutation always', async () => {
    for (const [document, options, isWarm] of [
      [query, {}, false],
      [query, { maxRetries: 0 }, true],
      [mutation, {}, true],
    ] as const) {
      await using world = await falling(({ delivery }) => delivery.nth > (isWarm ? 1 : 0), options);
      const { client, clock, server } = world;
      if (isWarm) await client.request(query);
      const call = client.request(document).catch((error: ControlApiError) => error);
      await settled(server);
      await clock.advance(29_999);
      const { deliveries } = await settled(server);
      expect(deliveries).toHaveLength(isWarm ? 2 : 1);
      await clock.advance(1);
      expect(await call).toMatchObject({ code: 'timeout', attempts: 1 });
    }
  });

  test.each([
    ['the second requests are answered', 0, 200],
    ['the first requests are answered late', 25_000, 159],
  ])('is sent again within the budget of the client: where %s', async (_how, answersAfter, requests) => {
    const lab = laboratory((_, nth) => (answersAfter === 0 && nth % 2 === 0 ? 'well' : { reused: true, answersAfter }));
    for (let call = 0; call < 100; call++)
      expect(await lab.settle(query, undefined, {}, 30_000)).toHaveProperty('data');
    expect(lab.sent).toHaveLength(requests);
    expect(lab.clock.due).toEqual([]);
  });
});

describe('a host that falls silent under a pool of 16 connections', () => {
  test.each([query, mutation])('costs one call its time, not each: %s', async (document) => {
    await using world = await falling(old(16), {}, { answer: together16() });
    const { client, clock, server } = world;
    await Promise.all(Array.from({ length: 16 }, () => client.request(query)));
    expect(server.connections).toBe(16);
    const first = client.request(document).catch((error: ControlApiError) => error);
    await settled(server);
    await clock.advance(document === query ? 10_000 : 30_000);
    expect(await first).toMatchObject(document === query ? { team: {} } : { code: 'timeout', outcome: 'unknown' });
    // The clock stands still: none of them waits for anything.
    for (let call = 1; call < 16; call++) await client.request(document);
    await expect.poll(() => server.openConnections).toBe(1);
    expect(server.deliveries).toHaveLength(16 + 1 + (document === query ? 1 : 0) + 15);
  });

  test('but connections that were answered meanwhile are kept', async () => {
    await using world = await falling(
      ({ delivery }) => delivery.nth === 3,
      {},
      { answer: together(2).answer as never },
    );
    const { client, clock, server } = world;
    await Promise.all([client.request(query), client.request(query)]);
    const slow = client.request(mutation).catch((error: ControlApiError) => error);
    await settled(server);
    await client.request(mutation);
    await clock.advance(30_000);
    expect(await slow).toMatchObject({ code: 'timeout' });
    await client.request(query);
    expect(server.connections).toBe(2);
  });
});

/** The first 16 are answered together, so that each has a connection; what comes on new ones later, at once. */
function together16(): NonNullable<Behaviour['answer']> {
  const all = together(16);
  return (it) => (it.delivery.nth > 16 ? void it.client.write(good) : all.answer?.(it));
}
