import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { createControlClient } from '../../src/index.ts';
import { goodBody } from '../helpers/answers.ts';

/** A server in its own thread. It goes on while this thread stands still, and answers all requests on command. */
const server = `
  const { parentPort, workerData: { count, body, state } } = require('node:worker_threads');
  const waiting = [];
  const server = require('node:http').createServer((request, response) => {
    request.resume().on('end', () => {
      if (waiting.push(response) < count) return;
      parentPort.postMessage('heard');
      Atomics.wait(state, 0, 0);
      for (const it of waiting) it.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length }).end(body);
      setImmediate(() => setImmediate(() => { Atomics.store(state, 1, 1); Atomics.notify(state, 1); }));
    });
  });
  server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));
`;

const count = 16;

/** The results of the calls; undefined if the machine was too slow to send them well before their deadline. */
async function endsAfterStandstill(timeoutMs: number): Promise<readonly string[] | undefined> {
  const state = new Int32Array(new SharedArrayBuffer(8));
  const worker = new Worker(server, { eval: true, workerData: { count, body: goodBody, state } });
  const [port] = await once(worker, 'message');
  await using client = createControlClient({
    baseUrl: `http://127.0.0.1:${port}`,
    apiKey: 'key-at-a-standstill-0123',
    timeoutMs,
  });
  const begun = performance.now();
  const calls = Array.from({ length: count }, () => client.execute('mutation Rename { rename { id } }'));
  const ended = Promise.allSettled(calls);
  await once(worker, 'message');
  const isHeard = performance.now() - begun < timeoutMs / 2;
  Atomics.store(state, 0, 1);
  Atomics.notify(state, 0);
  Atomics.wait(state, 1, 0);
  // The event loop has to stand still, so no clock can be moved.
  if (isHeard) Atomics.wait(state, 0, 1, begun + timeoutMs + 100 - performance.now());
  const ends = (await ended).map(({ status }) => status);
  await worker.terminate();
  return isHeard ? ends : undefined;
}

test('an answer that arrived while the process stood still past the deadline is read: 16 of 16', async () => {
  let ends: readonly string[] | undefined;
  for (let timeoutMs = 2_000; ends === undefined; timeoutMs *= 4) ends = await endsAfterStandstill(timeoutMs);
  expect(ends).toEqual(Array(count).fill('fulfilled'));
});
