import { describe, expect, test } from 'vitest';
import { graphql, laboratory } from '../helpers/laboratory.ts';

const query = 'query List { team { devices { nodes { id } } } }';
/** The time of day in the laboratory when its clock begins. */
const EPOCH_S = Date.UTC(2026, 10, 21) / 1000;

/** What a query meets first, and when it is sent again. */
async function sentAt(status: number, headers: Record<string, string>, errors?: readonly object[]) {
  const body = errors && JSON.stringify({ errors });
  const lab = laboratory([{ status, headers, ...(body !== undefined && { body }) }], { timeoutMs: 600_000 });
  await lab.settle(query, undefined, undefined, 600_000);
  return lab.at[1];
}

describe('a service that says when to come again is asked then', () => {
  test.each<[what: string, status: number, headers: Record<string, string>, atMs: number]>([
    ['fractions of a second', 429, { 'retry-after': '299.997' }, 299_997],
    ['the reset of a limit in seconds', 429, { 'x-ratelimit-reset': '42' }, 42_000],
    ['the reset of a limit by the clock', 429, { 'x-ratelimit-reset': String(EPOCH_S + 60) }, 60_000],
    ['a reset that has passed', 429, { 'x-ratelimit-reset': String(EPOCH_S - 60) }, 0],
    ['a reset with fractions by the clock', 429, { 'ratelimit-reset': `${EPOCH_S + 3}.5` }, 3_500],
    ['one header with all of a limit', 429, { ratelimit: 'limit=100, remaining=0, reset=7' }, 7_000],
    ['one header in its newer form', 429, { ratelimit: '"default";r=0;t=8' }, 8_000],
    [
      'a limit of which nothing remains, by a 403',
      403,
      { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '9' },
      9_000,
    ],
    ['Retry-After before the reset', 429, { 'retry-after': '2', 'x-ratelimit-reset': '42' }, 2_000],
  ])('%s', async (_what, status, headers, atMs) => {
    expect(await sentAt(status, headers)).toBe(atMs);
  });

  test.each(['retry_in_seconds', 'retryAfter', 'retry_after'])('in an extension: %s', async (name) => {
    const limited = (seconds: unknown) => ({ message: 'slow', extensions: { code: 'RATE_LIMITED', [name]: seconds } });
    expect(await sentAt(200, {}, [limited(11), limited(12.5), limited('soon'), limited(-1)])).toBe(12_500);
  });
});

test('a reset says nothing of an answer that is no limit: the next attempt comes by the usual wait', async () => {
  expect(await sentAt(503, { 'x-ratelimit-remaining': '99', 'x-ratelimit-reset': '300' })).toBe(375);
});

test('a 403 of which nothing remains is a limit, not a refusal', async () => {
  const lab = laboratory([{ status: 403, headers: { 'x-ratelimit-remaining': '0' } }], { maxRetries: 0 });
  expect(await lab.settle('mutation Rename { rename { id } }')).toMatchObject({
    code: 'rate_limited',
    outcome: 'rejected',
  });
  const refused = laboratory([{ status: 403, headers: { 'x-ratelimit-remaining': '10' } }]);
  expect(await refused.settle(query)).toMatchObject({ code: 'forbidden' });
});

test.each(['MAX_COMPLEXITY_EXCEEDED', 'QUERY_COST_TOO_HIGH', 'COST_LIMIT_EXCEEDED'])(
  'the code %s is a limit of the document, and one of the caller where the service asks to wait',
  async (code) => {
    const body = { errors: [{ message: 'too much', extensions: { code } }] };
    expect(await laboratory([graphql(body)]).settle(query)).toMatchObject({ code: 'graphql', attempts: 1 });
    for (const waits of [{ status: 429 }, { headers: { 'retry-after': '3' } }])
      expect(await laboratory([graphql(body, waits)], { maxRetries: 0 }).settle(query)).toMatchObject({
        code: 'rate_limited',
      });
  },
);
