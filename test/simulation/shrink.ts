import { fineDelivery } from './make-plan.ts';
import { type Plan, type PlannedClient, type PlannedDelivery, type PlannedEvent, sizeOf } from './plan.ts';

/** The maximum of tried plans. */
const TRIES = 3_000;

const FOR_EVER_MS = 1_000_000_000;

const SIMPLER_CLIENTS: readonly Partial<PlannedClient>[] = [
  { observed: false },
  { room: 0 },
  { key: 'fixed' },
  { attemptTimeoutMs: undefined },
  { maxConnections: 1 },
  { maxRetries: 10, timeoutMs: 200_000 },
];

/**
 * The smallest plan that still fails, by leaving out ever smaller runs of events, and then parts of the plan of each call.
 */
export async function shrink(plan: Plan, fails: (plan: Plan) => Promise<boolean>): Promise<Plan> {
  let best = plan;
  let tries = 0;
  const better = async (candidate: Plan): Promise<boolean> => {
    if (tries++ >= TRIES || !(await fails(candidate))) return false;
    best = candidate;
    return true;
  };
  // None of these is smaller by itself, but each makes others superfluous.
  await better({ ...best, proxyIdleMs: FOR_EVER_MS });
  for (const simpler of SIMPLER_CLIENTS) await better({ ...best, client: { ...best.client, ...simpler } });
  for (const untroubled of [[], [fineDelivery]]) await better(inOutage(best, untroubled));
  for (let before = Number.POSITIVE_INFINITY; sizeOf(best) < before && tries < TRIES; ) {
    before = sizeOf(best);
    await better({ ...best, events: best.events.map((it) => (it.type === 'call' ? { ...it, deliveries: [] } : it)) });
    await leaveOut(best.events, (events) => better({ ...best, events }));
    for (const event of best.events) await simplify(event, (simpler) => better(withInstead(best, event, simpler)));
  }
  return best;
}

/** One outage for all calls in place of many faults, except for calls without faults. */
function inOutage(plan: Plan, untroubled: readonly PlannedDelivery[]): Plan {
  const answer = { ...fineDelivery.answer, status: 503, body: 'text' } as const;
  const delivery: PlannedDelivery = { ...fineDelivery, executes: false, answer };
  // The end of a shorter outage would be the end of this one.
  const others = plan.events.filter(({ type }) => type !== 'outage');
  const events = others.map((it) =>
    it.type === 'call' ? { ...it, deliveries: it.deliveries.length === 0 ? untroubled : [] } : it,
  );
  return { ...plan, events: [{ type: 'outage', burst: -1, at: 0, forMs: FOR_EVER_MS, delivery }, ...events] };
}

/** Leaves out halves, quarters, and so on down to single entries, while `accepts` takes the rest. */
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

async function simplify(event: PlannedEvent, accepts: (simpler: PlannedEvent) => Promise<boolean>): Promise<void> {
  if (event.type === 'outage') await accepts({ ...event, burst: -1, at: 0, forMs: FOR_EVER_MS });
  if (event.type !== 'call') return;
  let current = event;
  const { timeoutMs: _, maxRetries: __, abortAt: ___, sharedSignal: ____, ...plain } = event;
  const { reader: _____, ...query } = { ...plain, kind: 'query' } as const;
  for (const simpler of [query, plain]) {
    if (!(await accepts(simpler))) continue;
    current = simpler;
    break;
  }
  await leaveOut(current.deliveries, async (deliveries) => {
    const simpler = { ...current, deliveries };
    if (!(await accepts(simpler))) return false;
    current = simpler;
    return true;
  });
}

function withInstead(plan: Plan, event: PlannedEvent, simpler: PlannedEvent): Plan {
  // The call may have been replaced, so its id identifies it.
  const isIt = (it: PlannedEvent) =>
    it === event || (it.type === 'call' && event.type === 'call' && it.id === event.id);
  return { ...plan, events: plan.events.map((it) => (isIt(it) ? simpler : it)) };
}
