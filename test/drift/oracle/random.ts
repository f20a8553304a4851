/** A seeded random source, equal on every machine. */
export interface Chance {
  /** A number from 0, below 1. */
  next(): number;
  /** One of the items. */
  pick<T>(items: readonly T[]): T;
  /** True with this probability. */
  likely(share: number): boolean;
}

export function chance(seed: number): Chance {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  return {
    next,
    likely: (share) => next() < share,
    pick: (items) => {
      const item = items[Math.floor(next() * items.length)];
      if (item === undefined) throw new NothingToPick();
      return item;
    },
  };
}

/** The schema has nothing to pick, such as a union. */
export class NothingToPick extends Error {}
