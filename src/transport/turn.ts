import { builtin } from './node-builtin.ts';

// It is taken at once: a test's fake timers must not hold connections back.
const { setImmediate: soon = globalThis.setTimeout } = builtin('node:timers') ?? globalThis;

interface Batch {
  readonly runs: (() => void)[];
  over: Promise<void> | undefined;
}

/** Runs what waits until the event loop has turned: what has arrived by now, such as the end of a connection, is known by then. */
export class Turn {
  /** The batch that still takes. */
  #open: Batch | undefined;
  /** The last batch that has not run. */
  #last: Batch | undefined;

  /** Calls `run` after a whole turn: the first step ends the one under way, in which less may be read. */
  after(run: () => void): void {
    this.#open ??= this.#begin();
    this.#open.runs.push(run);
  }

  /** Settles when all has run that waits now; undefined where nothing does. */
  over(): Promise<void> | undefined {
    const last = this.#last;
    if (last) last.over ??= new Promise((resolve) => void last.runs.push(resolve));
    return last?.over;
  }

  #begin(): Batch {
    const batch: Batch = { runs: [], over: undefined };
    this.#last = batch;
    soon(() => {
      this.#open = undefined;
      soon(() => {
        if (this.#last === batch) this.#last = undefined;
        for (const run of batch.runs) run();
      });
    });
    return batch;
  }
}
