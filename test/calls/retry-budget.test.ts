import { describe, expect, test } from 'vitest';
import {
  createRetryBudget,
  RETRY_COST,
  SLOW_RETRY_COST,
  UNSEEN_RETRY_COST,
} from '../../src/call/judge/retry-budget.ts';
import { isControlApiError } from '../../src/index.ts';
import type { TransportRequest } from '../../src/transport/transport.ts';
import { laboratory, networkFailure, type Step } from '../helpers/laboratory.ts';

const query = 'query List { team { devices { nodes { id } } } }';

/** How many retries of the given cost a budget grants in a row. */
function granted(budget: ReturnType<typeof createRetryBudget>, cost: number): number {
  let retries = 0;
  while (budget.take(cost)) retries++;
  return retries;
}

describe('the bucket', () => {
  test.each([
    ['a hundred retries', RETRY_COST, 100],
    ['fifty retries after a timeout', SLOW_RETRY_COST, 50],
    ['five hundred of which the service sees nothing', UNSEEN_RETRY_COST, 500],
  ])('full, it grants %s', (_what, cost, retries) => {
    expect(granted(createRetryBudget(), cost)).toBe(retries);
  });

  test('what is refused takes nothing: a smaller cost may still be granted', () => {
    const budget = createRetryBudget();
    granted(budget, RETRY_COST);
    for (let i = 0; i < 5; i++) budget.succeeded(0);
    expect(budget.take(SLOW_RETRY_COST)).toBe(false);
    expect(budget.take(RETRY_COST)).toBe(true);
  });

  test.each([
    ['nothing, where its call needed no retry: five of them pay for one retry', 0, 5, 1],
    ['what its retry cost', RETRY_COST, 1, 1],
    ['what its retry after a timeout cost', SLOW_RETRY_COST, 1, 2],
  ])('a success gives back a little or %s', (_what, spent, successes, retries) => {
    const budget = createRetryBudget();
    granted(budget, RETRY_COST);
    for (let i = 0; i < successes; i++) budget.succeeded(spent);
    expect(granted(budget, RETRY_COST)).toBe(retries);
  });

  test('it holds no more than when it was full, whatever succeeds', () => {
    const budget = createRetryBudget();
    for (let i = 0; i < 10_000; i++) budget.succeeded(SLOW_RETRY_COST);
    expect(granted(budget, RETRY_COST)).toBe(100);
  });
});

const CALLS = 1_000;
const AT_ONCE = 20;

/** Makes calls, some at once, and says how many of them failed. */
async function storm(
  { settled, clock }: Pick<ReturnType<typeof laboratory>, 'settled' | 'clock'>,
  calls = CALLS,
): Promise<number> {
  let failed = 0;
  for (let made = 0; made < calls; made += AT_ONCE) {
    const batch = Array.from({ length: AT_ONCE }, () => settled(query));
    await clock.advance(5_000);
    failed += (await Promise.all(batch)).filter((ended) => isControlApiError(ended)).length;
  }
  return failed;
}

describe.each<[string, Step, number, number]>([
  ['answers 503', { status: 503 }, 100, 3],
  // What no service sees counts a fifth: a fleet that waits for a restart burdens nobody.
  ['refuses connections', networkFailure('ECONNREFUSED'), 500, 4],
])('a service that %s', (_what, trouble, retries, alone) => {
  test('gets hardly more requests than there are calls, however long that lasts', async () => {
    const lab = laboratory(() => trouble);
    expect(await storm(lab)).toBe(CALLS);
    expect(lab.sent.length - CALLS).toBe(retries);
  });

  test('would get several times as many from clients without a budget in common', async () => {
    let requests = 0;
    for (let made = 0; made < 100; made++) {
      const lab = laboratory(() => trouble);
      await lab.settle(query, undefined, undefined, 5_000);
      requests += lab.sent.length;
    }
    expect(requests / 100).toBe(alone);
  });

  test('has its passing failures retried again after a few successes, as if nothing had been', async () => {
    let down = true;
    let nth = 0;
    const failing = () => down || ++nth % 100 === 99;
    const lab = laboratory(() => (failing() ? trouble : 'well'));
    await storm(lab, 200);
    down = false;
    const before = lab.sent.length;
    expect(await storm(lab, 1_980)).toBe(0);
    // Each hundredth request fails, those that repeat another included.
    expect(lab.sent.length - before).toBe(1_980 + 20);
  });
});

describe('a thousand clients of one service', () => {
  test('make hardly more requests than calls while it is down', async () => {
    const lab = laboratory(() => ({ status: 503 }));
    const clients = Array.from({ length: 1_000 }, lab.another);
    for (let round = 0; round < 2; round++) {
      const ended = clients.map((client) => client.request(query).catch((error: unknown) => error));
      await lab.clock.advance(5_000);
      for (const error of await Promise.all(ended)) expect(error).toMatchObject({ code: 'http_status' });
    }
    expect(lab.sent.length).toBe(2_000 + 100);
  });

  test.each<[string, Step]>([
    ['with 503', { status: 503 }],
    ['with 429', { status: 429 }],
  ])('keep their retries, where all calls of one of them fail %s', async (_how, failure) => {
    const failing = 'query Failing { team { devices { nodes { id } } } }';
    let passing = 0;
    const lab = laboratory(({ body }) => {
      if (body.includes('Failing')) return failure;
      return ++passing % 50 === 0 ? { status: 503 } : 'well';
    });
    const [one, ...others] = Array.from({ length: 100 }, lab.another);
    const failed: unknown[] = [];
    for (let round = 0; round < 20; round++) {
      for (let call = 0; call < 10; call++) one?.request(failing).catch(() => {});
      const ended = others.map((client) => client.request(query).catch((error: unknown) => failed.push(error)));
      await lab.clock.advance(20_000);
      await Promise.all(ended);
    }
    expect(failed).toEqual([]);
  });
});

test('one failing call in a hundred never runs the budget dry', async () => {
  const lab = laboratory((_request: TransportRequest, nth) => (nth % 100 === 0 ? { status: 503 } : 'well'));
  expect(await storm(lab, 2_000)).toBe(0);
});
