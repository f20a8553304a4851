import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import net, { type AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { folderWith } from '../../test/packed/integrator.ts';
import { isLeftOut } from './is-left-out.ts';

/*
 * The requests that go through a proxy of the environment, on each Node. Over https, the client follows Node. Over plain http, which
 * is for this machine alone, no request of the client does, since the proxy would get the key in the clear.
 */

const certificates = resolve(import.meta.dirname, '../../test/helpers/certificates');
const certificate = readFileSync(join(certificates, 'loopback.pem'), 'utf8');
const privateKey = readFileSync(join(certificates, 'loopback-key.pem'), 'utf8');

const [running = ''] = process.versions.node.split('.');
const versions = [...new Set([running, '22', '24', '26'])];
const binaryOf = (version: string): string =>
  version === running ? process.execPath : join(import.meta.dirname, `node_modules/node${version}-linux-x64/bin/node`);

const key = 'key-beside-a-proxy-0123456789';

interface Setting {
  readonly env?: Readonly<Record<string, string>>;
  readonly flags?: readonly string[];
}

/** The environment names both proxies by default. */
const cases: Readonly<Record<string, Setting>> = {
  'no switch': {},
  'NODE_USE_ENV_PROXY=1': { env: { NODE_USE_ENV_PROXY: '1' } },
  'NODE_USE_ENV_PROXY=0': { env: { NODE_USE_ENV_PROXY: '0' } },
  'NODE_USE_ENV_PROXY=true': { env: { NODE_USE_ENV_PROXY: 'true' } },
  'NODE_USE_ENV_PROXY=': { env: { NODE_USE_ENV_PROXY: '' } },
  '--use-env-proxy': { flags: ['--use-env-proxy'] },
  'NODE_OPTIONS=--use-env-proxy': { env: { NODE_OPTIONS: '--use-env-proxy' } },
  'NODE_USE_ENV_PROXY=1, --no-use-env-proxy': { env: { NODE_USE_ENV_PROXY: '1' }, flags: ['--no-use-env-proxy'] },
  'NODE_USE_ENV_PROXY=1, NO_PROXY=localhost': { env: { NODE_USE_ENV_PROXY: '1', NO_PROXY: 'localhost' } },
  'NODE_USE_ENV_PROXY=1, NO_PROXY=other.example': { env: { NODE_USE_ENV_PROXY: '1', NO_PROXY: 'other.example' } },
  'NODE_USE_ENV_PROXY=1, no proxy named': { env: { NODE_USE_ENV_PROXY: '1', HTTP_PROXY: '', HTTPS_PROXY: '' } },
};

/** The requests of Node and of the client, over https and over http, each to a port of its own. */
const program = `
import http from 'node:http';
import https from 'node:https';
import { createControlClient } from 'control-api-sdk';
const [nodeHttps, ours, nodeHttp, oursPlain] = process.argv.slice(2).map(Number);
const get = (module, url) => new Promise((done) => module.get(url, (it) => it.resume().on('end', done)).on('error', done));
const call = async (baseUrl) => {
  const client = createControlClient({ baseUrl, apiKey: '${key}', maxRetries: 0 });
  await client.request('{ team { id } }').catch((error) => console.log(error.message));
  client.close();
};
await get(https, 'https://localhost:' + nodeHttps);
await call('https://localhost:' + ours);
await get(http, 'http://localhost:' + nodeHttp);
await call('http://localhost:' + oursPlain);
process.exit();
`;

const answer: http.RequestListener = (request, response) => {
  reached.add((request.socket.localPort ?? 0) as number);
  response.end('{"data":{"team":null}}');
};
const reached = new Set<number>();
const proxied = new Set<number>();
let inTheClear = '';
let tunnels = 0;

/** A forwarding proxy that records the ports. */
const proxy = http.createServer((request, response) => {
  const target = new URL(request.url ?? '');
  proxied.add(Number(target.port));
  inTheClear += JSON.stringify(request.headers);
  const onward = http.request(target, { method: request.method, headers: request.headers }, (from) =>
    from.pipe(response),
  );
  request.pipe(onward);
});
proxy.on('connect', ({ url = '' }, socket, head) => {
  tunnels += 1;
  const { hostname, port } = new URL(`http://${url}`);
  proxied.add(Number(port));
  const onward = net.connect(Number(port), hostname, () => {
    socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
    onward.write(head);
    onward.pipe(socket);
    socket.pipe(onward);
  });
  onward.on('error', () => socket.destroy());
  socket.on('error', () => onward.destroy());
});

const tls = { key: privateKey, cert: certificate };
const servers = [
  https.createServer(tls, answer),
  https.createServer(tls, answer),
  http.createServer(answer),
  http.createServer(answer),
];
const portOf = (server: net.Server): number => (server.address() as AddressInfo).port;

beforeAll(async () => {
  for (const server of [proxy, ...servers]) {
    server.listen(0, 'localhost');
    await once(server, 'listening');
  }
});
afterAll(() => {
  for (const server of [proxy, ...servers]) server.close();
});

/** The way of each of the four requests. */
async function measure(version: string, { env, flags = [] }: Setting): Promise<string[]> {
  for (const seen of [reached, proxied]) seen.clear();
  const address = `http://localhost:${portOf(proxy)}`;
  const cwd = folderWith({ 'main.mjs': program });
  const child = spawn(binaryOf(version), [...flags, 'main.mjs', ...servers.map(portOf).map(String)], {
    cwd,
    env: {
      PATH: process.env['PATH'],
      NODE_EXTRA_CA_CERTS: join(certificates, 'loopback.pem'),
      HTTP_PROXY: address,
      HTTPS_PROXY: address,
      ...env,
    },
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece) => (printed += piece));
  const [code] = await once(child, 'close');
  // This Node does not know the flag.
  if (code === 9 && /is not allowed|bad option/.test(printed)) return ['-', '-', '-', '-'];
  expect(code, printed).toBe(0);
  return servers.map(portOf).map((port) => {
    expect([...reached], printed).toContain(port);
    return proxied.has(port) ? 'proxy' : 'direct';
  });
}

const isPresent = versions.every((version) => existsSync(binaryOf(version)));

describe.skipIf(isLeftOut(isPresent, 'proxies of the environment'))('a proxy of the environment', () => {
  describe.each(versions)('on Node %s', (version) => {
    test.each(Object.entries(cases))(
      'a proxy of the environment is taken or not, as by node:https: %s',
      async (_name, setting) => {
        const [nodeHttps, ours, , oursPlain] = await measure(version, setting);
        expect(ours).toBe(nodeHttps);
        expect(oursPlain).not.toBe('proxy');
      },
    );
  });

  test('a proxy of the environment never sees the key in the clear', () => {
    expect(tunnels).toBeGreaterThan(0);
    expect(inTheClear).not.toBe('');
    expect(inTheClear).not.toContain(key);
  });
});
