import { describe, expect, test } from 'vitest';
import { isControlApiError } from '../../src/index.ts';
import { RETRY_COST, RetryBudget, SLOW_RETRY_COST } from '../../src/transport/shared-limits.ts';
import { laboratory, mutation, networkFailure, query, type Step } from '../helpers/laboratory.ts';

function granted(budget: RetryBudget, cost: number): number {
  let retries = 0;
  while (budget.take(cost)) retries++;
  return retries;
}

test('a refused retry takes nothing from the bucket, so a cheaper one may be granted', () => {
  const budget = new RetryBudget();
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
  const budget = new RetryBudget();
  granted(budget, RETRY_COST);
  for (let i = 0; i < successes; i++) budget.succeeded(spent);
  expect(granted(budget, RETRY_COST)).toBe(retries);
});

test('the retries of one client after a limit of its key take nothing from the budget of all', () => {
  const common = new RetryBudget();
  const budget = new RetryBudget(() => common);
  for (let nth = 0; nth < 100; nth++) expect(budget.take(RETRY_COST, true)).toBe(true);
  expect(budget.take(RETRY_COST, true)).toBe(false);
  expect(granted(common, RETRY_COST)).toBe(100);
});

test('the bucket never holds more than at first', () => {
  const budget = new RetryBudget();
  for (let i = 0; i < 10_000; i++) budget.succeeded(SLOW_RETRY_COST);
  expect(granted(budget, RETRY_COST)).toBe(100);
});

const CALLS = 1_000;
const AT_ONCE = 20;

/** Makes calls in batches, and returns the number of failures. */
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

describe.each<[string, Step, number]>([
  ['answers 503', { status: 503 }, 100],
  // A retry that no service sees costs a fifth, since it burdens nobody.
  ['refuses connections', networkFailure('ECONNREFUSED'), 500],
])('a service that %s', (_what, trouble, retries) => {
  test('a failing service gets hardly more requests than there are calls', async () => {
    const lab = laboratory(() => trouble);
    expect(await storm(lab)).toBe(CALLS);
    expect(lab.sent.length - CALLS).toBe(retries);
  });

  test('a recovered service has its failures retried again after a few successes', async () => {
    let down = true;
    let nth = 0;
    const failing = () => down || ++nth % 100 === 99;
    const lab = laboratory(() => (failing() ? trouble : 'well'));
    await storm(lab, 200);
    down = false;
    const before = lab.sent.length;
    expect(await storm(lab, 1_980)).toBe(0);
    // Each hundredth request fails, retries included.
    expect(lab.sent.length - before).toBe(1_980 + 20);
  });
});

test('a thousand clients of one service send hardly more requests than calls while it is down', async () => {
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
])('other clients keep their retries if all calls of one client fail %s', async (_how, failure) => {
  const failing = 'query Failing { team { devices { nodes { id } } } }';
  let passing = 0;
  const lab = laboratory(({ body }) => {
    if (body.includes('Failing')) return failure;
    return ++passing % 50 === 0 ? { status: 503 } : 'well';
  });
  const [one, ...others] = Array.from({ length: 100 }, lab.another);
  const failed: unknown[] = [];
  for (let round = 0; round < 10; round++) {
    for (let call = 0; call < 10; call++) one?.request(failing).catch(() => {});
    const ended = others.map((client) => client.request(query).catch((error: unknown) => failed.push(error)));
    await lab.clock.advance(20_000);
    await Promise.all(ended);
  }
  expect(failed).toEqual([]);
});

/** A client with a spent budget of a hundred retries. */
async function spent(then: Step, options = {}) {
  let step: Step = { status: 503 };
  const lab = laboratory(() => step, options);
  await storm(lab, 60);
  step = then;
  return lab;
}

test('an error without a retry for the spent budget says so, and has its own code', async () => {
  const lab = await spent({ status: 503 });
  const before = lab.sent.length;
  const error = await lab.settle(query);
  expect(lab.sent.length).toBe(before + 1);
  expect(error).toMatchObject({
    code: 'http_status',
    status: 503,
    attempts: 1,
    message: expect.stringContaining('the retry budget is spent'),
  });
});

test.each<[string, string, object]>([
  ['a mutation that the service may have executed', mutation, {}],
  ['a call that asked for no retry', query, { maxRetries: 0 }],
])('%s has no message about the budget', async (_what, document, options) => {
  const lab = await spent({ status: 503 });
  const error = await lab.settle(document, undefined, options);
  expect(error).toMatchObject({ attempts: 1, message: expect.not.stringContaining('budget') });
});

test('mutations that may have arrived, and calls without retries, take nothing from the budget', async () => {
  const lab = laboratory(() => ({ status: 503 }));
  for (let i = 0; i < 60; i++) await lab.settle(mutation, undefined, undefined, 0);
  for (let i = 0; i < 60; i++) await lab.settle(query, undefined, { maxRetries: 0 }, 0);
  const before = lab.sent.length;
  for (let i = 0; i < 50; i++) await lab.settle(query, undefined, undefined, 5_000);
  expect(lab.sent.length - before).toBe(150);
});

test('a mutation that never left is retried within the same budget', async () => {
  const lab = await spent(networkFailure('ECONNREFUSED'));
  expect(await lab.settle(mutation)).toMatchObject({ attempts: 1, outcome: 'not-sent' });
  expect(await laboratory([networkFailure('ECONNREFUSED')]).settle(mutation)).toMatchObject({ meta: { attempts: 2 } });
});

test('a retry that helped is paid back in full', async () => {
  const lab = laboratory((_request, nth) => (nth % 2 ? { status: 503 } : 'well'));
  for (let made = 0; made < 130; made++) {
    expect(await lab.settle(query, undefined, undefined, 5_000)).toMatchObject({ meta: { attempts: 2 } });
  }
});

test('a retry after a timeout costs twice as much', async () => {
  const lab = laboratory(() => 'never', { attemptTimeoutMs: 100, timeoutMs: 30_000 });
  const calls = 200;
  expect(await storm(lab, calls)).toBe(calls);
  expect(lab.sent.length - calls).toBe(50);
});

test('a call is repeated with a replaced key even with a spent budget', async () => {
  let key = 'the-key-before-0123456789';
  const lab = await spent({ status: 401 }, { apiKey: () => key });
  const ended = lab.settled(query);
  key = 'the-key-after-01234567890';
  await lab.clock.advance(0);
  expect(await ended).toMatchObject({ code: 'unauthenticated', attempts: 2 });
});
