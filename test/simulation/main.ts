import { parseArgs } from 'node:util';
import { sizeOf } from './plan.ts';
import { describeFailure, shrunk, simulate } from './run.ts';

const { values } = parseArgs({
  options: {
    lives: { type: 'string', default: '20000' },
    seed: { type: 'string', default: '1' },
    brief: { type: 'boolean', default: false },
  },
});
const began = process.cpuUsage();
const summary = await simulate(Number(values.lives), Number(values.seed));
const { user, system } = process.cpuUsage(began);
const { lives, worlds, deliveries, faults, failure } = summary;

if (values.brief) {
  let events = failure && sizeOf(await shrunk(failure));
  // The smallest plan of three worlds is shown, since one world may be tangled.
  let last = failure;
  for (let more = 2; last && events !== undefined && events >= 20 && more > 0; more--) {
    last = (await simulate(Number(values.lives), last.seed + 1)).failure;
    if (last) events = Math.min(events, sizeOf(await shrunk(last)));
  }
  console.log(JSON.stringify({ lives, found: failure?.life.violations[0]?.rule, events }));
} else {
  const met = [...faults].sort(([a], [b]) => a.localeCompare(b));
  const total = met.reduce((sum, [, times]) => sum + times, 0);
  console.log(`Faults, by kind:\n${met.map(([fault, times]) => `  ${fault}: ${times}`).join('\n')}`);
  console.log(
    `${lives} lives in ${worlds} worlds (seeds ${values.seed} to ${Number(values.seed) + worlds - 1}): ` +
      `${deliveries} deliveries, ${total} faults of ${met.length} kinds, ${failure?.life.violations.length ?? 0} violations, ` +
      `${Math.round((user + system) / 1e6)} s of CPU time`,
  );
  if (failure) console.error(await describeFailure(failure));
}
process.exitCode = failure && !values.brief ? 1 : 0;
