import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { readRetryAfter } from '../../src/call/judge/evidence.ts';
import { graphql, laboratory, mutation, query } from '../helpers/laboratory.ts';

const read = (given: { status?: number; headers?: Readonly<Record<string, string>>; extensions?: object }, nowMs = 0) =>
  readRetryAfter(
    {
      status: given.status ?? 429,
      header: (name) => given.headers?.[name],
      errors: given.extensions ? [{ message: 'm' }, { message: 'm', extensions: { ...given.extensions } }] : [],
      scrub: (text) => text,
    },
    nowMs,
  );
const parsed = (header: string | undefined, nowMs: number) =>
  read(header === undefined ? {} : { headers: { 'retry-after': header } }, nowMs).retryAfterMs;

describe('Retry-After', () => {
  const now = Date.UTC(1994, 10, 6, 8, 49, 30);

  test.each([
    ['0', 0],
    ['1', 1_000],
    ['120', 120_000],
    [' 7 ', 7_000],
    ['007', 7_000],
    ['1.5', 1_500],
    ['299.997', 299_997],
    ['0.0001', 1],
    ['Sun, 06 Nov 1994 08:49:37 GMT', 7_000],
    ['Sunday, 06-Nov-94 08:49:37 GMT', 7_000],
    ['Sun Nov  6 08:49:37 1994', 7_000],
    ['Sun, 06 Nov 1994 08:49:30 GMT', 0],
    ['Sun, 06 Nov 1994 08:00:00 GMT', 0],
  ])('Retry-After %j means %i ms', (header, ms) => {
    expect(parsed(header, now)).toBe(ms);
  });

  test.each([
    undefined,
    '',
    ' ',
    '-1',
    '+1',
    '1,5',
    '1e3',
    '0x10',
    'Infinity',
    'NaN',
    'soon',
    '1s',
    '1 2',
    '1, 2',
    '１',
    '2030-01-01',
    '2030-01-01T00:00:00Z',
    '.5',
    '5.',
    'Sun, 06 Nov 1994',
    '06 Nov 1994 08:49:37 GMT',
    'Sun, 06 Nov 1994 08:49:37 PST',
    'Sun, 06 Nov 1994 08:49:37 +0100',
    'Sun, 99 Nov 1994 08:49:37 GMT',
    'Sun, 06 Foo 1994 08:49:37 GMT',
    'Sun, 06 Nov 1994 25:49:37 GMT',
    'on Sun, 06 Nov 1994 08:49:37 GMT',
    'Sun, 06 Nov 1994 08:49:37 GMT+1',
    'on Sunday, 06-Nov-94 08:49:37 GMT',
    'Sunday, 06-Nov-94 08:49:37 GMT+1',
    'on Sun Nov  6 08:49:37 1994',
    'Sun Nov  6 08:49:37 1994 PST',
    'Sun Nov ,6 08:49:37 1994',
  ])('Retry-After %j means nothing', (header) => {
    expect(parsed(header, now)).toBeUndefined();
  });

  test('a date without a zone is in GMT in every time zone', () => {
    vi.stubEnv('TZ', 'America/New_York');
    expect(parsed('Sun Nov  6 08:49:37 1994', now)).toBe(7_000);
    vi.unstubAllEnvs();
  });

  test('a number beyond all numbers is a wait longer than any deadline', () => {
    for (const digits of [16, 30, 400]) {
      const ms = parsed('9'.repeat(digits), now);
      expect(ms).toBeGreaterThan(365 * 24 * 3600 * 1000);
      expect(Number.isSafeInteger(ms)).toBe(true);
    }
  });

  test('a whole number means seconds, for 31 years', () => {
    fc.assert(
      fc.property(fc.nat(999_999_999), (seconds) => {
        expect(parsed(String(seconds), now)).toBe(seconds * 1000);
      }),
    );
  });

  test('an HTTP date means the time until it', () => {
    fc.assert(
      fc.property(fc.date({ min: new Date(0), max: new Date('9999-12-31'), noInvalidDate: true }), (date) => {
        const expected = Math.max(0, Math.floor(date.getTime() / 1000) * 1000 - now);
        expect(parsed(date.toUTCString(), now)).toBe(expected);
      }),
    );
  });

  test('any Retry-After means a whole number of milliseconds from 0 up, or nothing', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const ms = parsed(text, now);
        if (ms !== undefined) expect(Number.isSafeInteger(ms) && ms >= 0).toBe(true);
      }),
    );
  });
});

describe('a limit of which nothing remains', () => {
  const now = 1_800_000_000_000;

  test.each<[Readonly<Record<string, string>>, number | undefined]>([
    [{ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '7' }, 7_000],
    [{ 'ratelimit-remaining': '0', 'ratelimit-reset': '0.5' }, 500],
    [{ 'ratelimit-remaining': '0', 'ratelimit-reset': '7' }, 7_000],
    [{ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1800000007' }, 7_000],
    [{ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1800000007.25' }, 7_250],
    [{ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1800000007000' }, 7_000],
    [{ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1799999999' }, 0],
    [{ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': 'soon' }, undefined],
    [{ 'x-ratelimit-remaining': '0' }, undefined],
    [{ ratelimit: 'limit=100, remaining=0, reset=7' }, 7_000],
    [{ ratelimit: '"burst";r=0;t=2, "day";r=0;t=7' }, 7_000],
    [{ ratelimit: '"burst";r=0;t=7, "day";r=50;t=900' }, 7_000],
    [{ ratelimit: 'r=0, t=7' }, 7_000],
  ])('an exhausted limit ends at its reset: %j', (headers, retryAfterMs) => {
    for (const status of [200, 403, 500])
      expect(read({ status, headers }, now)).toEqual({ retryAfterMs, isSpent: true });
  });

  test.each<Readonly<Record<string, string>>>([
    {},
    { 'x-ratelimit-remaining': '1', 'x-ratelimit-reset': '7' },
    { 'x-ratelimit-remaining': '', 'x-ratelimit-reset': '7' },
    { 'x-ratelimit-remaining': 'none', 'x-ratelimit-reset': '7' },
    { 'x-ratelimit-reset': '7' },
    { ratelimit: '"burst";r=1;t=7, "day";r=50;t=900' },
    { ratelimit: 'limit=100, remaining=10, reset=7' },
  ])('other headers show no exhausted limit: %j', (headers) => {
    expect(read({ status: 403, headers }, now)).toEqual({ retryAfterMs: undefined, isSpent: false });
  });

  test('a status of 429 shows a limit, which ends at its reset', () => {
    expect(read({ headers: { 'x-ratelimit-reset': '7' } }, now)).toEqual({ retryAfterMs: 7_000, isSpent: false });
    expect(read({ headers: { 'x-ratelimit-reset': '7', 'x-ratelimit-remaining': '3' } }).retryAfterMs).toBeUndefined();
  });

  test('the wait that the server asks for comes before the reset of a limit', () => {
    const headers = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '7' };
    expect(read({ headers: { ...headers, 'retry-after': '2' } }).retryAfterMs).toBe(2_000);
    expect(read({ headers, extensions: { retryAfter: 9 } }).retryAfterMs).toBe(9_000);
    expect(read({ headers: { 'retry-after': '2' }, extensions: { retryAfter: 2.1004 } }).retryAfterMs).toBe(2_101);
  });
});

test.each<[object, number | undefined]>([
  [{ retry_in_seconds: 15 }, 15_000],
  [{ retryAfter: '15' }, 15_000],
  [{ 'retry-after': 1.5 }, 1_500],
  [{ RetryAfterSeconds: 15 }, 15_000],
  [{ retryAfter: 15, retryIn: 2 }, 15_000],
  [{ limit: { retryAfter: 15 } }, undefined],
  [{ a: [{ retryAfter: 15 }] }, undefined],
  [{ retryAfter: -15 }, undefined],
  [{ retryAfter: null }, undefined],
  [{ retryAfter: true }, undefined],
  [{ retryAfter: Number.NaN }, undefined],
  [{ retryAfterMinutes: 15 }, undefined],
  [{ retryAfterMs: 15 }, undefined],
  [{ doRetryAfter: 15 }, undefined],
  [{ retries: 15 }, undefined],
])('an extension of an error may state the wait: %j', (extensions, ms) => {
  expect(read({ status: 200, extensions }).retryAfterMs).toBe(ms);
});

describe('a call', () => {
  const limit = (extensions: object) => ({ errors: [{ message: 'Later.', extensions }] });

  test('a call is retried after the wait in an extension, whatever the status', async () => {
    const lab = laboratory([
      graphql(limit({ code: 'COMPLEXITY_BUDGET_EXHAUSTED', retry_in_seconds: 4 })),
      graphql(limit({ code: 'THROTTLED', retryAfter: 0.25 }), { status: 503 }),
    ]);
    expect(await lab.settle(mutation)).toMatchObject({ meta: { attempts: 3 } });
    expect(lab.at).toEqual([0, 4_000, 4_250]);
  });

  test('a call is not retried if the service asks for longer than the deadline', async () => {
    const { settle, sent } = laboratory([{ status: 429, headers: { 'retry-after': '299.997' } }]);
    expect(await settle(query)).toMatchObject({ code: 'rate_limited', retryAfterMs: 299_997, attempts: 1 });
    expect(sent).toHaveLength(1);
  });

  test('a call that gets 403 with nothing remaining is retried after the reset of the limit', async () => {
    const reset = String(Date.UTC(2026, 10, 21) / 1000 + 5);
    for (const document of [query, mutation]) {
      const { settle, clock, sent } = laboratory([
        { status: 403, headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': reset } },
      ]);
      expect(await settle(document)).toMatchObject({ meta: { attempts: 2, durationMs: 5_000 } });
      expect(sent).toHaveLength(2);
      expect(clock.due).toEqual([]);
    }
    const spent = laboratory(() => ({ status: 403, headers: { 'x-ratelimit-remaining': '0' } }), { maxRetries: 0 });
    expect(await spent.settle(query)).toMatchObject({ code: 'rate_limited', outcome: 'rejected', status: 403 });
    const left = laboratory(() => ({
      status: 403,
      headers: { 'x-ratelimit-remaining': '4', 'x-ratelimit-reset': '9' },
    }));
    expect(await left.settle(query)).toMatchObject({ code: 'forbidden', attempts: 1 });
  });

  test('a call that gets 403 is retried if the answer says when', async () => {
    const lab = laboratory([{ status: 403, headers: { 'retry-after': '3' } }]);
    expect(await lab.settle(mutation)).toMatchObject({ meta: { attempts: 2, durationMs: 3_000 } });
    for (const odd of [{}, { 'retry-after': 'soon' }]) {
      const refused = laboratory([{ status: 403, headers: odd }]);
      expect(await refused.settle(mutation)).toMatchObject({ code: 'forbidden', outcome: 'rejected', attempts: 1 });
    }
  });

  test('a call with a refused key and a limit in one answer ends as unauthenticated', async () => {
    const errors = ['THROTTLED', 'UNAUTHENTICATED'].map((code) => ({ message: 'no', extensions: { code } }));
    const lab = laboratory([graphql({ errors })]);
    expect(await lab.settle(query)).toMatchObject({ code: 'unauthenticated', attempts: 1 });
  });

  test.each(['210987654321', '21098765432109876543'])('a numeric key is not shown as a wait: %s', async (apiKey) => {
    const body = JSON.stringify(limit({ code: 'RATE_LIMITED', retryAfter: Number(apiKey) }));
    for (const step of [{ body }, { status: 429, headers: { 'retry-after': apiKey } }]) {
      const { settle } = laboratory(() => step, { apiKey });
      expect(await settle(mutation)).not.toHaveProperty('retryAfterMs');
    }
  });
});

test.each(['MAX_COMPLEXITY_EXCEEDED', 'QUERY_COST_TOO_HIGH', 'COST_LIMIT_EXCEEDED'])(
  'the code %s is a limit on the document, and a limit on the caller if the service asks to wait',
  async (code) => {
    const body = { errors: [{ message: 'too much', extensions: { code } }] };
    expect(await laboratory([graphql(body)]).settle(query)).toMatchObject({ code: 'graphql', attempts: 1 });
    for (const waits of [{ status: 429 }, { headers: { 'retry-after': '3' } }])
      expect(await laboratory([graphql(body, waits)], { maxRetries: 0 }).settle(query)).toMatchObject({
        code: 'rate_limited',
      });
  },
);
