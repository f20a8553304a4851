import type { Cursor } from './position.ts';

/** How many cursors are remembered: a circle of so many pages or fewer is noticed before a node comes twice. */
const REMEMBERED = 10_000;

/**
 * The cursors that a list went along, in flat memory: the latest are remembered; of those before, one, moved to the current
 * cursor at every power of two (Brent's cycle detection), so that a circle of any length is noticed in the end.
 */
export class CursorTrail {
  readonly #latest = new Set<Cursor>();
  /** The same in the order of their coming, so that the oldest is found at once. */
  readonly #inOrder: Cursor[] = [];
  readonly #remembered: number;
  #landmark: Cursor | undefined;
  #steps = 0;
  #nextLandmark = 1;

  constructor(start: Cursor | null, remembered: number = REMEMBERED) {
    this.#remembered = remembered;
    if (start !== null) this.leadsBack(start);
  }

  /** Takes the next cursor. Whether it was there before. */
  leadsBack(cursor: Cursor): boolean {
    if (this.#latest.has(cursor) || this.#landmark === cursor) return true;
    const place = this.#steps++ % this.#remembered;
    if (this.#steps > this.#remembered) this.#latest.delete(this.#inOrder[place] as Cursor);
    this.#latest.add(cursor);
    this.#inOrder[place] = cursor;
    if (this.#steps === this.#nextLandmark) {
      this.#landmark = cursor;
      this.#nextLandmark *= 2;
    }
    return false;
  }
}
