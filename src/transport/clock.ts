import { builtin } from './node-builtin.ts';

/** Time, as far as calls and connections need it; tests move it by hand. */
export interface Clock {
  /** Milliseconds on a clock that never runs backwards. */
  now(): number;
  /** Calls `run` after `ms`. Returns what stops it. */
  after(ms: number, run: () => void): () => void;
}

/** The real clock. A timer lets what has arrived be read first: the process may have stood still until it rang, and past it. */
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

// Taken once: a test's fake timers must not hold requests back.
const { setTimeout: later, setImmediate: soon = later } = builtin('node:timers') ?? globalThis;

/**
 * Calls `run` after one full turn of the event loop: what has arrived by now, such as the end of a connection, is known by then.
 * The first step ends the turn under way, in which less may be read.
 */
export function afterTurn(run: () => void): void {
  soon(() => void soon(run));
}

/** Calls `run` after so many milliseconds. */
export function afterMs(ms: number, run: () => void): void {
  later(run, ms);
}
