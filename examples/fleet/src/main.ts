// The whole story on one machine: throughput with 1, 2 and 4 workers, then kills, then what it came to.
import { parseArgs } from 'node:util';
import { killAtRandom } from './kill-at-random.js';
import { planKills } from './kill-plan.js';
import type { Entry } from './ledger.js';
import { openRun, type Run } from './open-run.js';
import { format } from './progress-line.js';
import { report } from './report.js';
import type { RunState } from './run-state.js';
import { ProgressDisplay } from './show-progress.js';
import { watch } from './watch.js';

const { values } = parseArgs({
  options: {
    devices: { type: 'string', default: '50000' },
    kills: { type: 'string', default: '20' },
    seed: { type: 'string', default: '1' },
  },
});
const devices = Number(values.devices);
const display = new ProgressDisplay(process.stdout);
const interrupted = new AbortController();
const say = (text: string): void => {
  display.clear();
  console.log(text);
};

/** Runs with so many workers until so many devices are over, and returns the devices per second. */
async function stretch(run: Run, workers: number, until: number): Promise<number> {
  run.fleet.startWorkers(workers);
  const before = await run.state();
  // The start of the processes is not counted.
  const first = await watch(
    run,
    ({ over }) => over > before.over + workers * 50,
    (state) => show(run, state, 0),
  );
  const begin = performance.now();
  let perSecond = 0;
  await watch(
    run,
    ({ over }) => over >= until,
    (state) => {
      perSecond = ((state.over - first.over) * 1000) / Math.max(performance.now() - begin, 1);
      show(run, state, perSecond);
    },
  );
  return perSecond;
}

function show({ fleet }: Run, { over, found }: RunState, perSecond: number): void {
  interrupted.signal.throwIfAborted();
  display.show({ over, found, perSecond, workers: fleet.workers, kills: fleet.kills }, performance.now());
}

async function main(): Promise<void> {
  await using run = await openRun({ devices, requestsPerSecond: 4_000, lockMs: 5_000 });
  process.once('SIGINT', () => interrupted.abort(new Error('Interrupted.')));
  // As far away as a service in the same region.
  await run.service.emulator.fail({ fault: 'slow', delayMs: 20 });
  console.log(
    `Redis and the service are up, with ${format(devices)} devices. All processes share 4,000 requests a second.`,
  );
  run.fleet.startProducer();
  for (const [workers, share] of [
    [1, 0.1],
    [2, 0.25],
    [4, 0.5],
  ] as const) {
    const perSecond = await stretch(run, workers, share * devices);
    say(`${workers} ${workers === 1 ? 'worker ' : 'workers'}  ${format(perSecond)} devices a second`);
  }

  say('From here on, a worker is killed again and again, and started again.');
  const { over } = await run.state();
  const scope = { seed: Number(values.seed), pages: 1, mutations: Math.floor((devices - over) * 0.9), workers: 4 };
  const plan = planKills({ ...scope, producerKills: 0, workerKills: Number(values.kills) });
  killAtRandom(
    run,
    plan.map((kill) => ({ ...kill, after: kill.after + over })),
  );
  const begin = performance.now();
  const end = await watch(
    run,
    () => false,
    (state) => {
      show(run, state, ((state.over - over) * 1000) / Math.max(performance.now() - begin, 1));
    },
  );
  await run.fleet.stop();

  const rest: Entry[] = [];
  for await (const entry of run.ledger.entries()) if (entry.state !== 'done') rest.push(entry);
  say(`${report(end, rest)}\n`);
  const twice = [...run.service.deliveries.values()].filter((count) => count > 1).length;
  console.log(
    `The service's own account: ${format(run.service.deliveries.size)} devices installed, ${format(twice)} of them twice.`,
  );
}

try {
  await main();
} catch (error) {
  display.clear();
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = interrupted.signal.aborted ? 130 : 1;
}
