import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { startEmulator } from 'control-api-sdk/emulator';

/** Runs the program as a shell does. */
function list(url: string, key: string): Promise<{ code: number; stdout: string; stderr: string }> {
  const env = { PATH: process.env['PATH'], CONTROL_API_URL: url, CONTROL_API_KEY: key };
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [join(import.meta.dirname, 'list-devices.js')],
      { env },
      (_, stdout, stderr) => resolve({ code: child.exitCode ?? -1, stdout, stderr }),
    );
  });
}

test('it lists every device once, page by page', async () => {
  await using emulator = await startEmulator({
    schema: 'node_modules/control-api-sdk/docs/invented.graphql',
    devices: 250,
  });
  const { code, stdout, stderr } = await list(emulator.url, emulator.key);
  assert.deepEqual([code, stderr], [0, '250 devices\n']);
  const ids = stdout
    .trim()
    .split('\n')
    .map((line) => line.split('\t')[0]);
  assert.deepEqual([ids.length, new Set(ids).size], [250, 250]);
  const pages = emulator.requests.filter(({ authorization }) => authorization === 'accepted');
  assert.equal(pages.length, 3);
});

test('it lists the documented surface, which has no pages', async () => {
  await using emulator = await startEmulator({ devices: 25 });
  const { code, stderr } = await list(emulator.url, emulator.key);
  assert.deepEqual([code, stderr], [0, '25 devices\n']);
});

test('a list that breaks off in the middle is a failure, not a short list', async () => {
  await using emulator = await startEmulator({
    schema: 'node_modules/control-api-sdk/docs/invented.graphql',
    devices: 250,
    faults: [{ fault: 'stuck-cursor' }],
  });
  const { code, stderr } = await list(emulator.url, emulator.key);
  assert.equal(code, 1);
  assert.match(stderr, /stuck_cursor/);
  assert.ok(!stderr.includes(emulator.key));
});
