import { expect, test } from 'vitest';
import { laboratory, networkFailure, type Step } from '../helpers/laboratory.ts';

const query = 'query List { team { devices { nodes { id } } } }';
const mutation = 'mutation Rename { rename { id } }';
const AT_ONCE = 20;

/** A client that has spent its budget: a hundred retries. */
async function spent(then: Step, options = {}) {
  let step: Step = { status: 503 };
  const lab = laboratory(() => step, options);
  for (let made = 0; made < 60; made += AT_ONCE) {
    const batch = Array.from({ length: AT_ONCE }, () => lab.settled(query));
    await lab.clock.advance(5_000);
    await Promise.all(batch);
  }
  step = then;
  return lab;
}

test('an error that was not retried for the budget says so, and is otherwise what it is', async () => {
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
])('%s says nothing of a budget', async (_what, document, options) => {
  const lab = await spent({ status: 503 });
  const error = await lab.settle(document, undefined, options);
  expect(error).toMatchObject({ attempts: 1, message: expect.not.stringContaining('budget') });
});

test('mutations that may have arrived, and calls that are not retried, draw nothing from the budget', async () => {
  const lab = laboratory(() => ({ status: 503 }));
  for (let i = 0; i < 60; i++) await lab.settle(mutation, undefined, undefined, 0);
  for (let i = 0; i < 60; i++) await lab.settle(query, undefined, { maxRetries: 0 }, 0);
  const before = lab.sent.length;
  for (let i = 0; i < 50; i++) await lab.settle(query, undefined, undefined, 5_000);
  expect(lab.sent.length - before).toBe(150);
});

test('a mutation that provably never left is retried within the same budget', async () => {
  const lab = await spent(networkFailure('ECONNREFUSED'));
  expect(await lab.settle(mutation)).toMatchObject({ attempts: 1, outcome: 'not-sent' });
  expect(await laboratory([networkFailure('ECONNREFUSED')]).settle(mutation)).toMatchObject({ meta: { attempts: 2 } });
});

test('a retry that helped is paid back whole: any number of calls that need one have their answers', async () => {
  const lab = laboratory((_request, nth) => (nth % 2 ? { status: 503 } : 'well'));
  for (let made = 0; made < 130; made++) {
    expect(await lab.settle(query, undefined, undefined, 5_000)).toMatchObject({ meta: { attempts: 2 } });
  }
});

test('a retry after an attempt that took too long costs twice as much', async () => {
  const lab = laboratory(() => 'never', { attemptTimeoutMs: 100, timeoutMs: 30_000 });
  const calls = 200;
  for (let made = 0; made < calls; made += AT_ONCE) {
    const batch = Array.from({ length: AT_ONCE }, () => lab.settled(query));
    await lab.clock.advance(5_000);
    for (const error of await Promise.all(batch)) expect(error).toMatchObject({ code: 'timeout' });
  }
  expect(lab.sent.length - calls).toBe(50);
});

test('a refused key that was replaced is sent once more even where the budget is spent', async () => {
  let key = 'the-key-before-0123456789';
  const lab = await spent({ status: 401 }, { apiKey: () => key });
  const ended = lab.settled(query);
  key = 'the-key-after-01234567890';
  await lab.clock.advance(0);
  expect(await ended).toMatchObject({ code: 'unauthenticated', attempts: 2 });
});
