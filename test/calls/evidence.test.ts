import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { createControlClient, isControlApiError } from '../../src/index.ts';
import { chunk, htmlPage, neverEnds, response, says, saysAndCloses } from '../helpers/answers.ts';
import { type Behaviour, MisbehavingServer } from '../helpers/misbehaving-server.ts';
import { settled } from '../helpers/settled.ts';
import { type StatusMeaning, statuses } from '../helpers/statuses.ts';
import { longSuiteTransports } from '../helpers/transports.ts';

const apiKey = 'key-by-the-evidence-0123456789';
const documents = { query: 'query List { team }', mutation: 'mutation Rename { rename }' } as const;

const json = ['content-type', 'application/json'] as const;
const html = ['content-type', 'text/html'] as const;
const later = ['retry-after', '0'] as const;
const start = (status: number, ...headers: readonly string[]): string =>
  [`HTTP/1.1 ${status} Whatever`, 'retry-after: 0', ...headers, '', ''].join('\r\n');
const words = Buffer.alloc(256 * 1024, 'no ');

/** What can become of a body. */
const bodies: Readonly<Record<string, (status: number) => Behaviour>> = {
  'that is fine': (status) => says(response(status, [json, later], '{"errors":[{"message":"no"}]}')),
  'that is cut short': (status) => saysAndCloses(`${start(status, 'content-length: 99')}{"errors":`),
  'in a wrong encoding': (status) => says(response(status, [json, later, ['content-encoding', 'gzip']], 'no gzip')),
  'that is empty in its encoding': (status) => says(response(status, [json, later, ['content-encoding', 'gzip']], '')),
  'without end': (status) => neverEnds(start(status, 'transfer-encoding: chunked'), chunk(words)),
  'that is too large': (status) =>
    says(response(status, [json, later, ['content-encoding', 'gzip']], gzipSync(Buffer.alloc(3 * 1024 * 1024, ' ')))),
  'of HTML': (status) => says(response(status, [html, later], htmlPage)),
  'of other JSON': (status) => says(response(status, [json, later], '{"error":"no"}')),
};

/** The statuses whose meaning holds whatever becomes of the body, and those by which nothing is known. */
const holding = statuses.filter(({ status }) => [401, 403, 404, 408, 429, 500, 503].includes(status));

/** Where a 4xx holds a whole GraphQL answer, its errors say more than the status. */
const codeOf = ({ status, code }: StatusMeaning, what: string): string => {
  // All answers here say when to come back, which makes it a limit.
  if (status === 403) return 'rate_limited';
  return what === 'that is fine' && (status === 404 || status === 408) ? 'graphql' : code;
};

const table = holding.flatMap((row) =>
  Object.entries(bodies).map(([what, server]) => {
    const code = codeOf(row, what);
    return { ...row, body: what, server, code, again: row.isPassing || code === 'rate_limited' };
  }),
);

describe.each(Object.entries(longSuiteTransports))('over %s', (_name, choose) => {
  describe.each(['query', 'mutation'] as const)('a %s', (kind) => {
    test.each(table)('answered with status $status and a body $body ends as $code', async (row) => {
      await using server = await MisbehavingServer.start(row.server(row.status));
      await using chosen = choose();
      await using client = createControlClient({ baseUrl: server.url, apiKey, maxRetries: 1, ...chosen.options });
      const error: unknown = await client.request(documents[kind]).catch((thrown: unknown) => thrown);
      if (!isControlApiError(error)) throw error;
      const { status, code, outcome } = row;
      const attempts = row.again && (kind === 'query' || outcome === 'rejected') ? 2 : 1;
      expect(error).toMatchObject({ status, code, outcome, attempts, retryAfterMs: 0 });
      expect((await settled(server)).deliveries).toHaveLength(attempts);
    });
  });
});
