import { answers, atFirst, html, htmlPage, says } from '../answers.ts';
import { statuses as meanings } from '../statuses.ts';
import { final, type Misbehaviour, passing, transient } from './misbehaviour.ts';

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

const after = (value: string) => page(429, ['retry-after', value]);

/** A wait beyond the deadline of 6 s is an error at once. Other values: test/calls/retry-after.test.ts. */
const retryAfter: readonly Misbehaviour[] = [
  {
    name: 'answers 429 with Retry-After: 0',
    server: after('0'),
    ...transient('rate_limited', 'rejected', { status: 429, retryAfterMs: 0 }),
  },
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
  {
    name: 'answers 429 with a Retry-After of a day',
    server: after('86400'),
    ...final('rate_limited', 'rejected', { status: 429, retryAfterMs: 86_400_000 }),
  },
];

const others: readonly Misbehaviour[] = [
  {
    name: 'answers 502 once, then is well',
    server: atFirst(1, page(502)),
    ...passing('http_status', 'unknown', { status: 502 }),
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
