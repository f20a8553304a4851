import { onAbort } from './on-abort.ts';

/** Time, as far as calls need it; tests move it by hand. */
export interface Clock {
  /** Milliseconds on a clock that never runs backwards. */
  now(): number;
  setTimer(run: () => void, ms: number): unknown;
  /** Takes what {@link Clock.setTimer} returned, or undefined. */
  clearTimer(timer: unknown): void;
}

/** The real clock. */
export const systemClock: Clock = {
  now: () => performance.now(),
  setTimer: (run, ms) => setTimeout(run, ms),
  clearTimer: (timer) => clearTimeout(timer as Parameters<typeof clearTimeout>[0]),
};

/** Thrown by what waits under a deadline when it ends; never leaves the runtime. */
export class DeadlineEnded extends Error {
  readonly why: 'timeout' | 'aborted';
  /** The deadline that ended: one of several that stand inside each other. */
  readonly deadline: Deadline;
  constructor(why: 'timeout' | 'aborted', deadline: Deadline) {
    super(why);
    this.why = why;
    this.deadline = deadline;
  }
}

/** One bound on a piece of work: a time limit and, if the caller gave one, their signal. Must be disposed of. */
export class Deadline {
  readonly #clock: Clock;
  readonly #begun: number;
  readonly #ms: number;
  readonly #timer: unknown;
  readonly #offOuter: (() => void) | undefined;
  #listeners: readonly ((ended: DeadlineEnded) => void)[] = [];
  #ended: DeadlineEnded | undefined;

  /** @param outer - What also ends it: the caller's signal, or the deadline that it stands inside. */
  constructor(clock: Clock, ms: number, outer?: AbortSignal | Deadline) {
    this.#clock = clock;
    this.#begun = clock.now();
    this.#ms = ms;
    if (outer instanceof Deadline) this.#offOuter = outer.onEnd((ended) => this.#end(ended));
    else if (outer?.aborted) this.#ended = new DeadlineEnded('aborted', this);
    else if (outer) this.#offOuter = onAbort(outer, () => this.#end(new DeadlineEnded('aborted', this)));
    if (!this.#ended) this.#timer = clock.setTimer(() => this.#end(new DeadlineEnded('timeout', this)), ms);
  }

  /** A deadline inside this one, which ends with it or after `ms`; itself where there is no shorter limit. */
  within(ms: number | undefined): Deadline {
    return ms === undefined ? this : new Deadline(this.#clock, ms, this);
  }

  /** Why it ended, if it has. */
  get ended(): DeadlineEnded | undefined {
    return this.#ended;
  }

  /** Milliseconds since it began. */
  elapsedMs(): number {
    return this.#clock.now() - this.#begun;
  }

  /** Milliseconds until it ends. */
  remainingMs(): number {
    return Math.max(0, this.#ms - this.elapsedMs());
  }

  /** Calls `listener` when the deadline ends (at once if it has). Returns what takes the listener off again. */
  onEnd(listener: (ended: DeadlineEnded) => void): () => void {
    if (this.#ended) {
      listener(this.#ended);
      return () => {};
    }
    this.#listeners = [...this.#listeners, listener];
    return () => {
      this.#listeners = this.#listeners.filter((it) => it !== listener);
    };
  }

  /** Calls `run` after `ms`, unless that is taken off before. */
  after(ms: number, run: () => void): () => void {
    const timer = this.#clock.setTimer(run, ms);
    return () => this.#clock.clearTimer(timer);
  }

  /** The result of `work`, or a {@link DeadlineEnded} rejection, whichever is first. */
  race<T>(work: Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const off = this.onEnd(reject);
      work.then(
        (value) => {
          off();
          resolve(value);
        },
        (error) => {
          off();
          reject(error);
        },
      );
    });
  }

  /** Waits `ms`, or rejects with {@link DeadlineEnded}. */
  sleep(ms: number): Promise<void> {
    let off = () => {};
    const slept = new Promise<void>((resolve) => {
      off = this.after(ms, resolve);
    });
    return this.race(slept).finally(() => off());
  }

  dispose(): void {
    this.#offOuter?.();
    this.#clock.clearTimer(this.#timer);
    this.#listeners = [];
  }

  #end(ended: DeadlineEnded): void {
    this.#ended = ended;
    const listeners = this.#listeners;
    this.dispose();
    for (const listener of listeners) listener(ended);
  }
}
