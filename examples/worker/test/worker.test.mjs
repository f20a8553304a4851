import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { serve } from '../serve.mjs';

let worker;
before(async () => {
  worker = await serve();
});
after(() => worker[Symbol.asyncDispose]());
beforeEach(() => worker.emulator.reset());

/** How often the service was asked for devices. */
const lists = () => worker.emulator.requests.filter(({ authorization }) => authorization !== 'none').length;

// The first test, since its answer is kept from then on.
test('a service that is down is a 503 of the Worker, without a word of what the service said', async () => {
  await worker.emulator.fail({ fault: 'revoked-key' });
  const answer = await worker.fetch('/status');
  assert.deepEqual([answer.status, answer.headers.get('retry-after')], [503, '30']);
  assert.deepEqual(await answer.json(), { problem: 'unavailable' });
});

test('the number of devices is public, and asked for once in a while', async () => {
  for (const path of ['/status', '/status', '/status?again=1']) {
    const answer = await worker.fetch(path);
    assert.deepEqual([answer.status, await answer.json()], [200, { devices: 25 }]);
  }
  assert.equal(lists(), 1);
});

test('nothing else is answered, and the service is not asked', async () => {
  assert.equal((await worker.fetch('/devices')).status, 404);
  assert.equal((await worker.fetch('/status', { method: 'POST' })).status, 404);
  assert.equal(lists(), 0);
});

test('a Worker without a key is a 503, too: a visitor is not shown why', async () => {
  const another = await serve({ CONTROL_API_URL: worker.emulator.url });
  try {
    const answer = await another.fetch('/status');
    assert.deepEqual([answer.status, await answer.json()], [503, { problem: 'unavailable' }]);
    assert.equal(lists(), 0);
  } finally {
    await another[Symbol.asyncDispose]();
  }
});
