import { answers, atFirst, html, htmlPage, json, says } from '../answers.ts';
import { statuses as meanings } from '../statuses.ts';
import { each, final, type Misbehaviour, passing, transient } from './misbehaviour.ts';

const page = (status: number, ...headers: (readonly [string, string])[]) =>
  answers(status, [html, ...headers], htmlPage);

/** The result of each status without a body. Redirects have a file of their own, and 1xx is no answer. */
const byStatus: readonly Misbehaviour[] = meanings
  .filter(({ status }) => status >= 400)
  .map(({ status, code, outcome, isPassing }) => ({
    name: `answers ${status} with a page of HTML`,
    server: page(status),
    ...(isPassing ? transient : final)(code, outcome, { status }),
  }));

const limited = (retryAfterMs?: number) =>
  transient('rate_limited', 'rejected', { status: 429, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) });
const tooLong = (retryAfterMs?: number) =>
  final('rate_limited', 'rejected', { status: 429, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) });
const after = (value: string) => page(429, ['retry-after', value]);

/** Valid and invalid Retry-After. A wait beyond the deadline of 6 s is an error at once. */
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
  // Other values: test/calls/retry-after.test.ts.
  { name: 'answers 429 with a Retry-After in the past', server: after('Wed, 21 Oct 2015 07:28:00 GMT'), ...limited(0) },
  { name: 'answers 429 with Retry-After: soon', server: after('soon'), ...limited() },
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

export const statuses: readonly Misbehaviour[] = [...byStatus, ...retryAfter, ...others];
