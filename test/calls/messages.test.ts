import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import type { ControlClientOptions } from '../../src/client/options.ts';
import { type ControlApiError, isControlApiError } from '../../src/index.ts';
import { TransportFailure } from '../../src/transport/transport.ts';
import {
  graphql,
  headOf,
  laboratory,
  laboratoryKey,
  mutation,
  networkFailure,
  query,
  type Step,
} from '../helpers/laboratory.ts';

async function failed(step: Step, document = mutation, options: ControlClientOptions = {}): Promise<ControlApiError> {
  const error = await laboratory(() => step, options).settle(document);
  if (!isControlApiError(error)) throw error;
  return error;
}

const message = async (step: Step, document?: string, options?: ControlClientOptions): Promise<string> =>
  (await failed(step, document, options)).message;

const HOST = 'https://control.example: ';

test.each([
  ...['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT', 'EHOSTUNREACH', 'ENETUNREACH'].map(
    (code) => [code, 'no connection was established'] as const,
  ),
  ...['ECONNRESET', 'EPIPE', 'EMFILE', 'ESOMETHING'].map((code) => [code, 'no answer arrived'] as const),
])('the message of a network failure names the cause of %s, the attempts and what to check', async (code, words) => {
  const checks =
    code === 'EMFILE'
      ? 'Wait, or send fewer calls at once (the `limiter` option).'
      : 'Check the base URL and its port, DNS, TLS, and any firewall or proxy before the service.';
  expect(await message(networkFailure(code), query)).toBe(`${HOST}${words} (${code}), 4 attempts. ${checks}`);
});

const certificates: Readonly<Record<string, readonly string[]>> = {
  'not from an authority that this process trusts (?). For a private authority, name its file in NODE_EXTRA_CA_CERTS.':
    [
      ...['SELF_SIGNED_CERT_IN_CHAIN', 'DEPTH_ZERO_SELF_SIGNED_CERT', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
      ...['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'UNABLE_TO_GET_ISSUER_CERT', 'CERT_UNTRUSTED'],
    ],
  'not valid for this connection (?). Check the base URL, the clock of this machine, and the certificate.': [
    ...['CERT_HAS_EXPIRED', 'CERT_NOT_YET_VALID', 'ERR_TLS_CERT_ALTNAME_INVALID'],
  ],
};
test.each(Object.entries(certificates).flatMap(([said, codes]) => codes.map((code) => [code, said] as const)))(
  'the message of a refused certificate (%s) says what to do, and the call is not retried',
  async (code, said) => {
    expect(await message(networkFailure(code), query)).toBe(`${HOST}its certificate is ${said.replace('?', code)}`);
  },
);

test('the message of a network failure finds the code of an error with several causes', async () => {
  const several = new AggregateError([Object.assign(new Error('a'), { code: 'ECONNREFUSED' })], 'all failed');
  const deep = new TypeError('fetch failed', { cause: Object.assign(several, { code: 'ENETUNREACH' }) });
  expect(await message(new TransportFailure('network', 'nowhere', undefined, deep), query)).toContain('(ENETUNREACH)');
  const odd = Object.assign(new Error('x'), { code: 'a text with a\nline break' });
  expect(await message(new TransportFailure('network', 'nowhere', undefined, odd), query)).toContain(
    'no answer arrived, 4 attempts.',
  );
});

test('the message of a broken answer says how it broke', async () => {
  const broken = (kind: 'truncated' | 'malformed' | 'too-large') =>
    message(new TransportFailure(kind, 'service', headOf({ status: 200 })));
  expect([await broken('truncated'), await broken('malformed'), await broken('too-large')]).toMatchInlineSnapshot(`
      [
        "https://control.example: the answer was cut short. It may have been executed. Check the base URL and its port, DNS, TLS, and any firewall or proxy before the service.",
        "https://control.example: the answer breaks HTTP, or its own encoding. It may have been executed. Check the base URL, and any proxy before the service.",
        "https://control.example: the answer is too large. It may have been executed. Ask for less in one operation, or raise \`maxResponseBytes\`.",
      ]
    `);
});

describe('the message of an answer', () => {
  const errors = [{ message: 'in the words of the server', path: ['team', 0, 'name'], extensions: { code: 'OOPS' } }];
  const answers: Readonly<Record<string, Step>> = {
    'a refused key': { status: 401 },
    'a refused operation': { status: 403 },
    'a limit': { status: 429 },
    'a limit with a time': { status: 429, headers: { 'retry-after': '600' } },
    'a redirect': { status: 307, headers: { location: 'https://evil.example' } },
    trouble: { status: 502 },
    'trouble with a page': { status: 503, body: '<html>' },
    'trouble with JSON': { status: 500, body: '{"error":"x"}' },
    'another status': { status: 404 },
    'a timeout of the server': { status: 408 },
    'a cut error body': { status: 500, body: '{', fault: 'truncated' },
    'an error body that breaks its encoding': { status: 500, fault: 'malformed' },
    'GraphQL errors': graphql({ errors }),
    'several GraphQL errors': graphql({ errors: [...errors, ...errors] }),
    'GraphQL errors with a status': graphql({ errors }, { status: 422 }),
    'a GraphQL error without code and path': graphql({ errors: [{ message: 'm' }] }),
    'GraphQL errors that executed': graphql({ data: null, errors }),
    'a refused document': graphql({ errors: [{ message: 'm', locations: [{ line: 1, column: 5 }] }] }),
    'a key refused by code': graphql({ errors: [{ message: 'm', extensions: { code: 'UNAUTHENTICATED' } }] }),
    'an operation refused by code': graphql({ errors: [{ message: 'm', extensions: { code: 'FORBIDDEN' } }] }),
    'a limit by code': graphql({ errors: [{ message: 'm', extensions: { code: 'THROTTLED' } }] }),
    'a page': { body: '<!doctype html>' },
    nothing: { body: '' },
    'an incremental part': graphql({ data: {}, hasNext: true }),
  };

  test('the message of an answer says what happened, where, whether the operation ran, and one thing to do', async () => {
    const messages = await Promise.all(
      Object.entries(answers).map(async ([what, step]) => `${what}: ${(await message(step)).replace(HOST, '')}`),
    );
    expect(messages.join('\n')).toMatchInlineSnapshot(`
      "a refused key: the service did not accept the key (status 401). It was not executed. Check that the key belongs to this team and was copied whole. Keys are made in the web UI: team settings, Create API Key. None can be viewed again, and only support can revoke one.
      a refused operation: the service refused the operation (status 403). It was not executed. Every key has full access (documented): look for a proxy or a team setting that forbids this.
      a limit: the service asks to slow down (status 429), 3 attempts. It was not executed. Wait, or send fewer calls at once (the \`limiter\` option).
      a limit with a time: the service asks to slow down (status 429). It was not executed. It asks to wait 600000 ms. Wait, or send fewer calls at once (the \`limiter\` option).
      a redirect: the answer is a redirect (status 307). It may have been executed. The key goes to no other place. If you trust that address, make it the base URL.
      trouble: the answer has status 502. It may have been executed. The service, or a proxy before it, is in trouble: wait until it recovers.
      trouble with a page: the answer has status 503 with an HTML page, so probably from a proxy. It may have been executed. The service, or a proxy before it, is in trouble: wait until it recovers.
      trouble with JSON: the answer has status 500. It may have been executed. The service, or a proxy before it, is in trouble: wait until it recovers.
      another status: the answer has status 404. It was not executed. Check the base URL, and any proxy before the service.
      a timeout of the server: the answer has status 408. It may have been executed. Check the base URL, and any proxy before the service.
      a cut error body: the answer has status 500. It may have been executed. The service, or a proxy before it, is in trouble: wait until it recovers.
      an error body that breaks its encoding: the answer has status 500. It may have been executed. The service, or a proxy before it, is in trouble: wait until it recovers.
      GraphQL errors: 1 GraphQL error (OOPS at team.0.name). It may have been executed. The server's words are in \`error.errors\`.
      several GraphQL errors: 2 GraphQL errors (first: OOPS at team.0.name). It may have been executed. The server's words are in \`error.errors\`.
      GraphQL errors with a status: 1 GraphQL error (OOPS at team.0.name) and status 422. It was not executed. The server's words are in \`error.errors\`.
      a GraphQL error without code and path: 1 GraphQL error. It may have been executed. The server's words are in \`error.errors\`.
      GraphQL errors that executed: 1 GraphQL error (OOPS at team.0.name). It may have been executed. The server's words are in \`error.errors\`.
      a refused document: 1 GraphQL error (at line 1, column 5 of the document). It was not executed. The live schema may have changed: \`control-api check\` compares your operations with it.
      a key refused by code: 1 GraphQL error (UNAUTHENTICATED). It was not executed. Check that the key belongs to this team and was copied whole. Keys are made in the web UI: team settings, Create API Key. None can be viewed again, and only support can revoke one.
      an operation refused by code: 1 GraphQL error (FORBIDDEN). It was not executed. Every key has full access (documented): look for a proxy or a team setting that forbids this.
      a limit by code: 1 GraphQL error (THROTTLED), 3 attempts. It was not executed. Wait, or send fewer calls at once (the \`limiter\` option).
      a page: the answer is not a GraphQL answer: status 200 with an HTML page, so probably from a proxy. It may have been executed. Check the base URL, and any proxy before the service.
      nothing: the answer is not a GraphQL answer: status 200 with an empty body. It may have been executed. Check the base URL, and any proxy before the service.
      an incremental part: the answer is not a GraphQL answer: status 200 with a part of an incremental answer. It may have been executed. Check the base URL, and any proxy before the service."
    `);
  });

  test.each(Object.entries(answers))(
    'the message of an answer begins with the host, has one line, and has no word of the server: %s',
    async (_what, step) => {
      for (const document of [query, mutation]) {
        const said = await message(step, document, { maxRetries: 0 });
        expect(said.startsWith(HOST)).toBe(true);
        expect(said).not.toMatch(/\n|words of the server|evil/);
        expect(said.length).toBeLessThan(400);
        // A query changes nothing, so nobody has to know whether it ran.
        expect(/executed|sent/.test(said)).toBe(document === mutation);
      }
    },
  );

  test.each([
    ['rejected', { status: 400 }, 'It was not executed.'],
    ['unknown', { status: 500 }, 'It may have been executed.'],
    ['not-sent', networkFailure('ECONNREFUSED'), 'Nothing was sent.'],
  ] as const)('the message of a failed mutation states its outcome: %s', async (outcome, step, words) => {
    // A document that cannot be read may be a mutation.
    for (const document of [mutation, 'query Q { team {']) {
      const error = await failed(step, document);
      expect(error.outcome).toBe(outcome);
      expect(error.message).toContain(words);
    }
  });
});

test('no message, log line or event of a list names an operation of the SDK', async () => {
  const lines: unknown[] = [];
  const logger = { error: (line: string, fields: object) => void lines.push(line, fields) };
  for (const step of [
    { status: 503 },
    { status: 401 },
    networkFailure('ECONNREFUSED'),
    graphql({ errors: [{ message: 'm' }] }),
    graphql({ data: {} }),
  ]) {
    const lab = laboratory(() => step, { maxRetries: 0 }, { logger });
    const ended = lab.client
      .devices()
      .toArray({ limit: 10 })
      .catch((error: unknown) => error);
    await lab.clock.advance(60_000);
    const error = await ended;
    if (!isControlApiError(error)) throw error;
    expect(error.message).not.toMatch(/LearnType|CheckIntrospection/);
    lines.push(error.message);
  }
  expect(lines.filter((it) => typeof it === 'string').join('\n')).not.toMatch(/LearnType|CheckIntrospection/);
});

test('an error prints its facts in an order for readers', async () => {
  const headers = { 'x-request-id': 'req-1', 'retry-after': '5' };
  const error = await failed(graphql({ data: null, errors: [{ message: 'words' }] }, { headers }));
  expect(inspect(error).replace(/\n {4}at .*/g, '')).toMatchInlineSnapshot(`
      "ControlApiError: https://control.example: 1 GraphQL error. It may have been executed. The server's words are in \`error.errors\`.
        code: 'graphql',
        outcome: 'unknown',
        attempts: 1,
        status: 200,
        operationName: 'Rename',
        operationKind: 'mutation',
        requestId: 'req-1',
        retryAfterMs: 5000,
        serverMessage: 'words',
        errors: [ { message: 'words' } ]
      }"
    `);
  const { name, message } = error;
  expect(JSON.parse(JSON.stringify(error))).toEqual(Object.assign({ name, message }, error));
});

test('the partial data of an error is scrubbed when first read, not before', async () => {
  const lab = laboratory([graphql({ data: { team: laboratoryKey }, errors: [{ message: 'm' }] })]);
  const error: unknown = await lab.client.request(query).catch((thrown: unknown) => thrown);
  if (!isControlApiError(error)) throw error;
  expect(Object.getOwnPropertyDescriptor(error, 'data')).toMatchObject({
    get: expect.any(Function),
    enumerable: true,
  });
  const { data } = error;
  expect(data).toEqual({ team: '[redacted]' });
  expect(error.data).toBe(data);
  expect(Object.keys(error).at(-1)).toBe('data');
  expect(JSON.parse(JSON.stringify(error))).toMatchObject({ code: 'graphql', data: { team: '[redacted]' } });
});
