import type { Clock } from '../../transport/clock.ts';
import type { ClientQueue } from '../../transport/shared-limits.ts';

/** Thrown when a deadline ends; never leaves the runtime. */
export class DeadlineEnded extends Error {
  readonly why: 'timeout' | 'aborted';
  readonly deadline: Deadline;
  constructor(why: 'timeout' | 'aborted', deadline: Deadline, cause?: unknown) {
    super(why, { cause });
    this.why = why;
    this.deadline = deadline;
  }
}

const NONE: readonly never[] = [];

/** A bound on a piece of work: a time limit, and the caller's signal or an outer deadline. Must be disposed. */
export class Deadline {
  readonly ms: number;
  readonly #clock: Clock;
  readonly #begun: number;
  readonly #offTimer: (() => void) | undefined;
  readonly #offOuter: (() => void) | undefined;
  // Smaller than a set, for one or two listeners.
  #listeners: readonly ((ended: DeadlineEnded) => void)[] = NONE;
  ended: DeadlineEnded | undefined;

  constructor(clock: Clock, ms: number, outer?: AbortSignal | Deadline) {
    this.#clock = clock;
    this.#begun = clock.now();
    this.ms = ms;
    if (outer instanceof Deadline) this.#offOuter = outer.onEnd((ended) => this.#end(ended));
    else if (outer?.aborted) this.ended = new DeadlineEnded('aborted', this, outer.reason);
    else if (outer) this.#offOuter = onAbort(outer, () => this.#end(new DeadlineEnded('aborted', this, outer.reason)));
    if (!this.ended) this.#offTimer = clock.after(ms, () => this.#end(new DeadlineEnded('timeout', this)));
  }

  within(ms: number | undefined): Deadline {
    return ms === undefined ? this : new Deadline(this.#clock, ms, this);
  }

  elapsedMs(): number {
    return this.#clock.now() - this.#begun;
  }

  remainingMs(): number {
    return Math.max(0, this.ms - this.elapsedMs());
  }

  /** Calls `listener` when the deadline ends, or at once. Returns a function that removes it. */
  onEnd(listener: (ended: DeadlineEnded) => void): () => void {
    if (this.ended) {
      listener(this.ended);
      return () => {};
    }
    // Spread would allocate room for sixteen.
    this.#listeners = this.#listeners.concat(listener);
    return () => this.#remove(listener);
  }

  #remove(listener: (ended: DeadlineEnded) => void): void {
    this.#listeners = this.#listeners.filter((it) => it !== listener);
  }

  race<T>(work: Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const off = this.onEnd(reject);
      work.finally(off).then(resolve, reject);
    });
  }

  until(queue: Pick<ClientQueue, 'wait' | 'quit'>): Promise<void> {
    return new Promise((resolve, reject) => {
      const go = () => {
        this.#remove(leave);
        resolve();
      };
      const leave = (ended: DeadlineEnded) => {
        queue.quit(go);
        reject(ended);
      };
      queue.wait(go);
      this.onEnd(leave);
    });
  }

  sleep(ms: number): Promise<void> {
    let stop = () => {};
    const wait = (go: () => void) => {
      stop = this.#clock.after(ms, go);
    };
    return this.until({ wait, quit: () => stop() });
  }

  dispose(): void {
    this.#offOuter?.();
    this.#offTimer?.();
    this.#listeners = NONE;
  }

  #end(ended: DeadlineEnded): void {
    this.ended = ended;
    const listeners = this.#listeners;
    this.dispose();
    for (const listener of listeners) listener(ended);
  }
}

const bySignal = new WeakMap<AbortSignal, ReturnType<typeof listenTo>>();

/** All listeners on one signal share a single real one: Node warns of a leak at ten. Returns what removes it. */
export function onAbort(signal: AbortSignal, listener: () => void): () => void {
  const { all, run } = bySignal.get(signal) ?? listenTo(signal);
  all.add(listener);
  return () => {
    if (!all.delete(listener) || all.size > 0) return;
    // Some polyfills lack it; the listener then stays for the next call.
    if (typeof signal.removeEventListener !== 'function') return;
    signal.removeEventListener('abort', run);
    bySignal.delete(signal);
  };
}

function listenTo(signal: AbortSignal) {
  const all = new Set<() => void>();
  const run = () => {
    for (const listener of [...all]) listener();
  };
  signal.addEventListener('abort', run);
  bySignal.set(signal, { all, run });
  return { all, run };
}
