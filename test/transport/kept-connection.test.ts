import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { createControlClient } from '../../src/index.ts';
import { good, says } from '../helpers/answers.ts';
import { MisbehavingServer } from '../helpers/misbehaving-server.ts';

/** A peer in another thread. It answers the fourth request twice, the second time while this process is busy. */
const peer = `
const { createServer } = require('node:net');
const { parentPort } = require('node:worker_threads');
const answer = (a) => {
  const body = JSON.stringify({ data: { a } });
  return 'HTTP/1.1 200 OK\\r\\ncontent-type: application/json\\r\\ncontent-length: ' + body.length + '\\r\\n\\r\\n' + body;
};
let answers = 0;
createServer((socket) => {
  socket.on('error', () => {});
  socket.on('data', (piece) => {
    const id = /"id":"(\\w+)"/.exec(piece)?.[1];
    socket.write(answer(id));
    if (++answers === 4) setTimeout(() => { socket.write(answer('somebody else')); parentPort.postMessage('strayed'); }, 20);
  });
}).listen(0, '127.0.0.1', function () { parentPort.postMessage(this.address().port); });
`;

test.each(['query', 'mutation'])(
  'an answer that came unasked while the process was busy answers no %s',
  async (kind) => {
    const worker = new Worker(peer, { eval: true });
    const [port] = await once(worker, 'message');
    await using client = createControlClient({
      baseUrl: `http://127.0.0.1:${port}`,
      apiKey: 'key-beside-strays',
      maxRetries: 0,
    });
    const got: unknown[] = [];
    const expected = Array.from({ length: 8 }, (_, nth) => `call${nth}`);
    for (const id of expected) {
      const { a } = await client.request<{ a: unknown }>(`${kind} A($id: ID!) { a(id: $id) }`, { id });
      got.push(a);
      // The program works on the answer, and the second one arrives meanwhile.
      if (got.length === 4) for (const begun = performance.now(); performance.now() - begun < 100; );
    }
    expect(got).toEqual(expected);
    await worker.terminate();
  },
);

test('each request is announced once to observers of node:http', async () => {
  await using server = await MisbehavingServer.start(says(good));
  await using client = createControlClient({ baseUrl: server.url, apiKey: 'key-of-announced-calls' });
  let announced = 0;
  const note = () => void announced++;
  subscribe('http.client.request.start', note);
  for (let call = 0; call < 10; call++) await client.request(call % 2 ? 'mutation { a }' : '{ a }');
  unsubscribe('http.client.request.start', note);
  expect([announced, server.deliveries.length]).toEqual([10, 10]);
});
