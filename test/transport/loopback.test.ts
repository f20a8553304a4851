import http from 'node:http';
import https from 'node:https';
import net from 'node:net';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { type ControlClientOptions, createControlClient } from '../../src/index.ts';
import { chooseTransport } from '../../src/transport/choose-transport.ts';
import { isLoopbackAddress, proxyEnvironment, proxyVariable } from '../../src/transport/hosts.ts';
import type { Transport } from '../../src/transport/transport.ts';
import { listen } from '../helpers/listen.ts';
import { messageOf } from '../helpers/message-of.ts';
import { undici7 } from '../helpers/transports.ts';

const apiKey = 'key-that-stays-here-0123456789';
const query = '{ team { devices { nodes { id } } } }';
const make = (options: object) => createControlClient({ apiKey, ...options } as ControlClientOptions);

const opened = (baseUrl: string): Transport => chooseTransport({ url: new URL(baseUrl) }, {}).open();

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

/** The reported target of connections. */
const elsewhere = (port: number) =>
  vi
    .spyOn(net.Socket.prototype as unknown as { _getpeername(): object }, '_getpeername')
    .mockReturnValue({ address: '203.0.113.5', family: 'IPv4', port });

/** A server that records each received byte, and answers none. */
async function listening() {
  const got: Buffer[] = [];
  const server = net.createServer((socket) => socket.on('data', (piece) => got.push(piece)).on('error', () => {}));
  const port = await listen(server);
  return { port, got, [Symbol.dispose]: () => void server.close() };
}

test.each(['127.0.0.1', '127.255.0.9', '::1', '::ffff:127.0.0.1'])('plain http may go to %s', (address) => {
  expect(isLoopbackAddress(address)).toBe(true);
});
test.each(['10.0.0.1', '203.0.113.5', '0.0.0.0', '::', 'fe80::1', '::ffff:10.0.0.1', '127.0.0.1.evil', '::11'])(
  'plain http may not go to %s',
  (address) => {
    expect(isLoopbackAddress(address)).toBe(false);
  },
);

test.each(['localhost', 'evil.localhost'])('no byte goes to %s if the name leads elsewhere', async (host) => {
  using server = await listening();
  elsewhere(server.port);
  const agent = new http.Agent({
    lookup: (_name, _options, done) => done(null, [{ address: '127.0.0.1', family: 4 }]),
  });
  await using client = make({ baseUrl: `http://${host}:${server.port}`, agent });
  await expect(client.request(query)).rejects.toMatchObject({
    code: 'configuration',
    outcome: 'not-sent',
    attempts: 1,
    message: `http://${host}:${server.port} leads to 203.0.113.5 port ${server.port}, so plain http would show the key. Use https, or a host and agent that lead to this machine.`,
  });
  await new Promise((resolve) => setImmediate(resolve));
  expect(Buffer.concat(server.got).toString()).toBe('');
});

test('no byte goes through an agent that leads to a proxy, on this machine or not', async () => {
  using proxy = await listening();
  class ProxyAgent extends http.Agent {
    override createConnection() {
      return net.connect(proxy.port, '127.0.0.1');
    }
  }
  await using client = make({ baseUrl: 'http://127.0.0.1:1', agent: new ProxyAgent() });
  await expect(client.request(query)).rejects.toMatchObject({ code: 'configuration', outcome: 'not-sent' });
  await new Promise((resolve) => setImmediate(resolve));
  expect(Buffer.concat(proxy.got).toString()).toBe('');
});

test('a reused connection is checked again', async () => {
  const server = http.createServer((_request, response) => void response.end('{"data":{"team":null}}'));
  const port = await listen(server);
  await using client = make({ baseUrl: `http://127.0.0.1:${port}`, maxConnections: 1 });
  await client.request(query);
  elsewhere(port);
  await expect(client.request(query)).rejects.toMatchObject({ code: 'configuration', outcome: 'not-sent' });
  server.close();
});

describe('what others connect cannot be checked, so plain http is refused where it may leave this machine', () => {
  const proxied = (env: object | undefined) =>
    vi.spyOn(http, 'globalAgent', 'get').mockReturnValue({ options: { proxyEnv: env } } as never);
  const dispatcher = new undici7.Agent();

  test.each<readonly [name: string, options: object]>([
    ['fetch', { fetch }],
    ['dispatcher', { dispatcher }],
  ])(
    'plain http is refused by `%s` for a name under localhost, or under a proxy of the environment',
    (name, options) => {
      expect(messageOf(() => make({ baseUrl: 'http://evil.localhost:4000', ...options }))).toBe(
        `With \`${name}\`, where evil.localhost:4000 leads cannot be checked. Use https; or 127.0.0.1 as the host, and in NO_PROXY.`,
      );
      const baseUrl = 'http://localhost:4000';
      expect(() => make({ baseUrl, ...options })).not.toThrow();
      proxied({ HTTP_PROXY: 'http://127.0.0.1:9' });
      expect(messageOf(() => make({ baseUrl, ...options }))).toBe(
        `With \`${name}\`, the proxy in HTTP_PROXY would get the key in plain http. Use https; or 127.0.0.1 as the host, and in NO_PROXY.`,
      );
      expect(() => make({ baseUrl: 'https://control.example', ...options })).not.toThrow();
      expect(() => make({ baseUrl })).not.toThrow();
    },
  );

  test.each([
    [{}, undefined],
    [undefined, undefined],
    [{ HTTPS_PROXY: 'x' }, undefined],
    [{ http_proxy: 'x' }, 'http_proxy'],
    [{ HTTP_PROXY: 'x' }, 'HTTP_PROXY'],
    [{ HTTP_PROXY: '' }, undefined],
    [{ ALL_PROXY: 'x' }, 'ALL_PROXY'],
    [{ HTTP_PROXY: '', all_proxy: 'x' }, 'all_proxy'],
    [{ ALL_PROXY: 'x', NO_PROXY: 'localhost' }, undefined],
    [{ HTTP_PROXY: 'x', NO_PROXY: 'localhost' }, undefined],
    [{ HTTP_PROXY: 'x', no_proxy: 'a.example, localhost' }, undefined],
    [{ HTTP_PROXY: 'x', NO_PROXY: 'localhost', no_proxy: 'localhost' }, undefined],
    [{ HTTP_PROXY: 'x', NO_PROXY: 'localhost', no_proxy: '' }, 'HTTP_PROXY'],
    [{ HTTP_PROXY: 'x', NO_PROXY: '', no_proxy: 'localhost' }, 'HTTP_PROXY'],
    [{ HTTP_PROXY: 'x', NO_PROXY: '127.0.0.1' }, 'HTTP_PROXY'],
    [{ HTTP_PROXY: 'x', NO_PROXY: 'notlocalhost' }, 'HTTP_PROXY'],
  ])('a proxy by %j is recognized: %s', (env, by) => {
    expect(proxyVariable(new URL('http://localhost:4000'), env)).toBe(by);
  });

  test.each([
    ['localhost', '*'],
    ['localhost', 'a.example,*'],
    ['localhost', 'a.example localhost'],
    ['[::1]', '[::1]'],
  ])('plain http by %s with NO_PROXY=%s is refused, because Deno ignores it', (host, list) => {
    expect(proxyVariable(new URL(`http://${host}:4000`), { HTTP_PROXY: 'x', NO_PROXY: list })).toBe('HTTP_PROXY');
  });
});

test.each(['https', 'http'] as const)('the proxy switch of Node is read off its global agent for %s', (protocol) => {
  const module = { http, https }[protocol];
  const env = { HTTPS_PROXY: 'http://127.0.0.1:9' };
  const Agent = vi.spyOn(module, 'Agent');
  const baseUrl = `${protocol}://127.0.0.1:1`;
  opened(baseUrl).close();
  expect(Agent.mock.lastCall?.[0]?.['proxyEnv' as never]).toBeUndefined();
  vi.spyOn(module, 'globalAgent', 'get').mockReturnValue({ options: { proxyEnv: env } } as never);
  opened(baseUrl).close();
  expect(Agent.mock.lastCall?.[0]?.['proxyEnv' as never]).toBe(protocol === 'https' ? env : undefined);
});

test('NODE_TLS_REJECT_UNAUTHORIZED=0 is refused off this machine', () => {
  vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
  expect(messageOf(() => make({ baseUrl: 'https://control.example' }))).toMatchInlineSnapshot(
    `"NODE_TLS_REJECT_UNAUTHORIZED=0 lets anyone between read the key. Unset it. For a private authority, name its file in NODE_EXTRA_CA_CERTS."`,
  );
  for (const host of ['localhost', '127.0.0.1', '[::1]']) make({ baseUrl: `https://${host}` }).close();
  for (const value of ['1', '']) {
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', value);
    make({ baseUrl: 'https://control.example' }).close();
  }
});

test('an agent that was made without TLS checks is refused off this machine', () => {
  const agent = new https.Agent({ rejectUnauthorized: false });
  expect(messageOf(() => make({ baseUrl: 'https://control.example', agent }))).toMatchInlineSnapshot(
    `"The option \`agent\` has \`rejectUnauthorized: false\`, which lets anyone between read the key. Pass the authority as its \`ca\`."`,
  );
  make({ baseUrl: 'https://localhost', agent }).close();
});

test('the variables of a proxy are those that Node reports, or none', () => {
  const proxyEnv = { HTTP_PROXY: 'http://proxy.example' };
  expect(proxyEnvironment({ globalAgent: { options: { proxyEnv } } })).toBe(proxyEnv);
  for (const http of [{}, { globalAgent: {} }, { globalAgent: { options: {} } }])
    expect(proxyEnvironment(http)).toBeUndefined();
});
