import https from 'node:https';
import type { TLSSocket } from 'node:tls';
import { expect, test } from 'vitest';
import { createNodeTransport } from '../../src/transport/node.ts';
import { listen } from '../helpers/listen.ts';
import { certificate, privateKey } from '../helpers/misbehaving-server.ts';
import { transportRequest } from '../helpers/transport-request.ts';

/** The requests that a TLS server gets, each over a connection of its own. */
async function heardAt(host: string) {
  const heard: object[] = [];
  await using server = https.createServer({ cert: certificate, key: privateKey }, (request, response) => {
    const socket = request.socket as TLSSocket & { readonly servername: string | false };
    heard.push({ serverName: socket.servername, resumed: socket.isSessionReused(), host: request.headers.host });
    request.resume();
    response.writeHead(200, { connection: 'close' }).end('{}');
  });
  const port = await listen(server);
  class Agent extends https.Agent {
    constructor(options: https.AgentOptions) {
      super({ ...options, ca: certificate });
    }
  }
  const transport = createNodeTransport(new URL(`https://${host}:${port}/graphql`), { request: https.request, Agent });
  for (let nth = 0; nth < 2; nth++) {
    const { status } = await transport.send(transportRequest());
    expect(status).toBe(200);
  }
  return { heard, hosts: `${host}:${port}` };
}

test.each([
  ['localhost', 'localhost'],
  ['127.0.0.1', false],
])('a server at %s hears the name %s, and a second connection resumes the session', async (host, serverName) => {
  const { heard, hosts } = await heardAt(host);
  expect(heard).toEqual([
    { serverName, resumed: false, host: hosts },
    { serverName, resumed: true, host: hosts },
  ]);
});
