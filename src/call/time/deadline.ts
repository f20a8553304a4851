import type { Clock } from '../../transport/clock.ts';

/** Thrown by what waits under a deadline when it ends; never leaves the runtime. */
export class DeadlineEnded extends Error {
  readonly why: 'timeout' | 'aborted';
  /** The deadline that ended: one of several that stand inside each other. */
  readonly deadline: Deadline;
  /** @param cause - The signal's reason for an abort. */
  constructor(why: 'timeout' | 'aborted', deadline: Deadline, cause?: unknown) {
    super(why, { cause });
    this.why = why;
    this.deadline = deadline;
  }
}

const NONE: readonly never[] = [];

/** One bound on a piece of work: a time limit and, if the caller gave one, their signal. Must be disposed of. */
export class Deadline {
  /** How long it lasts, in milliseconds. */
  readonly ms: number;
  readonly #clock: Clock;
  readonly #begun: number;
  readonly #offTimer: (() => void) | undefined;
  readonly #offOuter: (() => void) | undefined;
  // A set would hold more than all else here: there are one or two.
  #listeners: readonly ((ended: DeadlineEnded) => void)[] = NONE;
  /** Why it ended, if it has. */
  ended: DeadlineEnded | undefined;

  /** @param outer - What also ends it: the caller's signal, or the deadline that it stands inside. */
  constructor(clock: Clock, ms: number, outer?: AbortSignal | Deadline) {
    this.#clock = clock;
    this.#begun = clock.now();
    this.ms = ms;
    if (outer instanceof Deadline) this.#offOuter = outer.onEnd((ended) => this.#end(ended));
    else if (outer?.aborted) this.ended = new DeadlineEnded('aborted', this, outer.reason);
    else if (outer) this.#offOuter = onAbort(outer, () => this.#end(new DeadlineEnded('aborted', this, outer.reason)));
    if (!this.ended) this.#offTimer = clock.after(ms, () => this.#end(new DeadlineEnded('timeout', this)));
  }

  /** A deadline inside this one, which ends with it or after `ms`; itself where there is no shorter limit. */
  within(ms: number | undefined): Deadline {
    return ms === undefined ? this : new Deadline(this.#clock, ms, this);
  }

  /** Milliseconds since it began. */
  elapsedMs(): number {
    return this.#clock.now() - this.#begun;
  }

  /** Milliseconds until it ends. */
  remainingMs(): number {
    return Math.max(0, this.ms - this.elapsedMs());
  }

  /** Calls `listener` when the deadline ends (at once if it has). Returns what takes the listener off again. */
  onEnd(listener: (ended: DeadlineEnded) => void): () => void {
    if (this.ended) {
      listener(this.ended);
      return () => {};
    }
    // Spread would hold room for sixteen.
    this.#listeners = this.#listeners.concat(listener);
    return () => {
      this.#listeners = this.#listeners.filter((it) => it !== listener);
    };
  }

  /** The result of `work`, or a {@link DeadlineEnded} rejection, whichever is first. */
  race<T>(work: Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const off = this.onEnd(reject);
      work.finally(off).then(resolve, reject);
    });
  }

  /** Waits for a call of `go`, or rejects with {@link DeadlineEnded}. `begin` returns a function that gives the wait up. */
  until(begin: (go: () => void) => () => void): Promise<void> {
    return new Promise((resolve, reject) => {
      let off = () => {};
      const giveUp = begin(() => {
        off();
        resolve();
      });
      off = this.onEnd((ended) => {
        giveUp();
        reject(ended);
      });
    });
  }

  /** Waits `ms`, or rejects with {@link DeadlineEnded}. */
  sleep(ms: number): Promise<void> {
    return this.until((go) => this.#clock.after(ms, go));
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

/**
 * Calls `listener` when the signal aborts; returns what takes it off. All of the SDK's listeners on one signal share a
 * single real one: a program-wide signal under many calls would otherwise set off Node's warning of a leak.
 */
export function onAbort(signal: AbortSignal, listener: () => void): () => void {
  const { all, run } = bySignal.get(signal) ?? listenTo(signal);
  all.add(listener);
  return () => {
    if (!all.delete(listener) || all.size > 0) return;
    // Some signals of other makes can't: the one listener stays then, for the next who waits.
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
