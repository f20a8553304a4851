import fc from 'fast-check';
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
const neverLeft: Failure = { ...broken, harmless: true };
const unseen: Failure = { ...neverLeft, outcome: 'not-sent' };
const allStatuses = Array.from({ length: 500 }, (_, index) => index + 100);
const retriedStatuses = [408, 425, 429, 500, 502, 503, 504, 520, 521, 522, 523, 524, 529, 530];

describe('which failures a query is tried again after', () => {
  test('exactly the statuses that promise a better second try', () => {
    expect(allStatuses.filter((status) => retryDelayMs(answered(status), state) !== undefined)).toEqual(
      retriedStatuses,
    );
  });

  test('a connection that failed or broke, whether or not anything left', () => {
    expect(retryDelayMs(broken, state)).toBeGreaterThanOrEqual(0);
    expect(retryDelayMs(neverLeft, state)).toBeGreaterThanOrEqual(0);
  });

  test('not a failure that a second try cannot cure', () => {
    expect(retryDelayMs({ ...broken, transient: false }, state)).toBeUndefined();
    expect(retryDelayMs({ ...neverLeft, transient: false }, state)).toBeUndefined();
  });
});

describe.each(['mutation', 'subscription', undefined] as const)('an operation of kind %s', (kind) => {
  test('is repeated only where it provably never left, or was turned away', () => {
    expect(retryDelayMs(neverLeft, { ...state, kind })).toBeGreaterThanOrEqual(0);
    expect(retryDelayMs(broken, { ...state, kind })).toBeUndefined();
    for (const status of allStatuses) {
      expect(retryDelayMs(answered(status, 0), { ...state, kind })).toBeUndefined();
    }
  });

  test('is never repeated where it may have been executed, whatever else is true', () => {
    const waits = fc.option(fc.nat(), { nil: undefined });
    const counts = fc.record({
      failures: fc.integer({ min: 1, max: 11 }),
      maxRetries: fc.nat(10),
      remainingMs: fc.nat(),
    });
    fc.assert(
      fc.property(waits, fc.boolean(), counts, (retryAfterMs, transient, course) => {
        const failure = { ...answered(503, retryAfterMs), transient };
        expect(retryDelayMs(failure, { ...state, kind, ...course })).toBeUndefined();
      }),
    );
  });
});

describe('when it gives up', () => {
  test.each([0, 1, 2, 10])('after %i retries', (maxRetries) => {
    expect(retryDelayMs(broken, { ...state, maxRetries, seen: maxRetries + 1 })).toBeUndefined();
    if (maxRetries > 0)
      expect(retryDelayMs(broken, { ...state, maxRetries, seen: maxRetries })).toBeGreaterThanOrEqual(0);
  });

  test('when the wait that the server asks for cannot fit before the deadline', () => {
    expect(retryDelayMs(answered(429, 5_000), { ...state, remainingMs: 5_000 })).toBeUndefined();
    expect(retryDelayMs(answered(429, 5_000), { ...state, remainingMs: 5_001 })).toBe(5_000);
  });
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

  test('is tried on beyond `maxRetries`, with growing waits, until its time is up', () => {
    expect([tried(1, 0), tried(2, 375), tried(3, 1_125), tried(4, 2_000)]).toEqual([375, 750, 1_500, 3_000]);
    expect(tried(4, 2_001)).toBeUndefined();
  });

  test('is tried for no longer than half of the deadline, but as often as `maxRetries` says', () => {
    expect(tried(3, 1_125, { remainingMs: 4_124 })).toBeUndefined();
    expect(tried(3, 1_125, { remainingMs: 4_125 })).toBe(1_500);
    expect(tried(2, 1_125, { remainingMs: 1_000 })).toBe(750);
  });

  test('is tried once where there are to be no retries', () => {
    expect(tried(1, 0, { maxRetries: 0 })).toBeUndefined();
  });

  test('leaves the retries for what the service has seen', () => {
    expect(retryDelayMs(broken, { ...state, failures: 5, seen: 2 })).toBe(6_000);
  });
});

describe('how long it waits', () => {
  test('exactly as long as the server asks, never less and without jitter', () => {
    for (const random of [0, 0.5, 0.999]) {
      expect(retryDelayMs(answered(503, 1_234), { ...state, random })).toBe(1_234);
    }
    expect(retryDelayMs(answered(429, 0), state)).toBe(0);
  });

  test('else anywhere in the upper half of a ceiling that doubles and is bounded', () => {
    const waits = (random: number) => [1, 2, 3, 4, 5, 9].map((failures) => backoffMs(failures, random));
    expect(waits(0)).toEqual([250, 500, 1_000, 2_000, 4_000, 4_000]);
    expect(waits(0.999_999)).toEqual([499, 999, 1_999, 3_999, 7_999, 7_999]);
  });

  test('and is never less than its floor, fractional or past its ceiling', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 11 }),
        fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        (n, random) => {
          const delay = backoffMs(n, random);
          expect(Number.isInteger(delay)).toBe(true);
          expect(delay).toBeGreaterThanOrEqual(250);
          expect(delay).toBeLessThanOrEqual(Math.min(8_000, 500 * 2 ** (n - 1)));
        },
      ),
    );
  });
});
