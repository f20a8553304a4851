import type { Violation } from './judge.ts';
import { makePlan } from './make-plan.ts';
import { type Plan, sizeOf } from './plan.ts';
import { shrink } from './shrink.ts';
import { type Life, live } from './world.ts';

/** The number of calls of a world. */
const CALLS = 250;

/** The result of many worlds. */
export interface Summary {
  readonly lives: number;
  readonly worlds: number;
  readonly deliveries: number;
  readonly faults: ReadonlyMap<string, number>;
  /** The first world that broke a promise. */
  readonly failure?: Failure;
}

export interface Failure {
  readonly seed: number;
  /** The number of calls until then, those of the world included. */
  readonly lives: number;
  readonly life: Life;
  readonly plan: Plan;
}

/** Lives worlds from `seed` on, until `lives` calls or a broken promise. */
export async function simulate(lives: number, seed: number): Promise<Summary> {
  const faults = new Map<string, number>();
  let [lived, worlds, deliveries] = [0, 0, 0];
  while (lived < lives) {
    const plan = makePlan(seed + worlds, CALLS);
    const life = await live(plan);
    worlds++;
    lived += life.calls;
    deliveries += life.journal.deliveries.length;
    for (const [fault, times] of life.journal.faults) faults.set(fault, (faults.get(fault) ?? 0) + times);
    if (life.violations.length > 0) {
      const failure = { seed: seed + worlds - 1, lives: lived, life, plan };
      return { lives: lived, worlds, deliveries, faults, failure };
    }
  }
  return { lives: lived, worlds, deliveries, faults };
}

/** The smallest plan found that breaks the same promise. */
export function shrunk({ plan, life }: Failure): Promise<Plan> {
  const wanted = life.violations[0] && kindOf(life.violations[0]);
  return shrink(plan, async (candidate) => {
    const { violations } = await live(candidate);
    return violations.some((it) => kindOf(it) === wanted);
  });
}

/** The broken promise, whichever call it was. */
function kindOf({ rule, what }: Violation): string {
  return `${rule}: ${what.replace(/\d+/g, '#')}`;
}

/** The text of a failure for a person. */
export async function describeFailure(failure: Failure): Promise<string> {
  const small = await shrunk(failure);
  const { violations } = await live(small);
  return [
    `seed ${failure.seed}: ${failure.life.violations.length} promises broken, after ${failure.lives} lives`,
    ...failure.life.violations.slice(0, 10).map(({ rule, what }) => `  ${rule}: ${what}`),
    `shrunk from ${sizeOf(failure.plan)} to ${sizeOf(small)} events:`,
    ...violations.slice(0, 3).map(({ rule, what }) => `  ${rule}: ${what}`),
    `  client ${JSON.stringify(small.client)}`,
    ...small.events.map((event) => `  ${JSON.stringify(event)}`),
  ].join('\n');
}
