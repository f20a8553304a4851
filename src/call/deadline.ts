import { onAbort } from './on-abort.ts';

/** Time, as far as calls need it; tests move it by hand. */
export interface Clock {
  /** Milliseconds on a clock that never runs backwards. */
  now(): number;
  setTimer(run: () => void, ms: number): unknown;
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
  constructor(why: 'timeout' | 'aborted') {
    super(why);
    this.why = why;
  }
}

/** One bound on a piece of work: a time limit and, if the caller gave one, their signal. Must be disposed of. */
export class Deadline {
  readonly #clock: Clock;
  readonly #endsAt: number;
  readonly #timer: unknown;
  readonly #offAbort: (() => void) | undefined;
  readonly #listeners = new Set<(ended: DeadlineEnded) => void>();
  #ended: DeadlineEnded | undefined;

  constructor(clock: Clock, ms: number, signal?: AbortSignal) {
    this.#clock = clock;
    this.#endsAt = clock.now() + ms;
    if (signal?.aborted) {
      this.#ended = new DeadlineEnded('aborted');
      return;
    }
    this.#offAbort = signal && onAbort(signal, () => this.#end('aborted'));
    this.#timer = clock.setTimer(() => this.#end('timeout'), ms);
  }

  /** Why it ended, if it has. */
  get ended(): DeadlineEnded | undefined {
    return this.#ended;
  }

  remainingMs(): number {
    return Math.max(0, this.#endsAt - this.#clock.now());
  }

  /** Calls `listener` when the deadline ends (at once if it has). Returns what takes the listener off again. */
  onEnd(listener: (ended: DeadlineEnded) => void): () => void {
    if (this.#ended) {
      listener(this.#ended);
      return () => {};
    }
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Calls `listener` when the deadline ends, or after `ms` if that is sooner. */
  onEndOrAfter(ms: number | undefined, listener: () => void): () => void {
    if (ms === undefined || this.#ended) return this.onEnd(listener);
    const timer = this.#clock.setTimer(listener, ms);
    const off = this.onEnd(() => {
      this.#clock.clearTimer(timer);
      listener();
    });
    return () => {
      off();
      this.#clock.clearTimer(timer);
    };
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

  sleep(ms: number): Promise<void> {
    let timer: unknown;
    const slept = new Promise<void>((resolve) => {
      timer = this.#clock.setTimer(resolve, ms);
    });
    return this.race(slept).finally(() => this.#clock.clearTimer(timer));
  }

  dispose(): void {
    this.#offAbort?.();
    if (this.#timer !== undefined) this.#clock.clearTimer(this.#timer);
    this.#listeners.clear();
  }

  #end(why: 'timeout' | 'aborted'): void {
    if (this.#ended) return;
    this.#ended = new DeadlineEnded(why);
    const listeners = [...this.#listeners];
    this.dispose();
    for (const listener of listeners) listener(this.#ended);
  }
}
