import { builtin } from './node-builtin.ts';

export interface Clock {
  now(): number;
  after(ms: number, run: () => void): () => void;
}

/** The real clock. Before a timer fires, arrived data is read: the process may have stood still. */
export const systemClock: Clock = {
  now: () => performance.now(),
  after(ms, run) {
    let stopped = false;
    const timer = setTimeout(() => {
      (builtin('node:timers')?.setImmediate ?? setTimeout)(() => {
        if (!stopped) run();
      });
    }, ms);
    return () => {
      stopped = true;
      clearTimeout(timer);
    };
  },
};

// Taken once: fake timers of a test must not delay requests.
const { setTimeout: later, setImmediate: soon = later } = builtin('node:timers') ?? globalThis;

/** Calls `run` after a full turn of the event loop, when all that has arrived is read. */
export function afterTurn(run: () => void): void {
  soon(() => void soon(run));
}

export function afterMs(ms: number, run: () => void): void {
  later(run, ms);
}
