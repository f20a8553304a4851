import type { Cursor } from './position.ts';

/** How many cursors are remembered: a circle of so many pages or fewer is noticed before a node comes twice. */
const REMEMBERED = 10_000;

/**
 * Follows the cursors of a list in flat memory, and says of each whether it leads back to one before. The latest are
 * remembered; of the others one, which moves to the current cursor at every power of two (Brent's cycle detection), so that
 * a circle of any length is noticed in the end.
 */
export function cursorTrail(start: Cursor | null, remembered: number = REMEMBERED): (cursor: Cursor | null) => boolean {
  const latest = new Set<Cursor | null>();
  let landmark: Cursor | null | undefined;
  let nextLandmark = 1;
  let steps = 0;

  const leadsBack = (cursor: Cursor | null): boolean => {
    if (cursor === landmark || latest.has(cursor)) return true;
    latest.add(cursor);
    if (latest.size > remembered) latest.delete(latest.values().next().value ?? null);
    if (++steps === nextLandmark) {
      landmark = cursor;
      nextLandmark *= 2;
    }
    return false;
  };
  leadsBack(start);
  return leadsBack;
}
