/** A seeded source of chance: the same seed, the same choices, on every machine. */
export interface Chance {
  /** A number from 0 up to, but not including, 1. */
  next(): number;
  /** One of the items. */
  pick<T>(items: readonly T[]): T;
  /** True so often. */
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

/** There is nothing of the kind that was asked for, e.g. no union in a schema. */
export class NothingToPick extends Error {}
