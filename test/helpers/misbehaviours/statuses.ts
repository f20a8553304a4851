import { answers, atFirst, html, htmlPage, json, says } from '../answers.ts';
import { each, final, type Misbehaviour, passing, transient } from './misbehaviour.ts';

const page = (status: number, ...headers: (readonly [string, string])[]) =>
  answers(status, [html, ...headers], htmlPage);

/** What each status must come to when the body says nothing. */
const byStatus: readonly Misbehaviour[] = [
  { status: 400, ...final('http_status', 'rejected') },
  { status: 401, ...final('unauthenticated', 'rejected') },
  { status: 402, ...final('http_status', 'rejected') },
  { status: 403, ...final('forbidden', 'rejected') },
  { status: 404, ...final('http_status', 'rejected') },
  { status: 405, ...final('http_status', 'rejected') },
  { status: 408, ...transient('http_status', 'unknown') },
  { status: 409, ...final('http_status', 'rejected') },
  { status: 410, ...final('http_status', 'rejected') },
  { status: 413, ...final('http_status', 'rejected') },
  { status: 415, ...final('http_status', 'rejected') },
  { status: 422, ...final('http_status', 'rejected') },
  { status: 425, ...transient('http_status', 'rejected') },
  { status: 429, ...transient('rate_limited', 'rejected') },
  { status: 451, ...final('http_status', 'rejected') },
  { status: 460, ...final('http_status', 'unknown') },
  { status: 499, ...final('http_status', 'unknown') },
  { status: 500, ...transient('http_status', 'unknown') },
  { status: 501, ...final('http_status', 'unknown') },
  { status: 502, ...transient('http_status', 'unknown') },
  { status: 503, ...transient('http_status', 'unknown') },
  { status: 504, ...transient('http_status', 'unknown') },
  { status: 505, ...final('http_status', 'unknown') },
  { status: 511, ...final('http_status', 'unknown') },
  { status: 520, ...transient('http_status', 'unknown') },
  { status: 525, ...final('http_status', 'unknown') },
  { status: 530, ...transient('http_status', 'unknown') },
  { status: 599, ...final('http_status', 'unknown') },
].map(({ status, query, mutation }) => ({
  name: `answers ${status} with a page of HTML`,
  server: page(status),
  query: { ...query, status },
  mutation: { ...mutation, status },
}));

const limited = (retryAfterMs?: number) =>
  transient('rate_limited', 'rejected', { status: 429, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) });
const tooLong = (retryAfterMs?: number) =>
  final('rate_limited', 'rejected', { status: 429, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) });
const after = (value: string) => page(429, ['retry-after', value]);

/** Retry-After, good and bad. The table's deadline is 6 s; what can't fit fails at once, with the figure. */
const retryAfter: readonly Misbehaviour[] = [
  { name: 'answers 429 with Retry-After: 0', server: after('0'), ...limited(0) },
  { name: 'answers 429 with Retry-After: 1', server: after('1'), ...limited(1000) },
  {
    name: 'answers 503 with Retry-After: 1',
    server: page(503, ['retry-after', '1']),
    ...transient('http_status', 'unknown', { status: 503, retryAfterMs: 1000 }),
  },
  {
    name: 'answers 429 with Retry-After: 1 once, then is well',
    server: atFirst(1, after('1')),
    ...passing('rate_limited', 'rejected', { status: 429, retryAfterMs: 1000 }),
  },
  { name: 'answers 429 with a Retry-After of a day', server: after('86400'), ...tooLong(86_400_000) },
  {
    name: 'answers 503 with a Retry-After of a day',
    server: page(503, ['retry-after', '86400']),
    ...final('http_status', 'unknown', { status: 503, retryAfterMs: 86_400_000 }),
  },
  ...each(tooLong(), {
    'answers 429 with a Retry-After beyond all numbers': after('9'.repeat(400)),
    'answers 429 with a Retry-After in the next century': after('Wed, 01 Jan 2125 00:00:00 GMT'),
  }),
  { name: 'answers 429 with a Retry-After in the past', server: after('Wed, 21 Oct 2015 07:28:00 GMT'), ...limited(0) },
  ...each(limited(), {
    'answers 429 with a negative Retry-After': after('-1'),
    'answers 429 with an empty Retry-After': after(''),
    'answers 429 with Retry-After: soon': after('soon'),
    'answers 429 with Retry-After: 0x10': after('0x10'),
    'answers 429 with Retry-After: 1e9': after('1e9'),
    'answers 429 with Retry-After: Infinity': after('Infinity'),
  }),
  {
    name: 'answers 404 with Retry-After: 1',
    server: page(404, ['retry-after', '1']),
    ...final('http_status', 'rejected', { status: 404 }),
  },
  {
    name: 'answers 501 with Retry-After: 1',
    server: page(501, ['retry-after', '1']),
    ...final('http_status', 'unknown', { status: 501 }),
  },
];

const others: readonly Misbehaviour[] = [
  {
    name: 'answers 502 once, then is well',
    server: atFirst(1, page(502)),
    ...passing('http_status', 'unknown', { status: 502 }),
  },
  ...each(transient('http_status', 'unknown', { status: 500 }), {
    'answers 500 with nothing': answers(500, []),
    'answers 500 with JSON that is no GraphQL answer': answers(500, [json], '{"error":"oops"}'),
  }),
  { name: 'answers 400 with nothing', server: answers(400, []), ...final('http_status', 'rejected', { status: 400 }) },
  {
    name: 'answers 404 with JSON that is no GraphQL answer',
    server: answers(404, [json], '{"message":"no such path"}'),
    ...final('http_status', 'rejected', { status: 404 }),
  },
  {
    name: 'answers 401 with a plain word',
    server: answers(
      401,
      [
        ['content-type', 'text/plain'],
        ['www-authenticate', 'Bearer realm="api"'],
      ],
      'no',
    ),
    ...final('unauthenticated', 'rejected', { status: 401 }),
  },
  {
    name: 'answers 500 without a reason phrase',
    server: says('HTTP/1.1 500\r\ncontent-length: 0\r\n\r\n'),
    ...transient('http_status', 'unknown', { status: 500 }),
  },
];

/** Statuses that are not 2xx, with and without a time to come back. */
export const statuses: readonly Misbehaviour[] = [...byStatus, ...retryAfter, ...others];
