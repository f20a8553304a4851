import { builtin } from './node-builtin.ts';

/** The clock of calls and connections; tests move it by hand. */
export interface Clock {
  /** Milliseconds; never runs backwards. */
  now(): number;
  /** Calls `run` after `ms`. Returns a function that cancels it. */
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

/**
 * Calls `run` after one full turn of the event loop, when everything that has arrived is read. The first step ends the
 * current turn.
 */
export function afterTurn(run: () => void): void {
  soon(() => void soon(run));
}

export function afterMs(ms: number, run: () => void): void {
  later(run, ms);
}
