import { spawn } from 'node:child_process';
import http from 'node:http';
import { expect, test } from 'vitest';
import { createNodeTransport } from '../../src/transport/node.ts';
import { answersTogether, good, goodBody, says } from '../helpers/answers.ts';
import { bundledRuntime } from '../helpers/bundle.ts';
import { MisbehavingServer } from '../helpers/misbehaving-server.ts';
import { sentThroughDoor, transportRequest } from '../helpers/transport-request.ts';

test("Node's transport opens at most `maxConnections`, and its agent keeps no queue", async () => {
  // Answers three at a time: fewer connections than may be open would wait for ever.
  await using server = await MisbehavingServer.start(answersTogether(3));
  let agent: http.Agent | undefined;
  class Agent extends http.Agent {
    constructor(options: http.AgentOptions) {
      super(options);
      agent = this;
    }
  }
  const transport = createNodeTransport(new URL(`${server.url}/graphql`), { request: http.request, Agent }, undefined, {
    maxConnections: 3,
  });
  const all = Array.from({ length: 30 }, () => sentThroughDoor(transport, transportRequest()));
  expect(Object.values(agent?.requests ?? {}).flat()).toHaveLength(0);
  for (const { status } of await Promise.all(all)) expect(status).toBe(200);
  expect(server.connections).toBe(3);
  expect(server.deliveries).toHaveLength(30);
  transport.close();
});

test('5,000 calls at once all end with data where a process may open 1,024 files', async () => {
  await using server = await MisbehavingServer.start(says(good));
  const program = `
    import { createControlClient } from ${JSON.stringify(await bundledRuntime())};
    const client = createControlClient({ baseUrl: ${JSON.stringify(server.url)}, apiKey: 'key-of-many-calls-0123456789', timeoutMs: 100_000 });
    const calls = Array.from({ length: 5_000 }, () => client.request('{ team { devices { nodes { id name } } } }'));
    const counts = {};
    for (const end of await Promise.allSettled(calls)) {
      const it = end.status === 'fulfilled' ? JSON.stringify({ data: end.value }) : String(end.reason);
      counts[it] = (counts[it] ?? 0) + 1;
    }
    console.log(JSON.stringify(counts));
  `;
  const shell = 'ulimit -n 1024; exec "$0" --input-type=module';
  const child = spawn('sh', ['-c', shell, process.execPath], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(program);
  const counts: unknown = JSON.parse((await child.stdout.toArray()).join(''));
  expect(counts).toEqual({ [goodBody]: 5_000 });
  expect(server.connections).toBeLessThanOrEqual(128);
});
