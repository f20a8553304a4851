import { describe, expect, test } from 'vitest';
import { type ControlApiError, createControlClient } from '../../src/index.ts';
import { json, response } from '../helpers/answers.ts';
import { MisbehavingServer } from '../helpers/misbehaving-server.ts';
import { serverSettled } from '../helpers/settled.ts';

/** The statuses by which HTTP, or a proxy, may end a request. */
const STATUSES = [
  200, 400, 401, 403, 404, 408, 409, 413, 422, 425, 429, 460, 499, 500, 502, 503, 504, 520, 524, 529, 530,
];
/** The codes by which servers refuse a caller, and one that refuses nothing. */
const CODES = [
  'RATE_LIMITED',
  'UNAUTHENTICATED',
  'FORBIDDEN',
  'GRAPHQL_VALIDATION_FAILED',
  'INTERNAL_SERVER_ERROR',
  undefined,
] as const;

/** Those of somebody who waited too long: the operation may still be under way. */
const isLate = (status: number) => [408, 499, 504].includes(status);
const turnsAway = (code: string | undefined) =>
  code === 'RATE_LIMITED' || code === 'UNAUTHENTICATED' || code === 'FORBIDDEN';

/** How a service with this status and code is asked: by how many requests, and with which outcome. */
async function asked(
  kind: 'query' | 'mutation',
  status: number,
  code: string | undefined,
  { data, located = false }: { data?: null; located?: boolean } = {},
) {
  let keys = 0;
  const body = JSON.stringify({
    ...(data === null && { data }),
    errors: [
      {
        message: 'No.',
        ...(located && { locations: [{ line: 1, column: 1 }] }),
        ...(code && { extensions: { code } }),
      },
    ],
  });
  await using server = await MisbehavingServer.start({
    answer: ({ client }) => void client.write(response(status, [json, ['retry-after', '0']], body)),
  });
  await using client = createControlClient({
    baseUrl: server.url,
    apiKey: () => `a-key-of-its-own-${keys++}`,
    maxRetries: 3,
  });
  const error = await client.request<never>(`${kind} M { m }`).catch((it: ControlApiError) => it);
  return { sent: (await serverSettled(server)).deliveries.length, outcome: error.outcome };
}

describe.each(STATUSES)('an answer of status %i', (status) => {
  test.each(CODES)('with the code %s brings a mutation again only where nothing was executed', async (code) => {
    const { sent, outcome } = await asked('mutation', status, code);
    const mayGoAgain = !isLate(status) && ([401, 403, 425, 429].includes(status) || turnsAway(code));
    if (!mayGoAgain) expect(sent, `outcome ${outcome}`).toBe(1);
    if (sent > 1) expect(outcome).toBe('rejected');
    if (isLate(status) && code !== 'GRAPHQL_VALIDATION_FAILED') expect(outcome).toBe('unknown');
    // Beside `data: null`, a mask may hide what ran.
    const masked = await asked('mutation', status, code, { data: null });
    expect(masked.sent).toBe(1);
    // A place in the document proves a refusal; a late one may follow an attempt that goes on.
    const located = await asked('mutation', status, code, { located: true });
    if (!mayGoAgain) expect(located.sent).toBe(1);
  });

  test.each(CODES)('with the code %s brings a query no more often than `maxRetries` says', async (code) => {
    const { sent } = await asked('query', status, code);
    expect(sent).toBeGreaterThanOrEqual(1);
    // A refused key is asked for once more.
    expect(sent).toBeLessThanOrEqual(5);
  });
});
