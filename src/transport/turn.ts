import { builtin } from './node-builtin.ts';

// They are taken at once: a test's fake timers must not hold requests back.
const { setTimeout: later, setImmediate: soon = later } = builtin('node:timers') ?? globalThis;

/** Calls `run` behind all that has arrived: so what many calls write next is written together, at half of the cost. */
export function behindArrivals(run: () => void): void {
  soon(run);
}

/**
 * Calls `run` when the event loop has turned whole: what has arrived by now, such as the end of a connection, is known by then.
 * The first step ends the turn under way, in which less may be read.
 */
export function afterTurn(run: () => void): void {
  soon(() => void soon(run));
}

/** Calls `run` after so many milliseconds. */
export function afterMs(ms: number, run: () => void): void {
  later(run, ms);
}
