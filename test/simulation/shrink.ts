import { type Plan, type PlannedEvent, sizeOf } from './plan.ts';

/** How many plans are tried at most. */
const TRIES = 3_000;

/**
 * The smallest plan that still fails, as far as leaving things out finds one: ever smaller runs of events, then what is
 * planned for each call.
 */
export async function shrink(plan: Plan, fails: (plan: Plan) => Promise<boolean>): Promise<Plan> {
  let best = plan;
  let tries = 0;
  const better = async (candidate: Plan): Promise<boolean> => {
    if (tries++ >= TRIES || !(await fails(candidate))) return false;
    best = candidate;
    return true;
  };
  for (let before = Number.POSITIVE_INFINITY; sizeOf(best) < before && tries < TRIES; ) {
    before = sizeOf(best);
    await leaveOut(best.events, (events) => better({ ...best, events }));
    await soonest(() => best, better);
    for (const event of best.events) await simplify(event, (simpler) => better(withInstead(best, event, simpler)));
  }
  return best;
}

/** Leaves out halves, quarters, and so on down to single entries, as long as `accepts` takes what remains. */
async function leaveOut<T>(entries: readonly T[], accepts: (rest: readonly T[]) => Promise<boolean>): Promise<void> {
  let rest = entries;
  for (let size = Math.max(1, rest.length >> 1); size >= 1; size = size >> 1) {
    for (let from = 0; from < rest.length; ) {
      const candidate = [...rest.slice(0, from), ...rest.slice(from + size)];
      if (await accepts(candidate)) rest = candidate;
      else from += size;
    }
  }
}

/** Turns at which the limiter or the key function misbehaves count from the first: with fewer calls, they come sooner. */
async function soonest(best: () => Plan, accepts: (plan: Plan) => Promise<boolean>): Promise<void> {
  for (let index = 0; index < best().events.length; index++) {
    const event = best().events[index];
    if (event?.type !== 'limiter' && event?.type !== 'key') continue;
    for (let nth = 0; nth < Math.min(event.nth, 8); nth++) {
      const events = best().events.with(index, { ...event, nth });
      if (await accepts({ ...best(), events })) break;
    }
  }
}

async function simplify(event: PlannedEvent, accepts: (simpler: PlannedEvent) => Promise<boolean>): Promise<void> {
  if (event.type !== 'call') return;
  let current = event;
  await leaveOut(current.deliveries, async (deliveries) => {
    const simpler = { ...current, deliveries };
    if (!(await accepts(simpler))) return false;
    current = simpler;
    return true;
  });
}

function withInstead(plan: Plan, event: PlannedEvent, simpler: PlannedEvent): Plan {
  // It may have been replaced before: what tells calls apart is their id.
  const isIt = (it: PlannedEvent) =>
    it === event || (it.type === 'call' && event.type === 'call' && it.id === event.id);
  return { ...plan, events: plan.events.map((it) => (isIt(it) ? simpler : it)) };
}
