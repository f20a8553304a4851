import http from 'node:http';
import http2 from 'node:http2';
import type net from 'node:net';
import { describe, expect, test, vi } from 'vitest';
import { createControlClient, type UndiciDispatcher } from '../../src/index.ts';
import { chooseTransport } from '../../src/transport/choose-transport.ts';
import { answers, good, goodBody, json, mutation, query, says, saysAndCloses } from '../helpers/answers.ts';
import { listen } from '../helpers/listen.ts';
import { certificate, MisbehavingServer, privateKey } from '../helpers/misbehaving-server.ts';
import { serverSettled } from '../helpers/settled.ts';
import { transportRequest } from '../helpers/transport-request.ts';
import { through, undici6, undici7 } from '../helpers/transports.ts';

const apiKey = 'key-through-a-dispatcher-0123456789';
const data = JSON.parse(goodBody).data;

/** A service with HTTP/2 over TLS. Meanwhile, the warning of undici that HTTP/2 is experimental is hidden. */
async function http2Server(answer: (stream: http2.ServerHttp2Stream) => void) {
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
  return {
    url: `https://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: async () => {
      quiet.mockRestore();
      for (const session of sessions) session.destroy();
      server.close();
    },
  };
}

function answerStream(stream: http2.ServerHttp2Stream): void {
  if (stream.destroyed) return;
  stream.respond({ ':status': 200, 'content-type': 'application/json' });
  stream.end(goodBody);
}

test('a dispatcher of undici 6 is refused by its first request, with the version that works', async () => {
  await using server = await MisbehavingServer.start(says(good));
  const dispatcher = new undici6.Agent();
  await using _after = through(dispatcher);
  const client = createControlClient({ baseUrl: server.url, apiKey, dispatcher });
  await expect(client.request(query)).rejects.toMatchObject({
    code: 'configuration',
    outcome: 'not-sent',
    message: 'The option `dispatcher` must be of undici 7 or newer: `npm install undici@7`.',
  });
  expect((await serverSettled(server)).connections).toBe(0);
});

describe('a dispatcher of undici', () => {
  const clientOver = (dispatcher: UndiciDispatcher, baseUrl: string) =>
    createControlClient({ baseUrl, apiKey, dispatcher, timeoutMs: 6_000 });

  test.each<[what: string, make: (url: string) => UndiciDispatcher & { destroy(): Promise<void> }]>([
    ['an Agent', () => new undici7.Agent()],
    ['a Pool', (url) => new undici7.Pool(url, { connections: 2 })],
    ['a Client', (url) => new undici7.Client(url)],
  ])('%s carries calls, and close() leaves it open', async (_what, make) => {
    await using server = await MisbehavingServer.start(says(good));
    const dispatcher = make(server.url);
    await using _after = through(dispatcher);
    const client = clientOver(dispatcher, server.url);
    expect(await client.request(query)).toEqual(data);
    client.close();
    expect(await client.request(mutation)).toEqual(data);
    expect(server.deliveries).toHaveLength(2);
    expect(server.deliveries[0]?.headers.get('authorization')).toBe(`Bearer ${apiKey}`);
    expect(server.deliveries[0]?.body).toBe(JSON.stringify({ query }));
  });

  test('a MockAgent answers in place of the service', async () => {
    const dispatcher = new undici7.MockAgent();
    await using _after = { [Symbol.asyncDispose]: () => dispatcher.close() };
    dispatcher.disableNetConnect();
    const pool = dispatcher.get('https://control.example');
    pool.intercept({ path: '/graphql', method: 'POST' }).reply(200, goodBody, { headers: { 'x-request-id': 'r1' } });
    pool.intercept({ path: '/graphql', method: 'POST' }).reply(401, '{}');
    await using client = clientOver(dispatcher, 'https://control.example');
    expect(await client.execute(query)).toMatchObject({ data, meta: { requestId: 'r1' } });
    await expect(client.request(query)).rejects.toMatchObject({ code: 'unauthenticated', status: 401 });
    // A request without a mocked answer is an error of the call, not an uncaught one.
    await expect(client.request(mutation)).rejects.toMatchObject({ code: 'network' });
  });

  test('a ProxyAgent carries calls through its proxy', async () => {
    await using server = await MisbehavingServer.start({ tls: true, ...says(good) });
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
    const dispatcher = new undici7.ProxyAgent({ uri: `http://127.0.0.1:${port}`, requestTls: { ca: certificate } });
    await using _after = through(dispatcher);
    await using client = clientOver(dispatcher, server.url);
    expect(await client.request(mutation)).toEqual(data);
    expect(asked).toEqual([`127.0.0.1:${server.port}`]);
    proxy.close();
  });

  test.each([301, 302, 307, 308])('a redirect with %i is not followed by an interceptor', async (status) => {
    await using other = await MisbehavingServer.start(says(good));
    await using server = await MisbehavingServer.start(answers(status, [['location', `${other.url}/graphql`]]));
    const agent = new undici7.Agent();
    await using _after = through(agent);
    await using client = clientOver(agent.compose(undici7.interceptors.redirect({ maxRedirections: 5 })), server.url);
    await expect(client.request(mutation)).rejects.toMatchObject({ code: 'redirected', status, attempts: 1 });
    expect(server.deliveries).toHaveLength(1);
    expect(other.connections).toBe(0);
  });

  test('a repetition by an interceptor that ignores all options is never written', async () => {
    await using other = await MisbehavingServer.start(says(good));
    await using server = await MisbehavingServer.start(answers(307, [['location', `${other.url}/graphql`]]));
    const agent = new undici7.Agent();
    await using _after = through(agent);
    const follow = undici7.interceptors.redirect({ maxRedirections: 5 });
    const stubborn: UndiciDispatcher = {
      dispatch: (options, handler) =>
        agent.compose(follow).dispatch({ ...options, maxRedirections: undefined } as never, handler as never),
    };
    await using client = clientOver(stubborn, server.url);
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
      await using server = await MisbehavingServer.start(behaviour);
      const agent = new undici7.Agent();
      await using _after = through(agent);
      const retry = undici7.interceptors.retry({ methods: ['POST'], minTimeout: 1, maxRetries: 3 });
      await using client = clientOver(agent.compose(retry), server.url);
      await expect(client.request(mutation)).rejects.toMatchObject({ attempts: 1, ...expected });
      expect(server.deliveries).toHaveLength(1);
    },
  );

  // The error has no body, so only the head proves something.
  test.each([
    [429, { code: 'rate_limited', outcome: 'rejected', retryAfterMs: 60_000 }],
    [400, { code: 'http_status', outcome: 'unknown' }],
  ] as const)('an interceptor that makes an error of status %d does not hide the status', async (status, expected) => {
    await using server = await MisbehavingServer.start(
      answers(status, [json, ['retry-after', '60']], '{"errors":[{"message":"full"}]}'),
    );
    const agent = new undici7.Agent();
    await using _after = through(agent);
    await using client = clientOver(agent.compose(undici7.interceptors.responseError()), server.url);
    await expect(client.request(mutation)).rejects.toMatchObject({ status, ...expected });
    expect(server.deliveries).toHaveLength(1);
  });

  test('a call that ends while it waits for a connection is never written, and the next one is', async () => {
    let answer = () => {};
    await using server = await MisbehavingServer.start({
      answer: ({ client, delivery }) => {
        answer = () => void client.write(good);
        if (delivery.nth > 1) answer();
      },
    });
    const pool = new undici7.Pool(server.url, { connections: 1 });
    await using _after = through(pool);
    const transport = chooseTransport({ url: new URL(`${server.url}/graphql`) }, { dispatcher: pool }).open();
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
    await using server = await MisbehavingServer.start({
      answer: ({ client, delivery }) => {
        if (delivery.nth > 1) return void client.write(good);
        client.write(good.subarray(0, -9));
        rest = () => void client.write(good.subarray(-9));
      },
    });
    const client = new undici7.Client(server.url, { pipelining: 8 });
    await using _after = through(client);
    const transport = chooseTransport({ url: new URL(`${server.url}/graphql`) }, { dispatcher: client }).open();
    const first = transport.send(transportRequest({ freshSocket: true }));
    const second = transport.send(transportRequest({ freshSocket: true }));
    await expect.poll(() => server.deliveries.length).toBe(1);
    expect((await serverSettled(server)).deliveries).toHaveLength(1);
    rest();
    expect([(await first).status, (await second).status]).toEqual([200, 200]);
  });

  test('undici does not write the requests of a broken pipeline again', async () => {
    await using server = await MisbehavingServer.start({
      answer: ({ client, delivery }) =>
        void (delivery.connection === 1 ? client.resetAndDestroy() : client.write(good)),
    });
    const client = new undici7.Client(server.url, { pipelining: 8 });
    await using _after = through(client);
    const transport = chooseTransport({ url: new URL(`${server.url}/graphql`) }, { dispatcher: client }).open();
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
    await using server = await http2Server(async (stream) => {
      const body = (await stream.setEncoding('utf8').toArray()).join('');
      bodies.push(body);
      if (body.includes('break') && !broken) {
        broken = true;
        return stream.session?.destroy();
      }
      answerStream(stream);
    });
    const dispatcher = new undici7.Agent({ allowH2: true, connect: { ca: certificate } });
    await using _after = through(dispatcher);
    await using client = clientOver(dispatcher, server.url);
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
    await using server = await http2Server((stream) => {
      if (++streams <= refusals) stream.close(code);
      else answerStream(stream);
    });
    const dispatcher = new undici7.Agent({ allowH2: true, connect: { ca: certificate } });
    await using _after = through(dispatcher);
    await using client = clientOver(dispatcher, server.url);
    expect(await client.execute(mutation)).toMatchObject({ data, meta: { attempts: 2 } });
    [streams, refusals] = [0, 9];
    await expect(client.request(mutation, {}, { maxRetries: 0 })).rejects.toMatchObject({ outcome: 'not-sent' });
    [streams, code] = [0, NGHTTP2_INTERNAL_ERROR];
    await expect(client.request(mutation)).rejects.toMatchObject({ outcome: 'unknown', attempts: 1 });
  });
});
