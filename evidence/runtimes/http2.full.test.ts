import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { folderWith, run } from '../../test/packed/integrator.ts';
import { isLeftOut } from './is-left-out.ts';

/* HTTP/2 by undici 8, which requires a newer Node than this package. */

const modules = join(import.meta.dirname, 'node_modules');
const undici = join(modules, 'undici8/index.js');
const node = join(modules, 'node24-linux-x64/bin/node');
const certificates = resolve(import.meta.dirname, '../../test/helpers/certificates');
const left = isLeftOut(existsSync(undici) && existsSync(node), 'undici 8');

/**
 * Sends 64 queries at once. Then, beside a query under way, it sends one operation whose stream the server refuses, or leaves out of
 * its GOAWAY. Prints the end of the operation, and the number of answers to it.
 */
const program = `
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import http2 from 'node:http2';
import { createControlClient } from 'control-api-sdk';
import { Agent } from ${JSON.stringify(pathToFileURL(undici).href)};

const [how, kind] = process.argv.slice(2);
const ca = readFileSync('${certificates}/loopback.pem');
const server = http2.createSecureServer({ key: readFileSync('${certificates}/loopback-key.pem'), cert: ca });
let [sessions, streams, answered] = [0, 0, 0];
let first;
server.on('session', (session) => { sessions++; session.on('error', () => {}); });
server.on('stream', async (stream) => {
  stream.on('error', () => {});
  const body = (await stream.setEncoding('utf8').toArray()).join('');
  const answer = () => {
    if (stream.destroyed) return;
    if (body.includes('Tried')) answered++;
    stream.respond({ ':status': 200, 'content-type': 'application/json' });
    stream.end('{"data":{"a":1}}');
  };
  if (body.includes('Slow')) { first = stream.session; return setTimeout(answer, 300); }
  if (!body.includes('Tried') || ++streams > 1) return answer();
  if (how === 'refused') stream.close(http2.constants.NGHTTP2_REFUSED_STREAM);
  else first.goaway(0, stream.id - 2);
});
await once(server.listen(0, '127.0.0.1'), 'listening');
const dispatcher = new Agent({ allowH2: true, connections: 1, connect: { ca } });
const baseUrl = 'https://127.0.0.1:' + server.address().port;
const control = createControlClient({ baseUrl, apiKey: 'key-over-http-2-0123456789', dispatcher, timeoutMs: 5_000 });
await Promise.all(Array.from({ length: 64 }, () => control.request('query Many { a }')));
console.log(sessions);
const slow = control.request('query Slow { a }');
await new Promise((resolve) => setTimeout(resolve, 100));
const ended = await control.request(kind + ' Tried { a }').then(() => 'ok', ({ code, outcome }) => code + ' ' + outcome);
await slow;
console.log(ended, answered);
process.exit();
`;

const over = async (how: string, kind: string) => {
  const { stdout, stderr } = await run(node, ['main.mjs', how, kind], { cwd: folderWith({ 'main.mjs': program }) });
  expect(stderr).toBe('');
  return stdout;
};

it.skipIf(left).each(['refused', 'goaway'])(
  '64 calls over undici 8 share a session, and a query that the server did not process succeeds: %s',
  async (how) => expect(await over(how, 'query')).toBe('1\nok 1\n'),
);

// undici 8 repeats a refused request by itself. That looks like any other repetition, and a mutation is sent only once.
it.skipIf(left).each(['refused', 'goaway'])(
  'a mutation over undici 8 that the server did not process is not sent again by undici: %s',
  async (how) => expect(await over(how, 'mutation')).toBe('1\nnetwork unknown 0\n'),
);
