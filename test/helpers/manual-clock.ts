import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '../../src/transport/clock.ts';

/** A clock that stands still until the test moves it. */
export class ManualClock implements Clock {
  #now = 0;
  readonly #timers = new Map<object, { readonly at: number; readonly run: () => void }>();

  now(): number {
    return this.#now;
  }

  after(ms: number, run: () => void): () => void {
    const timer = {};
    this.#timers.set(timer, { at: this.#now + ms, run });
    return () => void this.#timers.delete(timer);
  }

  /** The times of the timers, the earliest first. */
  get due(): readonly number[] {
    return [...this.#timers.values()].map(({ at }) => at).sort((a, b) => a - b);
  }

  /** Moves the time, fires the timers on the way, and lets their waiters go on. */
  async advance(ms: number): Promise<void> {
    const until = this.#now + ms;
    await nextTurn();
    for (let next = this.#earliest(until); next !== undefined; next = this.#earliest(until)) {
      const [timer, { at, run }] = next;
      this.#timers.delete(timer);
      this.#now = at;
      run();
      await nextTurn();
    }
    this.#now = until;
  }

  #earliest(until: number) {
    return [...this.#timers].filter(([, { at }]) => at <= until).sort(([, a], [, b]) => a.at - b.at)[0];
  }
}
