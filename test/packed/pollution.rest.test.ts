import { readFileSync } from 'node:fs';
import https from 'node:https';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { expect, it } from 'vitest';
import { goodBody } from '../helpers/answers.ts';
import { listen } from '../helpers/listen.ts';
import { certificate, privateKey } from '../helpers/misbehaving-server.ts';
import { folderWith, run } from './integrator.ts';
import documented from './node-options.json' with { type: 'json' };

const certificates = join(import.meta.dirname, '../helpers/certificates');
const forged = {
  cert: readFileSync(join(certificates, 'forged.pem'), 'utf8'),
  key: readFileSync(join(certificates, 'forged-key.pem'), 'utf8'),
};

/** Every name in the documentation of this Node for a request over TLS. */
const { node: _version, 'read by Node in objects of its own': beyondUs, ...lists } = documented;
const names = [...new Set(Object.values(lists).flat())];

/** Harmful values for some names. The others get a word. A function stands here as its own text. */
const harmful: Readonly<Record<string, unknown>> = {
  ca: forged.cert,
  cert: forged.cert,
  key: forged.key,
  rejectUnauthorized: false,
  allowPartialTrustChain: true,
  isServer: true,
  port: 1,
  headers: { 'x-evil': '1' },
  ...Object.fromEntries(
    ['checkServerIdentity', 'createConnection', 'lookup', 'pskCallback', 'SNICallback'].map((name) => [
      name,
      '() => {}',
    ]),
  ),
};

async function serve(identity: { readonly cert: string; readonly key: string }) {
  const heard: string[] = [];
  const server = https.createServer(identity, (request, response) => {
    const { servername, getProtocol } = request.socket as TLSSocket & { readonly servername: string | false };
    const { host, ...headers } = request.headers;
    heard.push(JSON.stringify([request.method, request.url, headers, servername, getProtocol.call(request.socket)]));
    request.resume();
    response.setHeader('content-type', 'application/json').end(goodBody);
  });
  server.on('tlsClientError', () => {});
  const port = await listen(server);
  return { heard, url: `https://localhost:${port}`, [Symbol.asyncDispose]: async () => void server.close() };
}

const app = `
import { createControlClient } from 'control-api-sdk';
const [, , good, forged, pollution] = process.argv;
// Node's own objects read a prototype too. For example, a \`signal\` makes each of its streams throw.
process.on('uncaughtException', () => {});
const call = async (baseUrl) => {
  const control = createControlClient({ baseUrl, apiKey: 'key-over-tls-0123456789', maxRetries: 0, timeoutMs: 1_000 });
  const said = await control.request('query A { team { devices { nodes { id } } } }').then(() => 'data', (error) => error.code);
  control.close();
  return said;
};
const said = [['', await call(good), await call(forged)]];
for (const [name, value] of JSON.parse(pollution)) {
  Object.prototype[name] = value === '() => {}' ? () => {} : value;
  const results = [await call(good), await call(forged)];
  delete Object.prototype[name];
  said.push([name, ...results]);
}
process.stdout.write(JSON.stringify(said), () => process.exit());
`;

it('a polluted Object.prototype changes nothing of a call over TLS, and no forged certificate gets the key', async () => {
  await using good = await serve({ cert: certificate, key: privateKey });
  await using stranger = await serve(forged);
  const cwd = folderWith({ 'app.mjs': app });
  const env = { NODE_EXTRA_CA_CERTS: join(certificates, 'loopback.pem') };
  const pollution = names.map((name) => [name, harmful[name] ?? 'evil']);
  const args = ['app.mjs', good.url, stranger.url, JSON.stringify(pollution)];
  const { code, stdout, stderr } = await run(process.execPath, args, { cwd, env });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const said: readonly string[][] = JSON.parse(stdout);
  expect(said.map(([name]) => name)).toEqual(['', ...names]);
  expect(stranger.heard).toEqual([]);
  const changed = said.filter(([, atGood, atStranger]) => atGood !== 'data' || atStranger !== 'network');
  expect(changed.filter(([name = '']) => !beyondUs.includes(name))).toEqual([]);
  expect(new Set(good.heard).size, [...new Set(good.heard)].join('\n')).toBe(1);
});
