import http from 'node:http';
import https from 'node:https';
import tls from 'node:tls';
import { expect, test } from 'vitest';
import { type ControlApiError, createControlClient } from '../../src/index.ts';
import { mutation } from '../helpers/answers.ts';
import { listen } from '../helpers/listen.ts';
import { certificate, privateKey } from '../helpers/misbehaving-server.ts';
import { onMovedClock } from '../helpers/moved-clock.ts';
import { rested } from '../helpers/rested.ts';
import { servedKey as apiKey, servedOnMovedClock, serverOf } from '../helpers/served.ts';
import { serverSettled } from '../helpers/settled.ts';
import { through, undici7 } from '../helpers/transports.ts';

const failed = (error: ControlApiError) => error;

test('a connection that is never established has a time limit of its own, and is retried', async () => {
  // The server accepts connections, and never answers the TLS handshake.
  const server = await serverOf({});
  const origin = server.url.replace('http:', 'https:');
  const { client, clock } = onMovedClock({ baseUrl: origin, apiKey });
  const call = client.request<never>(mutation).catch(failed);
  for (const connections of [1, 2, 3]) {
    expect((await serverSettled(server)).connections).toBe(connections);
    await clock.advance(9_999);
    await serverSettled(server);
    await clock.advance(connections === 3 ? 1 : 1 + 250 * connections);
  }
  const error = await call;
  expect(error).toMatchObject({ code: 'timeout', outcome: 'not-sent', attempts: 3, cause: { code: 'network' } });
  expect(error.message).toBe(
    `${origin}: no connection was established within \`timeoutMs\` (30000 ms); before that, no connection was established (ETIMEDOUT), 3 attempts. Nothing was sent. Check the base URL and its port, DNS, TLS, and any firewall or proxy before the service.`,
  );
  expect(clock.due).toEqual([]);
  await expect.poll(() => server.openConnections).toBe(0);
});

test("a call that waits in vain for one of the client's connections names `maxConnections`", async () => {
  const { server, client, clock } = await servedOnMovedClock({}, { maxConnections: 1 });
  const served = client.request<never>(mutation).catch(failed);
  const waiting = client.request<never>(mutation, undefined, { timeoutMs: 20_000 }).catch(failed);
  await serverSettled(server);
  await clock.advance(20_000);
  const queued = await waiting;
  expect(queued).toMatchObject({ code: 'timeout', outcome: 'not-sent' });
  expect(queued.message).toBe(
    `${server.url}: no connection became free within \`timeoutMs\` (20000 ms). Nothing was sent. Raise \`maxConnections\`, or send fewer calls at once (the \`limiter\` option).`,
  );
  await clock.advance(10_000);
  expect((await served).message).toContain('no complete answer arrived');
});

test('a call has an unknown outcome once it has a connection, and is never sent if it ends in the queue', async () => {
  const { server, client, clock } = await servedOnMovedClock({}, { maxConnections: 1 });
  const call = (timeoutMs: number) => client.request<never>(mutation, undefined, { timeoutMs }).catch(failed);
  const [first, left, second] = [call(10_000), call(5_000), call(20_000)];
  await expect.poll(() => server.deliveries.length).toBe(1);
  await clock.advance(10_000);
  expect(await first).toMatchObject({ code: 'timeout', outcome: 'unknown' });
  expect(await left).toMatchObject({ code: 'timeout', outcome: 'not-sent', attempts: 0 });
  await expect.poll(() => server.deliveries.length).toBe(2);
  await clock.advance(10_000);
  const error = await second;
  expect(error).toMatchObject({ code: 'timeout', outcome: 'unknown', attempts: 1 });
  expect(error.message).toContain('no complete answer arrived');
  expect((await serverSettled(server)).deliveries).toHaveLength(2);
  expect(clock.due).toEqual([]);
});

test.each([
  ['TLSv1.2', 'sslv3 alert handshake failure (EPROTO)', 'not-sent'],
  // The client may have written before the server refuses it.
  ['TLSv1.3', 'tlsv13 alert certificate required (ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED)', 'rejected'],
] as const)(
  "a server that asks for a client certificate is reported in OpenSSL's words, without an execution: %s",
  async (version, reason, outcome) => {
    const options = { key: privateKey, cert: certificate, requestCert: true, maxVersion: version, minVersion: version };
    const server = tls.createServer(options, (socket) => socket.on('error', () => {})).on('tlsClientError', () => {});
    const port = await listen(server);
    const agent = new https.Agent({ ca: certificate });
    await using client = createControlClient({ baseUrl: `https://127.0.0.1:${port}`, apiKey, agent });
    const error = await client.request<never>(mutation).catch(failed);
    expect(error).toMatchObject({ code: 'network', outcome, attempts: 1 });
    expect(error.message).toContain(`: the TLS handshake failed: ${reason}. `);
    expect(error.message).toMatch(/The server may want a client certificate/);
    agent.destroy();
    server.close();
  },
);

test.each([
  [407, 1],
  [403, 1],
  [502, 4],
])('a proxy that answers %i to a tunnel is named as the cause, and is asked %i times', async (status, times) => {
  let asked = 0;
  await using proxy = http.createServer().on('connect', (_request, socket) => {
    asked++;
    socket.end(`HTTP/1.1 ${status} No\r\n\r\n`);
  });
  const dispatcher = new undici7.ProxyAgent(`http://127.0.0.1:${await listen(proxy)}`);
  await using _after = through(dispatcher);
  const { client, clock } = onMovedClock({ baseUrl: 'https://control.example', apiKey, dispatcher, maxRetries: 2 });
  const ended = client.request<never>(mutation).catch(failed);
  for (let nth = 1; nth <= times; nth++) {
    await expect.poll(() => asked).toBe(nth);
    await rested();
    await clock.advance(2_000);
  }
  const error = await ended;
  expect(error).toMatchObject({ code: 'network', outcome: 'not-sent', attempts: times });
  expect(error.message).toContain(`the proxy did not open a way (${status})`);
  expect(error.message).toMatch(
    /name and password that the proxy wants, or name the host of the service in NO_PROXY\.$/,
  );
  expect(asked).toBe(times);
});
