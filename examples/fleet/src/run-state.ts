import type { Redis } from 'ioredis';
import type { Counts, Ledger } from './ledger.js';
import type { PageQueue } from './pages.js';
import { readPosition } from './position.js';

/** How far a run is. */
export interface RunState {
  readonly counts: Counts;
  /** Devices that are over: done, refused or unknown. */
  readonly over: number;
  /** Devices found so far. */
  readonly found: number;
  /** Pages that BullMQ gave up. */
  readonly failedPages: number;
  /** Whether the list was read to its end, and no page is waiting or in hand. */
  readonly ended: boolean;
}

/** Looks into Redis. Any process may do so. */
export async function readRunState(redis: Redis, ledger: Ledger, queue: PageQueue, run: string): Promise<RunState> {
  // In this order: a list that has ended puts no more pages into the queue.
  const position = await readPosition(redis, run);
  const { failed = 0, ...pages } = await queue.getJobCounts('waiting', 'active', 'delayed', 'failed');
  const counts = await ledger.counts();
  const over = counts.done + counts.refused + counts.unknown;
  return {
    counts,
    over,
    found: over + counts.listed + counts.begun,
    failedPages: failed,
    ended: position.ended && Object.values(pages).every((count) => count === 0),
  };
}
