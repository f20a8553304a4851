import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { Deadline } from '../../src/call/time/deadline.ts';
import { passLimiter } from '../../src/call/time/limiter.ts';
import { createControlClient, type Limiter } from '../../src/index.ts';
import { answers, good, html, json, mutation, query, response } from '../helpers/answers.ts';
import { ManualClock } from '../helpers/manual-clock.ts';
import type { Exchange } from '../helpers/misbehaving-server.ts';
import { served } from '../helpers/served.ts';
import { serverSettled } from '../helpers/settled.ts';
import { unhandledRejections } from '../helpers/unhandled.ts';

const failed = { message: 'The limiter failed.', cause: { message: 'queue is full' } };
const unrun = { message: 'The limiter did not run its task.' };
const broken: readonly (readonly [how: string, limiter: unknown, error: object])[] = [
  ['throws', vi.fn().mockThrow(new Error('queue is full')), failed],
  ['rejects', () => Promise.reject(new Error('queue is full')), failed],
  ['never runs its task', () => Promise.resolve(undefined), unrun],
  ['answers in place of its task', () => ({ data: 'made up' }), unrun],
];

test('a limiter is not asked for an ended call', async () => {
  const deadline = new Deadline(new ManualClock(), 1_000, AbortSignal.abort());
  const asked = vi.fn();
  await expect(passLimiter(asked, deadline)).rejects.toBe(deadline.ended);
  await nextTurn();
  expect(asked).not.toHaveBeenCalled();
});

test.each(broken)('a limiter that %s is a configuration error, and nothing is sent', async (_how, limiter, error) => {
  const it = await served(undefined, { limiter: limiter as Limiter });
  const expected = { code: 'configuration', outcome: 'not-sent', attempts: 0, ...error };
  await expect(it.client.request(query)).rejects.toMatchObject(expected);
  expect((await serverSettled(it.server)).connections).toBe(0);
});

test('a limiter that drops the promise harms neither the answer nor the process', async () => {
  using unhandled = unhandledRejections();
  const careless = ((task: () => Promise<unknown>) => void task()) as unknown as Limiter;
  const it = await served(undefined, { limiter: careless });
  expect(await it.client.request(query)).toBeDefined();
  const failing = await served(answers(400, [html]), { limiter: careless });
  await expect(failing.client.request(query)).rejects.toMatchObject({ code: 'http_status' });
  await serverSettled(failing.server);
  expect(unhandled.reasons).toEqual([]);
});

test.each<[string, Limiter]>([
  [
    'one after the other',
    async (task) => {
      const first = await task();
      await task().catch(() => {});
      return first;
    },
  ],
  [
    'at once',
    (task) => {
      const first = task();
      void task();
      return first;
    },
  ],
])('a limiter that runs its task twice, %s, sends a mutation once', async (_when, twice) => {
  const it = await served(undefined, { limiter: twice });
  expect(await it.client.request(mutation)).toBeDefined();
  expect((await serverSettled(it.server)).deliveries).toHaveLength(1);
});

test('a limiter learns that its task ended, not with what result', async () => {
  const seen: unknown[] = [];
  const curious: Limiter = async (task) => {
    const result = await task();
    seen.push(result);
    return result;
  };
  const echo = ({ delivery, client }: Exchange) => {
    const errors = [{ message: delivery.headers.get('authorization') }];
    client.write(response(delivery.nth === 1 ? 200 : 500, [json], JSON.stringify({ errors })));
  };
  const it = await served({ answer: echo }, { limiter: curious });
  await expect(it.client.request(query)).rejects.toMatchObject({ code: 'graphql' });
  await expect(it.client.request(mutation)).rejects.toMatchObject({ code: 'http_status' });
  await using failing = createControlClient({
    baseUrl: 'https://control.example',
    apiKey: () => Promise.reject(new Error('no secret at hand')),
    limiter: curious,
  });
  await expect(failing.request(query)).rejects.toMatchObject({ code: 'configuration' });
  expect(seen).toEqual([undefined, undefined, undefined]);
});

test('a limiter gets introspection and every attempt', async () => {
  let turns = 0;
  const counting: Limiter = (task) => {
    turns += 1;
    return task();
  };
  const answer = ({ client, delivery }: Exchange) =>
    void client.write(delivery.nth === 2 ? response(503, [['retry-after', '0']]) : good);
  const it = await served({ answer }, { limiter: counting });
  await it.client.request('query I { __schema { queryType { name } } }');
  expect(turns).toBe(1);
  await it.client.request(query);
  expect(turns).toBe(3);
});
