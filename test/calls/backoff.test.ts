import { expect, test } from 'vitest';
import { TransportFailure } from '../../src/transport/transport.ts';
import { laboratory } from '../helpers/laboratory.ts';

const query = 'query List { team { devices { nodes { id } } } }';
const mutation = 'mutation Rename { rename { id } }';

const reset = new TransportFailure('network', true);

test.each([
  [0, [0, 250, 750, 1_750]],
  [0.5, [0, 375, 1_125, 2_625]],
  [0.999, [0, 499, 1_498, 3_497]],
])('the waits of equal jitter grow with each attempt (chance %d)', async (random, expected) => {
  const lab = laboratory([reset, reset, reset], { maxRetries: 3 }, { random: () => random });
  const answer = lab.settled(query);
  await lab.clock.advance(4_000);
  expect(await answer).toMatchObject({ meta: { attempts: 4 } });
  expect(lab.at).toEqual(expected);
  expect(lab.clock.due).toEqual([]);
});

test('Retry-After in seconds is waited for to the millisecond, whatever chance says', async () => {
  const lab = laboratory(
    [
      { status: 429, headers: { 'retry-after': '7' } },
      { status: 503, headers: { 'retry-after': '2' } },
    ],
    {},
    { random: () => 0.9 },
  );
  const answer = lab.settled(query);
  await lab.clock.advance(10_000);
  expect(await answer).toMatchObject({ meta: { attempts: 3, durationMs: 9_000 } });
  expect(lab.at).toEqual([0, 7_000, 9_000]);
});

test('Retry-After as a date is counted from the wall clock', async () => {
  const lab = laboratory([{ status: 503, headers: { 'retry-after': 'Sat, 21 Nov 2026 00:00:05 GMT' } }]);
  const answer = lab.settled(query);
  await lab.clock.advance(6_000);
  expect(await answer).toMatchObject({ meta: { attempts: 2 } });
  expect(lab.at).toEqual([0, 5_000]);
});

test('a wait that cannot fit before the deadline fails at once, and says how long it would have been', async () => {
  const lab = laboratory([{ status: 429, headers: { 'retry-after': '30' } }], { timeoutMs: 30_000 });
  const error = lab.settled(query);
  await lab.clock.advance(0);
  expect(await error).toMatchObject({ code: 'rate_limited', retryAfterMs: 30_000, attempts: 1 });
  expect(lab.clock.now()).toBe(0);
  expect(lab.at).toEqual([0]);
});

test('the deadline is one for all attempts and the waits between', async () => {
  const lab = laboratory(['never', 'never', 'never'], {
    timeoutMs: 10_000,
    attemptTimeoutMs: 4_000,
  });
  const error = lab.settled(query);
  await lab.clock.advance(10_000);
  expect(await error).toMatchObject({ code: 'timeout', outcome: 'unknown', attempts: 3 });
  expect(lab.at).toEqual([0, 4_375, 9_125]);
  expect(lab.clock.due).toEqual([]);
});

test('a mutation that may have been sent waits for nothing', async () => {
  for (const step of [reset, { status: 503, headers: { 'retry-after': '1' } }] as const) {
    const lab = laboratory([step]);
    const error = lab.settled(mutation);
    await lab.clock.advance(0);
    expect(await error).toMatchObject({ attempts: 1 });
    expect(lab.at).toEqual([0]);
    expect(lab.clock.due).toEqual([]);
  }
});

test('what an earlier attempt may have done is not forgotten by a later one that was not sent', async () => {
  const lab = laboratory((_request, nth) => (nth === 1 ? reset : new TransportFailure('network', false)));
  const error = lab.settled(query);
  await lab.clock.advance(5_000);
  expect(await error).toMatchObject({ code: 'network', outcome: 'unknown', attempts: 4 });
});

test('maxRetries 0 tries once', async () => {
  const lab = laboratory([reset], { maxRetries: 0 });
  const error = lab.settled(query);
  await lab.clock.advance(5_000);
  expect(await error).toMatchObject({ code: 'network', attempts: 1 });
  expect(lab.at).toEqual([0]);
});
