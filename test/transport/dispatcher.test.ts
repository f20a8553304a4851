import http from 'node:http';
import http2 from 'node:http2';
import type net from 'node:net';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createControlClient, type UndiciDispatcher } from '../../src/index.ts';
import { chooseTransport } from '../../src/transport/choose-transport.ts';
import { answers, good, goodBody, json, mutation, query, says, saysAndCloses } from '../helpers/answers.ts';
import { listen } from '../helpers/listen.ts';
import { type Behaviour, certificate, type MisbehavingServer, privateKey } from '../helpers/misbehaving-server.ts';
import { servedKey as apiKey, served, serverOf } from '../helpers/served.ts';
import { serverSettled } from '../helpers/settled.ts';
import { transportRequest } from '../helpers/transport-request.ts';
import { undici6, undici7 } from '../helpers/transports.ts';

const data = JSON.parse(goodBody).data;

/** A client of a service with HTTP/2 over TLS. Meanwhile, the warning of undici that HTTP/2 is experimental is hidden. */
async function clientOverHttp2(answer: (stream: http2.ServerHttp2Stream) => void) {
  const server = http2.createSecureServer({ key: privateKey, cert: certificate });
  const sessions = new Set<http2.ServerHttp2Session>();
  server.on('session', (session) => {
    sessions.add(session);
    session.on('error', () => {});
  });
  server.on('stream', (stream) => {
    stream.on('error', () => {});
    answer(stream);
  });
  const port = await listen(server);
  const quiet = vi.spyOn(process, 'emitWarning').mockReturnValue();
  onTestFinished(() => {
    quiet.mockRestore();
    for (const session of sessions) session.destroy();
    server.close();
  });
  const dispatcher = untilEnd(new undici7.Agent({ allowH2: true, connect: { ca: certificate } }));
  return clientOver(dispatcher, `https://127.0.0.1:${port}`);
}

const clientOver = (dispatcher: UndiciDispatcher, baseUrl: string) =>
  createControlClient({ baseUrl, apiKey, dispatcher, timeoutMs: 6_000 });

/** Destroys a dispatcher at the end of the test. */
function untilEnd<Made extends { destroy(): Promise<void> }>(dispatcher: Made): Made {
  onTestFinished(() => dispatcher.destroy());
  return dispatcher;
}

/** A server, and a client of it over an agent with these interceptors. */
async function intercepted(
  behaviour: Behaviour,
  ...interceptors: Parameters<InstanceType<typeof undici7.Agent>['compose']>
) {
  const server = await serverOf(behaviour);
  return { server, client: clientOver(untilEnd(new undici7.Agent()).compose(...interceptors), server.url) };
}

const transportOver = (dispatcher: UndiciDispatcher, server: MisbehavingServer) =>
  chooseTransport({ url: new URL(`${server.url}/graphql`) }, { dispatcher }).open();

function answerStream(stream: http2.ServerHttp2Stream): void {
  if (stream.destroyed) return;
  stream.respond({ ':status': 200, 'content-type': 'application/json' });
  stream.end(goodBody);
}

test('a dispatcher of undici 6 is refused by its first request, with the version that works', async () => {
  const { server, client } = await served(undefined, { dispatcher: untilEnd(new undici6.Agent()) });
  await expect(client.request(query)).rejects.toMatchObject({
    code: 'configuration',
    outcome: 'not-sent',
    message: 'The option `dispatcher` must be of undici 7 or newer: `npm install undici@7`.',
  });
  expect((await serverSettled(server)).connections).toBe(0);
});

describe('a dispatcher of undici', () => {
  test.each<[what: string, make: (url: string) => UndiciDispatcher & { destroy(): Promise<void> }]>([
    ['an Agent', () => new undici7.Agent()],
    ['a Pool', (url) => new undici7.Pool(url, { connections: 2 })],
    ['a Client', (url) => new undici7.Client(url)],
  ])('%s carries calls, and close() leaves it open', async (_what, make) => {
    const server = await serverOf();
    const client = clientOver(untilEnd(make(server.url)), server.url);
    expect(await client.request(query)).toEqual(data);
    client.close();
    expect(await client.request(mutation)).toEqual(data);
    expect(server.deliveries).toHaveLength(2);
    expect(server.deliveries[0]?.headers.get('authorization')).toBe(`Bearer ${apiKey}`);
    expect(server.deliveries[0]?.body).toBe(JSON.stringify({ query }));
  });

  test('a MockAgent answers in place of the service', async () => {
    const dispatcher = new undici7.MockAgent();
    onTestFinished(() => dispatcher.close());
    dispatcher.disableNetConnect();
    const pool = dispatcher.get('https://control.example');
    pool.intercept({ path: '/graphql', method: 'POST' }).reply(200, goodBody, { headers: { 'x-request-id': 'r1' } });
    pool.intercept({ path: '/graphql', method: 'POST' }).reply(401, '{}');
    const client = clientOver(dispatcher, 'https://control.example');
    expect(await client.execute(query)).toMatchObject({ data, meta: { requestId: 'r1' } });
    await expect(client.request(query)).rejects.toMatchObject({ code: 'unauthenticated', status: 401 });
    // A request without a mocked answer is an error of the call, not an uncaught one.
    await expect(client.request(mutation)).rejects.toMatchObject({ code: 'network' });
  });

  test('a ProxyAgent carries calls through its proxy', async () => {
    const server = await serverOf({ tls: true, ...says(good) });
    const asked: string[] = [];
    const proxy = http.createServer();
    proxy.on('connect', async (request, socket: net.Socket) => {
      asked.push(request.url ?? '');
      const { connect } = await import('node:net');
      const upstream = connect(server.port, '127.0.0.1', () => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n');
        upstream.pipe(socket).pipe(upstream);
      });
      for (const end of [socket, upstream]) end.on('error', () => {});
    });
    const port = await listen(proxy);
    const options = { uri: `http://127.0.0.1:${port}`, requestTls: { ca: certificate } };
    const client = clientOver(untilEnd(new undici7.ProxyAgent(options)), server.url);
    expect(await client.request(mutation)).toEqual(data);
    expect(asked).toEqual([`127.0.0.1:${server.port}`]);
    proxy.close();
  });

  test.each([301, 302, 307, 308])('a redirect with %i is not followed by an interceptor', async (status) => {
    const other = await serverOf();
    const redirecting = answers(status, [['location', `${other.url}/graphql`]]);
    const { server, client } = await intercepted(redirecting, undici7.interceptors.redirect({ maxRedirections: 5 }));
    await expect(client.request(mutation)).rejects.toMatchObject({ code: 'redirected', status, attempts: 1 });
    expect(server.deliveries).toHaveLength(1);
    expect(other.connections).toBe(0);
  });

  test('a repetition by an interceptor that ignores all options is never written', async () => {
    const other = await serverOf();
    const redirecting = answers(307, [['location', `${other.url}/graphql`]]);
    const { server, client } = await intercepted(
      redirecting,
      undici7.interceptors.redirect({ maxRedirections: 5 }),
      (dispatch) => (options, handler) => dispatch({ ...options, maxRedirections: undefined } as never, handler),
    );
    await expect(client.request(mutation)).rejects.toMatchObject({ code: 'network', outcome: 'unknown', attempts: 1 });
    expect(server.deliveries).toHaveLength(1);
    expect(other.deliveries).toHaveLength(0);
  });

  test.each([
    ['broken', saysAndCloses('HTTP/1.1 20'), { code: 'network', outcome: 'unknown' }],
    ['unavailable', answers(503, [['retry-after', '0']]), { code: 'http_status', status: 503, retryAfterMs: 0 }],
    ['cut short', saysAndCloses(good.subarray(0, -9)), { code: 'network', outcome: 'unknown', status: 200 }],
  ])(
    'a retry interceptor for POST does not send a mutation twice: the server is %s',
    async (_how, behaviour, expected) => {
      const retry = undici7.interceptors.retry({ methods: ['POST'], minTimeout: 1, maxRetries: 3 });
      const { server, client } = await intercepted(behaviour, retry);
      await expect(client.request(mutation)).rejects.toMatchObject({ attempts: 1, ...expected });
      expect(server.deliveries).toHaveLength(1);
    },
  );

  // The error has no body, so only the head proves something.
  test.each([
    [429, { code: 'rate_limited', outcome: 'rejected', retryAfterMs: 60_000 }],
    [400, { code: 'http_status', outcome: 'unknown' }],
  ] as const)('an interceptor that makes an error of status %d does not hide the status', async (status, expected) => {
    const full = answers(status, [json, ['retry-after', '60']], '{"errors":[{"message":"full"}]}');
    const { server, client } = await intercepted(full, undici7.interceptors.responseError());
    await expect(client.request(mutation)).rejects.toMatchObject({ status, ...expected });
    expect(server.deliveries).toHaveLength(1);
  });

  test('a call that ends while it waits for a connection is never written, and the next one is', async () => {
    let answer = () => {};
    const server = await serverOf({
      answer: ({ client, delivery }) => {
        answer = () => void client.write(good);
        if (delivery.nth > 1) answer();
      },
    });
    const transport = transportOver(untilEnd(new undici7.Pool(server.url, { connections: 1 })), server);
    const first = transport.send(transportRequest());
    const request = transportRequest({ body: '{"query":"waiting"}' });
    const waiting = transport.send(request).catch((error: unknown) => error);
    await expect.poll(() => server.deliveries.length).toBe(1);
    request.cancel();
    expect(await waiting).toMatchObject({ kind: 'cancelled', reach: 'nowhere' });
    answer();
    expect((await first).status).toBe(200);
    expect((await transport.send(transportRequest({ body: '{"query":"next"}' }))).status).toBe(200);
    expect(server.deliveries.map(({ body }) => body)).not.toContain('{"query":"waiting"}');
  });

  test('a mutation is not written behind a pending answer, with any pipelining', async () => {
    let rest = () => {};
    const server = await serverOf({
      answer: ({ client, delivery }) => {
        if (delivery.nth > 1) return void client.write(good);
        client.write(good.subarray(0, -9));
        rest = () => void client.write(good.subarray(-9));
      },
    });
    const transport = transportOver(untilEnd(new undici7.Client(server.url, { pipelining: 8 })), server);
    const first = transport.send(transportRequest({ freshSocket: true }));
    const second = transport.send(transportRequest({ freshSocket: true }));
    await expect.poll(() => server.deliveries.length).toBe(1);
    expect((await serverSettled(server)).deliveries).toHaveLength(1);
    rest();
    expect([(await first).status, (await second).status]).toEqual([200, 200]);
  });

  test('undici does not write the requests of a broken pipeline again', async () => {
    const server = await serverOf({
      answer: ({ client, delivery }) =>
        void (delivery.connection === 1 ? client.resetAndDestroy() : client.write(good)),
    });
    const transport = transportOver(untilEnd(new undici7.Client(server.url, { pipelining: 8 })), server);
    const send = async (nth: number, freshSocket: boolean) => {
      const ended = await transport
        .send(transportRequest({ freshSocket, body: `{"query":"${nth}"}` }))
        .catch((it) => it);
      return { nth, sent: ended.sent ?? true };
    };
    const results = await Promise.all(Array.from({ length: 12 }, (_, nth) => send(nth, nth % 2 === 1)));
    const counts = new Map<string, number>();
    for (const { body } of server.deliveries) counts.set(body, (counts.get(body) ?? 0) + 1);
    for (const { nth, sent } of results) {
      const delivered = counts.get(`{"query":"${nth}"}`) ?? 0;
      expect(delivered).toBeLessThanOrEqual(sent ? 1 : 0);
    }
  });

  test('calls over HTTP/2 share a connection, and a broken one sends no mutation twice', async () => {
    const bodies: string[] = [];
    let broken = false;
    const client = await clientOverHttp2(async (stream) => {
      const body = (await stream.setEncoding('utf8').toArray()).join('');
      bodies.push(body);
      if (body.includes('break') && !broken) {
        broken = true;
        return stream.session?.destroy();
      }
      answerStream(stream);
    });
    expect(await client.request(query)).toEqual(data);
    const ends = await Promise.all(
      Array.from({ length: 10 }, (_, nth) =>
        client.request(`mutation M${nth}${nth === 4 ? 'break' : ''} { rename { id } }`).then(
          () => 'ok',
          (error: { code: string; outcome: string }) => `${error.code} ${error.outcome}`,
        ),
      ),
    );
    for (const [nth, end] of ends.entries()) {
      const delivered = bodies.filter((body) => new RegExp(`M${nth}\\D`).test(body)).length;
      expect(delivered).toBeLessThanOrEqual(end === 'network not-sent' ? 0 : 1);
      if (end === 'ok') expect(delivered).toBe(1);
    }
    expect(ends.filter((end) => end === 'ok').length).toBeGreaterThan(0);
  });

  test('a mutation over HTTP/2 whose stream is refused was not processed, and is sent again', async () => {
    const { NGHTTP2_REFUSED_STREAM, NGHTTP2_INTERNAL_ERROR } = http2.constants;
    let streams = 0;
    let code = NGHTTP2_REFUSED_STREAM;
    let refusals = 1;
    const client = await clientOverHttp2((stream) => {
      if (++streams <= refusals) stream.close(code);
      else answerStream(stream);
    });
    expect(await client.execute(mutation)).toMatchObject({ data, meta: { attempts: 2 } });
    [streams, refusals] = [0, 9];
    await expect(client.request(mutation, {}, { maxRetries: 0 })).rejects.toMatchObject({ outcome: 'not-sent' });
    [streams, code] = [0, NGHTTP2_INTERNAL_ERROR];
    await expect(client.request(mutation)).rejects.toMatchObject({ outcome: 'unknown', attempts: 1 });
  });
});
