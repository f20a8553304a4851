import { expect, test, vi } from 'vitest';
import { createDispatcherTransport } from '../../src/transport/dispatcher.ts';
import type { TransportAnswer, TransportFailure, TransportRequest } from '../../src/transport/transport.ts';
import { overAtOnce, transportRequest } from '../helpers/transport-request.ts';

interface Handler {
  onRequestStart(controller: object): void;
  onResponseStart(
    controller: object,
    status: number,
    headers: Readonly<Record<string, string | readonly string[]>>,
  ): void;
  onResponseEnd(): void;
  onResponseError(controller: object, error: unknown): void;
}

/** A request over a dispatcher that the test controls. */
function dispatched(given: Partial<TransportRequest> = {}) {
  const seen: { options: unknown; handler: Handler }[] = [];
  const request = transportRequest(given);
  const transport = createDispatcherTransport(new URL('https://control.example/v0/graphql'), {
    dispatch: (options, handler) => {
      seen.push({ options, handler: handler as Handler });
      return true;
    },
  });
  const ended: Promise<TransportAnswer | TransportFailure> = transport.send(request).catch((error) => error);
  const handler = seen[0]?.handler as Handler;
  const controller = { abort: vi.fn() };
  return {
    seen,
    request,
    ended,
    abort: controller.abort,
    connect: () => handler.onRequestStart(controller),
    begin: (status: number, headers: Parameters<Handler['onResponseStart']>[2] = {}) =>
      handler.onResponseStart(controller, status, headers),
    end: () => handler.onResponseEnd(),
    fail: (error: unknown) => handler.onResponseError(controller, error),
  };
}

test('a dispatcher gets the whole request, with retries and redirects off', () => {
  const { seen } = dispatched({ freshSocket: true });
  expect(seen.map(({ options }) => options)).toEqual([
    {
      origin: 'https://control.example',
      path: '/v0/graphql',
      method: 'POST',
      headers: { 'Accept-Encoding': 'gzip, br', 'content-type': 'application/json' },
      body: '{"query":"{ team { id } }"}',
      idempotent: false,
      headersTimeout: 0,
      bodyTimeout: 0,
      maxRedirections: 0,
      retryOptions: { maxRetries: 0, methods: [], statusCodes: [], errorCodes: [], throwOnError: false },
    },
  ]);
  expect(dispatched({ freshSocket: false }).seen[0]?.options).toMatchObject({ idempotent: true });
});

test('a dispatcher does not get a canceled request', async () => {
  const { seen, ended } = dispatched({ onCancel: overAtOnce });
  expect(seen).toEqual([]);
  expect(await ended).toMatchObject({ kind: 'cancelled', reach: 'nowhere' });
});

test('an informational answer is not the answer', async () => {
  const { connect, begin, ended, request } = dispatched();
  connect();
  begin(103, { link: '</a>' });
  request.cancel();
  expect(await ended).toMatchObject({ kind: 'cancelled', reach: 'service' });
});

test('a canceled request is aborted at once, or as soon as it has a connection', async () => {
  for (const first of ['connect', 'cancel']) {
    const { connect, ended, abort, request } = dispatched();
    if (first === 'connect') connect();
    request.cancel();
    if (first === 'cancel') connect();
    expect(abort.mock.calls).toEqual([[new Error('The request is over.')]]);
    expect(await ended).toMatchObject({ kind: 'cancelled', reach: first === 'connect' ? 'service' : 'nowhere' });
  }
});

test.each([
  [{ code: 'ECONNRESET' }, 'network'],
  [{ code: 'UND_ERR_RES_EXCEEDED_MAX_SIZE' }, 'too-large'],
  [{ code: 'HPE_INVALID_CONSTANT' }, 'malformed'],
  [{ statusCode: 299 }, 'network'],
  [{ statusCode: '503' }, 'network'],
  [undefined, 'network'],
])('an error of undici is the failure that it stands for: %j', async (error, kind) => {
  const { connect, fail, ended } = dispatched();
  connect();
  fail(error);
  expect(await ended).toMatchObject({ kind, reach: 'service', cause: error });
});

test('the status in an error changes nothing once the answer has begun', async () => {
  const { connect, begin, fail, ended } = dispatched();
  connect();
  begin(200);
  fail({ statusCode: 503 });
  expect(await ended).toMatchObject({ kind: 'truncated', head: { status: 200 } });
});

test('a dispatcher that throws has sent nothing, and no listener stays', async () => {
  const request = transportRequest();
  const transport = createDispatcherTransport(new URL('https://control.example'), {
    dispatch: () => {
      throw Object.assign(new Error('closed'), { code: 'UND_ERR_CLOSED' });
    },
  });
  await expect(transport.send(request)).rejects.toMatchObject({
    kind: 'network',
    reach: 'nowhere',
    cause: { message: 'closed' },
  });
  expect(request.registered).toBe(0);
});

test('headers are read by lower-case name, repeated ones together, without those of a prototype', async () => {
  const { connect, begin, end, ended } = dispatched();
  connect();
  begin(200, { 'x-a': ['1', '2'], 'x-b': 'one', ['__proto__']: 'own' });
  end();
  const { header } = (await ended) as TransportAnswer;
  expect(['x-a', 'x-b', '__proto__', 'constructor', ''].map(header)).toEqual([
    '1,2',
    'one',
    'own',
    undefined,
    undefined,
  ]);
});
