// The emulator over HTTP, and the program as it is run in production: settings from the environment, an exit code, retries.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import { useEmulator } from 'control-api-sdk/testing';
import { DeleteDevice, OfflineDevices } from '../src/generated/control-api.js';
import { world } from './world.js';

const service = useEmulator({ ...world, listen: true }, { before, beforeEach, after });

interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

function run(key = service.emulator.key): Promise<Ended> {
  const env = { PATH: process.env['PATH'], CONTROL_API_URL: service.emulator.url, CONTROL_API_KEY: key };
  return new Promise((resolve) => {
    const main = join(import.meta.dirname, '../src/main.js');
    const child = execFile(process.execPath, [main], { env }, (_, stdout, stderr) =>
      resolve({ code: child.exitCode ?? -1, stdout, stderr }),
    );
  });
}

test('it deletes what is offline and ends with 0', async () => {
  assert.deepEqual(await run(), { code: 0, stdout: '2 deleted, 0 failed, 0 unclear\n', stderr: '' });
});

test('a list that is refused for the moment is asked for again', async () => {
  await service.emulator.fail({ fault: 'unavailable-then-fine', operation: OfflineDevices });
  assert.equal((await run()).code, 0);
  const lists = service.emulator.requests.filter(({ operationName }) => operationName === 'OfflineDevices');
  assert.equal(lists.length, 2);
});

test('a connection that breaks during a delete is reported, and the delete is not sent again', async () => {
  await service.emulator.fail({ fault: 'reset', operation: DeleteDevice, nth: 1 });
  const { code, stdout, stderr } = await run();
  assert.deepEqual([code, stdout], [1, '1 deleted, 0 failed, 1 unclear\n']);
  assert.equal(stderr, 'Look at Dock: it may have been deleted.\n');
  assert.equal(service.emulator.requests.filter(({ kind }) => kind === 'mutation').length, 2);
});

test('a wrong key is one line on stderr, and the line does not hold the key', async () => {
  const { code, stdout, stderr } = await run('emulator_of_another_team');
  assert.deepEqual([code, stdout], [1, '']);
  assert.match(stderr, /^unauthenticated: [^\n]+\n$/);
  assert.ok(!stderr.includes('emulator_of_another_team'));
});
