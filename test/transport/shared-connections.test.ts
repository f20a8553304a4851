import http from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { clientOf as clientWith } from '../../src/client/create-client.ts';
import { readOptions } from '../../src/client/options.ts';
import { type ControlClient, type ControlClientOptions, createControlClient } from '../../src/index.ts';
import { systemClock } from '../../src/transport/clock.ts';
import { createNodeTransport } from '../../src/transport/node.ts';
import { good, json, response } from '../helpers/answers.ts';
import { type Exchange, MisbehavingServer } from '../helpers/misbehaving-server.ts';
import { onMovedClock } from '../helpers/moved-clock.ts';
import { serverSettled } from '../helpers/settled.ts';
import { sentThroughQueue, transportRequest } from '../helpers/transport-request.ts';

const keyOf = (team: number) => `key-of-team-${String(team).padStart(8, '0')}`;
const query = 'query Q { sent }';

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

function clientOf(team: number, options: ControlClientOptions) {
  const client = createControlClient({ apiKey: keyOf(team), ...options });
  closers.push(() => client.close());
  return client;
}

const echo = ({ delivery, client }: Exchange) =>
  void client.write(response(200, [json], JSON.stringify({ data: { sent: delivery.headers.get('authorization') } })));

test('300 teams called in turn, eight at once, hold at most eight connections, and each request carries its own key', async () => {
  await using server = await MisbehavingServer.start({ answer: echo });
  const clients = Array.from({ length: 300 }, (_, team) => clientOf(team, { baseUrl: `${server.url}/team/${team}` }));
  const queue = clients.entries();
  const worker = async () => {
    for (const [team, client] of queue) {
      expect(await client.request(query)).toEqual({ sent: `Bearer ${keyOf(team)}` });
    }
  };
  await Promise.all(Array.from({ length: 8 }, worker));
  expect(server.deliveries).toHaveLength(300);
  for (const { requestLine, headers } of server.deliveries) {
    const team = Number(/\d+/.exec(requestLine)?.[0]);
    expect(headers.get('authorization')).toBe(`Bearer ${keyOf(team)}`);
  }
  expect(server.connections).toBeLessThanOrEqual(8);
});

test('`maxConnections` limits the connections of all clients together, and clients with another limit have their own', async () => {
  await using server = await MisbehavingServer.start({
    answer: async ({ client }) => void setTimeout(() => client.write(good), 20),
  });
  const read = (count: number, maxConnections: number) =>
    Array.from({ length: count }, (_, team) => clientOf(team, { baseUrl: server.url, maxConnections }).request(query));
  await Promise.all(read(30, 3));
  expect(server.connections).toBe(3);
  await Promise.all(read(2, 2));
  expect(server.connections).toBe(5);
});

test('a client with an agent of its own shares neither its connections nor the others', async () => {
  await using server = await MisbehavingServer.start({ answer: echo });
  const agent = new http.Agent({ keepAlive: true });
  closers.push(() => agent.destroy());
  await clientOf(1, { baseUrl: server.url }).request(query);
  const client = clientOf(2, { baseUrl: server.url, agent });
  await client.request(query);
  expect(server.connections).toBe(2);
  client.close();
  await clientOf(3, { baseUrl: server.url }).request(query);
  expect(server.connections).toBe(2);
});

test('clients of one host share the retry budget in an outage', async () => {
  await using server = await MisbehavingServer.start({ answer: ({ client }) => void client.write(response(503, [])) });
  const [one, other] = [1, 2].map((team) => onMovedClock({ apiKey: keyOf(team), baseUrl: server.url }));
  let left = 50;
  const ended = () => void left--;
  for (let call = 0; call < 50; call++) one?.client.request(query).catch(ended);
  for (; left > 0; await one?.clock.advance(500)) await serverSettled(server);
  expect(server.deliveries).toHaveLength(150);
  await expect(other?.client.request(query)).rejects.toMatchObject({
    attempts: 1,
    message: expect.stringContaining('budget'),
  });
});

test('`close()` leaves the connections and calls of other clients, and the last one ends idle ones', async () => {
  const held: Exchange[] = [];
  await using server = await MisbehavingServer.start({
    answer: (it) => (it.delivery.nth === 2 ? void held.push(it) : echo(it)),
  });
  const [first, second] = [1, 2].map((team) => clientOf(team, { baseUrl: server.url }));
  await first?.request(query);
  const underWay = second?.request(query);
  await expect.poll(() => held.length).toBe(1);
  first?.close();
  first?.close();
  echo(held[0] as Exchange);
  expect(await underWay).toEqual({ sent: `Bearer ${keyOf(2)}` });
  expect(await second?.request(query)).toEqual({ sent: `Bearer ${keyOf(2)}` });
  expect([server.connections, server.openConnections]).toEqual([1, 1]);
  second?.close();
  await expect.poll(() => server.openConnections).toBe(0);
});

test('`close()` lets a client be used again, and closed again', async () => {
  await using server = await MisbehavingServer.start({ answer: echo });
  const client = clientOf(1, { baseUrl: server.url });
  for (let use = 1; use <= 2; use++) {
    await client.request(query);
    expect(server.connections).toBe(use);
    client.close();
    await expect.poll(() => server.openConnections).toBe(0);
  }
});

describe('clients that are dropped unclosed leave nothing in memory', () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;

  /** Makes a client, and returns its own objects: key, logger, and those of its calls and requests. */
  function listed(team: number, baseUrl: string, list: WeakRef<object>[]): ControlClient {
    const own = {
      apiKey: () => keyOf(team),
      logger: {},
      clock: { ...systemClock },
      http: { request: http.request, Agent: http.Agent },
    };
    const { apiKey, logger } = own;
    const settings = readOptions({ baseUrl, apiKey, logger }, {});
    const transport = createNodeTransport(settings.endpoint.url as URL, own.http);
    const lazy = { open: () => transport, close: () => transport.close() };
    const client = clientWith(settings, { ...own, transport: lazy, random: Math.random, epochMs: Date.now });
    for (const it of [client, transport, ...Object.values(own)]) list.push(new WeakRef(it));
    return client;
  }

  async function leftOf(list: readonly WeakRef<object>[]): Promise<number> {
    const left = () => list.filter((it) => it.deref()).length;
    // The work after a collection runs in a later turn, and may free more.
    for (let round = 0; round < 10 && left() > 0; round++) {
      await new Promise((resolve) => void setImmediate(resolve));
      collectGarbage();
    }
    return left();
  }

  test('unclosed clients with the connections of others leave nothing in memory', async () => {
    await using server = await MisbehavingServer.start({ answer: echo });
    const list: WeakRef<object>[] = [];
    const drop = async () => {
      for (let team = 0; team < 200; team++) {
        const client = listed(team, server.url, list);
        if (team % 10 === 0) await client.request(query);
      }
    };
    await drop();
    server.forget();
    expect(list).toHaveLength(1_200);
    expect(await leftOf(list)).toBe(0);
    expect(server.connections).toBe(1);
    expect(server.openConnections).toBe(1);
  });

  test('unclosed clients with an origin of their own leave neither connections nor a name', async () => {
    const list: WeakRef<object>[] = [];
    const Real = WeakRef;
    // The process refers to the connections of an origin by one object, and both must be freed.
    class Listed extends Real<object> {
      constructor(target: object) {
        super(target);
        list.push(new Real(target), new Real(this));
      }
    }
    vi.stubGlobal('WeakRef', Listed);
    for (let team = 0; team < 100; team++) createNodeTransport(new URL(`https://team-${team}.example.com`), http);
    vi.unstubAllGlobals();
    expect(list).toHaveLength(200);
    expect(await leftOf(list)).toBe(0);
  });

  test('unclosed clients leave the last request of each in memory, and no answer', async () => {
    await using server = await MisbehavingServer.start({ answer: echo });
    const requests: WeakRef<object>[] = [];
    const answers: WeakRef<object>[] = [];
    const listing: typeof http.request = (...args: readonly unknown[]) => {
      const request = Reflect.apply(http.request, http, args);
      requests.push(new WeakRef(request));
      return request;
    };
    const transport = createNodeTransport(new URL(server.url), { request: listing, Agent: http.Agent });
    const ask = async () => {
      const answer = await sentThroughQueue(transport, transportRequest());
      answers.push(new WeakRef(answer), new WeakRef(answer.body));
    };
    await ask();
    await ask();
    expect(await leftOf(answers)).toBe(0);
    expect(await leftOf(requests)).toBe(1);
    transport.close?.();
    expect(await leftOf(requests)).toBe(0);
  });
});
