import { describe, expect, test } from 'vitest';
import type { Failure } from '../../src/call/judge/failure.ts';
import { isPassingStatus } from '../../src/call/judge/judge-answer.ts';
import { backoffMs, nextAttempt } from '../../src/call/next-attempt.ts';

const state = {
  kind: 'query' as 'query' | 'mutation' | 'subscription' | undefined,
  failures: 1,
  seen: 1,
  maxRetries: 2,
  elapsedMs: 0,
  remainingMs: 30_000,
  random: 0.5,
};

function retryDelayMs(failure: Failure, given: typeof state): number | undefined {
  const { kind, random, ...course } = given;
  const next = nextAttempt(failure, { ...course, operation: { kind } }, random);
  return 'retryInMs' in next ? next.retryInMs : undefined;
}

const broken: Failure = { code: 'network', outcome: 'unknown', what: 'it broke', harmless: false, transient: true };
const answered = (status: number, retryAfterMs?: number): Failure => ({
  ...broken,
  transient: isPassingStatus(status),
  evidence: { status, retryAfterMs, isSpent: false, requestId: undefined, header: () => undefined },
});
const unseen: Failure = { ...broken, outcome: 'not-sent', harmless: true };

test.each([0, 1, 2, 10])('a call gives up after %i retries', (maxRetries) => {
  expect(retryDelayMs(broken, { ...state, maxRetries, seen: maxRetries + 1 })).toBeUndefined();
  if (maxRetries > 0)
    expect(retryDelayMs(broken, { ...state, maxRetries, seen: maxRetries })).toBeGreaterThanOrEqual(0);
});

test('a call gives up if the wait that the server asks for ends after the deadline', () => {
  expect(retryDelayMs(answered(429, 5_000), { ...state, remainingMs: 5_000 })).toBeUndefined();
  expect(retryDelayMs(answered(429, 5_000), { ...state, remainingMs: 5_001 })).toBe(5_000);
});

describe('a service that cannot be connected to', () => {
  const tried = (failures: number, elapsedMs: number, more: Partial<typeof state> = {}) =>
    retryDelayMs(unseen, {
      ...state,
      kind: 'mutation',
      failures,
      seen: 0,
      elapsedMs,
      remainingMs: 30_000 - elapsedMs,
      ...more,
    });

  test('an unreachable service is tried beyond `maxRetries`, with growing waits, until a time limit', () => {
    expect([tried(1, 0), tried(2, 375), tried(3, 1_125), tried(4, 2_000)]).toEqual([375, 750, 1_500, 3_000]);
    expect(tried(4, 2_001)).toBeUndefined();
  });

  test('an unreachable service is tried for half of the deadline at most, but as often as `maxRetries` says', () => {
    expect(tried(3, 1_125, { remainingMs: 4_124 })).toBeUndefined();
    expect(tried(3, 1_125, { remainingMs: 4_125 })).toBe(1_500);
    expect(tried(2, 1_125, { remainingMs: 1_000 })).toBe(750);
    expect(tried(1, 0, { maxRetries: 0 })).toBeUndefined();
  });

  test('the attempts on an unreachable service leave the retries for later failures', () => {
    expect(retryDelayMs(broken, { ...state, failures: 5, seen: 2 })).toBe(6_000);
  });
});

test('a wait is a random time in the upper half of a bounded ceiling that doubles', () => {
  const waits = (random: number) => [1, 2, 3, 4, 5, 9].map((failures) => backoffMs(failures, random));
  expect(waits(0)).toEqual([250, 500, 1_000, 2_000, 4_000, 4_000]);
  expect(waits(0.999_999)).toEqual([499, 999, 1_999, 3_999, 7_999, 7_999]);
});
