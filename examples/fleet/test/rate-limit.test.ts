import assert from 'node:assert/strict';
import { openRun } from '../src/open-run.js';
import { watch } from '../src/watch.js';
import { testWithRedis } from './with-redis.js';

testWithRedis('all processes together keep to one allowance per second', async () => {
  const devices = 300;
  const requestsPerSecond = 75;
  await using run = await openRun({ devices, requestsPerSecond, lockMs: 30_000 });
  const times: number[] = [];
  run.service.onArrival = () => times.push(performance.now());
  run.fleet.startProducer();
  run.fleet.startWorkers(3);
  const { counts } = await watch(run, () => false);
  assert.equal(counts.done, devices);
  // More than four allowances: the last of them begins four seconds after the first one. One second is for slow machines,
  // on which the first request may arrive late.
  const seconds = ((times.at(-1) ?? 0) - (times[0] ?? 0)) / 1000;
  assert.ok(seconds >= 3, `${times.length} requests in ${seconds} seconds`);
});
