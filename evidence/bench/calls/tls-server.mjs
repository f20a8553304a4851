// A service over TLS with HTTP/2 and HTTP/1.1 by ALPN, and delaying proxies, all in this process.
import { readFileSync } from 'node:fs';
import { createSecureServer } from 'node:http2';
import { connect, createServer } from 'node:net';
import { answerOf } from './answers.mjs';

const certificates = new URL('../../../test/helpers/certificates/', import.meta.url);
const pem = (name) => readFileSync(new URL(name, certificates));

const seen = { handshakes: 0, resumed: 0 };
const server = createSecureServer({ key: pem('loopback-key.pem'), cert: pem('loopback.pem'), allowHTTP1: true });
server.keepAliveTimeout = 60_000;
server.on('secureConnection', (socket) => {
  seen.handshakes++;
  if (socket.isSessionReused()) seen.resumed++;
});
server.on('request', async (request, response) => {
  const { query, variables } = JSON.parse((await request.setEncoding('utf8').toArray()).join(''));
  const body = answerOf(query, variables);
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length });
  response.end(body);
});

const portOf = (it) => new Promise((resolve) => it.listen(0, '127.0.0.1', () => resolve(it.address().port)));
const port = await portOf(server);
const sockets = new Set();

/** Delays each direction by half of a round trip, and the first bytes by the round trip of a TCP handshake. */
function proxy(delayMs) {
  return createServer((client) => {
    const service = connect({ port, host: '127.0.0.1', noDelay: true });
    client.setNoDelay();
    sockets.add(client);
    client.on('close', () => sockets.delete(client));
    const connected = performance.now() + 1.5 * delayMs;
    for (const [from, to] of [
      [client, service],
      [service, client],
    ]) {
      const pieces = [];
      from.on('data', (piece) => {
        const at = performance.now() + delayMs / 2;
        // Timers of one millisecond may change places, and the bytes stay in order.
        pieces.push(piece);
        setTimeout(
          () => to.write(pieces.shift()),
          Math.max(0, Math.max(from === client ? connected : 0, at) - performance.now()),
        );
      });
      from.on('error', () => {});
      from.on('close', () => to.destroy());
    }
  });
}

const ports = new Map();
process.on('message', async ({ delayMs, hangUp }) => {
  if (hangUp) for (const socket of sockets) socket.destroy();
  if (delayMs !== undefined && !ports.has(delayMs)) ports.set(delayMs, await portOf(proxy(delayMs)));
  process.send({ url: `https://127.0.0.1:${ports.get(delayMs)}`, ...seen });
});
process.on('disconnect', () => process.exit());
process.send({});
