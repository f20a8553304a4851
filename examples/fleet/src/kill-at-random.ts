import type { Kill } from './kill-plan.js';
import type { Run } from './open-run.js';

/** Kills processes of a run as planned. */
export function killAtRandom({ service, fleet }: Run, plan: readonly Kill[]): void {
  const waiting = [...plan];
  service.onArrival = (kind, count) => {
    for (const kill of waiting) {
      if (kill.after > count || (kill.role === 'producer') !== (kind === 'page')) continue;
      waiting.splice(waiting.indexOf(kill), 1);
      setTimeout(() => fleet.kill(kill.role, kill.index), kill.delayMs);
      return;
    }
  };
}
