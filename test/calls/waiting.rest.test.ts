import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { bundledRuntime } from '../helpers/bundle.ts';

/** The memory of calls that wait for the only connection, in bytes of heap a call. The service never answers. */
const program = `
  import { createServer } from 'node:http';
  const { createControlClient } = await import(process.env.BUNDLE);
  const server = createServer((request) => void request.resume()).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const baseUrl = 'http://127.0.0.1:' + server.address().port;
  const control = createControlClient({ baseUrl, apiKey: 'key-of-waiting-calls-0123456789', maxConnections: 1 });
  const make = (count) =>
    Array.from({ length: count }, (_, id) => control.request('query Team($id: Int) { team(id: $id) { id } }', { id }));
  const settledHeap = async () => {
    for (let turn = 0; turn < 8; turn++) {
      await new Promise((resolve) => void setImmediate(resolve));
      gc();
    }
    return process.memoryUsage().heapUsed;
  };
  const first = make(100);
  const before = await settledHeap();
  const all = make(10_000);
  const held = (await settledHeap()) - before;
  console.log(JSON.stringify({ held: Math.round(held / all.length), first: first.length }));
  process.exit();
`;

test('a call that waits for a connection holds 3.2 kB at most, among 10,000', async () => {
  const args = ['--expose-gc', '--input-type=module', '-e', program];
  const { stdout } = await promisify(execFile)(process.execPath, args, {
    env: { ...process.env, BUNDLE: await bundledRuntime() },
  });
  const { held } = JSON.parse(stdout) as { held: number };
  expect(held).toBeGreaterThan(500);
  expect(held).toBeLessThanOrEqual(3_200);
});
