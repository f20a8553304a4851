import type { Clock } from '../../src/transport/clock.ts';

/** An event at a time. */
export interface Happening {
  readonly at: number;
  readonly order: number;
  readonly run: () => void;
  /** Whether the SDK set it, so that it must be gone when the SDK is idle. */
  readonly timer: boolean;
  off: boolean;
}

/** A clock that moves from one event to the next. The timers of the SDK and of the world share it. */
export class VirtualTime implements Clock {
  /** The number of timers of the SDK. */
  timers = 0;
  #now = 0;
  #order = 0;
  readonly #heap: Happening[] = [];

  now(): number {
    return this.#now;
  }

  after(ms: number, run: () => void): () => void {
    this.timers++;
    const timer = this.#push(run, ms, true);
    return () => this.cancel(timer);
  }

  /** Plans an event of the world. */
  plan(ms: number, run: () => void): Happening {
    return this.#push(run, ms, false);
  }

  cancel(happening: Happening): void {
    if (happening.off) return;
    happening.off = true;
    if (happening.timer) this.timers--;
  }

  /** Runs the next event; false if there is none. */
  step(): boolean {
    for (let next = this.#pop(); next !== undefined; next = this.#pop()) {
      if (next.off) continue;
      this.cancel(next);
      this.#now = next.at;
      next.run();
      return true;
    }
    return false;
  }

  #push(run: () => void, ms: number, timer: boolean): Happening {
    const happening = { at: this.#now + Math.max(0, ms), order: this.#order++, run, timer, off: false };
    const heap = this.#heap;
    let index = heap.push(happening) - 1;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if (!isBefore(happening, at(heap, parent))) break;
      heap[index] = at(heap, parent);
      index = parent;
    }
    heap[index] = happening;
    return happening;
  }

  #pop(): Happening | undefined {
    const heap = this.#heap;
    const [first] = heap;
    const last = heap.pop();
    if (!first || !last || heap.length === 0) return first;
    let index = 0;
    for (let child = 1; child < heap.length; child = 2 * index + 1) {
      if (child + 1 < heap.length && isBefore(at(heap, child + 1), at(heap, child))) child++;
      if (!isBefore(at(heap, child), last)) break;
      heap[index] = at(heap, child);
      index = child;
    }
    heap[index] = last;
    return first;
  }
}

const at = (heap: readonly Happening[], index: number): Happening => heap[index] as Happening;

/** Simultaneous events run in the order of their planning. */
function isBefore(a: Happening, b: Happening): boolean {
  return a.at < b.at || (a.at === b.at && a.order < b.order);
}
