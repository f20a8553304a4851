import assert from 'node:assert/strict';
import { killAtRandom } from '../src/kill-at-random.js';
import { planKills } from '../src/kill-plan.js';
import type { Entry } from '../src/ledger.js';
import { openRun } from '../src/open-run.js';
import { devicesAtOnce, pagesAtOnce } from '../src/settings.js';
import { watch } from '../src/watch.js';
import { testWithRedis } from './with-redis.js';

/** As many as a run on a quiet machine does in some seconds; `FLEET_DEVICES=50000` shows that more are no other case. */
const devices = Number(process.env['FLEET_DEVICES'] ?? 10_000);
const seed = Number(process.env['FLEET_SEED'] ?? 1);
const resets = 5;
const rateLimited = 20;

testWithRedis('no device is missed and none is done twice, while workers and the producer are killed', async () => {
  await using run = await openRun({ devices, requestsPerSecond: 10_000, lockMs: 5_000 });
  const { service, fleet, ledger } = run;
  const mutation = { operation: 'InstallFirmware' };
  await service.emulator.fail({ ...mutation, fault: 'reset', nth: devices / 5, times: resets });
  await service.emulator.fail({ ...mutation, fault: 'rate-limited', nth: (2 * devices) / 5, times: rateLimited });
  const most = { pages: 0.0096 * devices, mutations: 0.96 * devices };
  const plan = planKills({ seed, ...most, workers: 4, producerKills: 6, workerKills: 18 });
  killAtRandom(run, plan);

  fleet.startProducer();
  fleet.startWorkers(4);
  const end = await watch(run, () => false);
  const { kills } = fleet;
  // Everything that was on its way has arrived once the workers have ended.
  await fleet.stop();

  const context = `FLEET_SEED=${seed}`;
  assert.ok(kills >= 20, `${kills} processes were killed, ${context}`);
  assert.equal(end.failedPages, 0, context);
  assert.equal(end.found, devices, context);

  const entries = new Map<string, Entry>();
  for await (const entry of ledger.entries()) entries.set(entry.device, entry);
  assert.equal(entries.size, devices, context);
  const states = [...entries.values()].map(({ state }) => state);
  assert.deepEqual([...new Set(states)].sort(), ['done', 'refused', 'unknown'], context);

  const { deliveries } = service;
  const wrong = [...entries.values()].filter(({ device, state }) => {
    const count = deliveries.get(device) ?? 0;
    return state === 'unknown' ? count > 1 : count !== 1;
  });
  assert.deepEqual(wrong, [], `delivered once, or at most once where the outcome is unknown, ${context}`);

  // A new producer goes on where the last one stopped, so hardly a page is read twice.
  const reads = service.emulator.requests.filter(({ operationName }) => operationName === 'ListDevicesByPage');
  assert.ok(reads.length <= devices / 100 + 3 * kills, `${reads.length} pages were read, ${context}`);

  const unknown = [...entries.values()].filter(({ state }) => state === 'unknown');
  const broken = unknown.filter(({ why }) => why === 'network');
  assert.ok(broken.length >= resets, `${broken.length} listed for a broken connection, ${context}`);
  assert.ok(unknown.length <= kills * pagesAtOnce * devicesAtOnce + resets, `${unknown.length} unknown, ${context}`);
  console.log(`${kills} kills: ${end.counts.done} done, ${end.counts.refused} refused, ${unknown.length} unknown`);
});
