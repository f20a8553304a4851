import { spawn } from 'node:child_process';
import { expect, test } from 'vitest';
import { good, goodBody, says } from '../helpers/answers.ts';
import { bundledRuntime } from '../helpers/bundle.ts';
import { MisbehavingServer } from '../helpers/misbehaving-server.ts';

test('5,000 simultaneous calls all end with data in a process that may open 1,024 files', async () => {
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
