import { setTimeout as wait } from 'node:timers/promises';
import type { Run } from './open-run.js';
import type { RunState } from './run-state.js';

/**
 * Looks at a run four times a second until it is as far as asked for, or has ended.
 *
 * @throws {Error} if a process of the fleet ended with a failure.
 */
export async function watch(
  run: Run,
  isEnough: (state: RunState) => boolean,
  onLook: (state: RunState) => void = () => {},
): Promise<RunState> {
  for (;;) {
    run.fleet.check();
    const state = await run.state();
    onLook(state);
    if (state.ended || isEnough(state)) return state;
    await wait(250);
  }
}
