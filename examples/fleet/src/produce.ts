import type { ControlClient } from 'control-api-sdk';
import type { Redis } from 'ioredis';
import type { Ledger } from './ledger.js';
import { addPage, type PageQueue } from './pages.js';
import { readPosition, storePosition } from './position.js';

/** Where a producer reads from, and what it writes to. */
export interface Production {
  readonly control: ControlClient;
  readonly redis: Redis;
  readonly ledger: Ledger;
  readonly queue: PageQueue;
  readonly run: string;
}

/**
 * Reads the list from where an earlier producer stopped. Each page goes into the ledger, then into the queue, and only then is
 * the position moved: a producer that is killed in between is followed by one that does the page again, to no effect.
 */
export async function produce({ control, redis, ledger, queue, run }: Production): Promise<void> {
  const { from, ended } = await readPosition(redis, run);
  if (ended) return;
  for await (const page of control.devices({ pageSize: 100, ...(from && { from }) }).pages()) {
    const devices = page.nodes.map(({ id }) => idOf(id));
    if (devices.length > 0) {
      await ledger.list(devices);
      await addPage(queue, devices);
    }
    if (page.hasMore) await storePosition(redis, run, { from: { cursor: page.cursor }, ended: false });
  }
  await storePosition(redis, run, { from: undefined, ended: true });
}

/** Documented is that a device has an id, not that it is never null. */
function idOf(id: string | null): string {
  if (id === null)
    throw new Error('The list holds a device without an id: it can be neither worked on nor left out in silence.');
  return id;
}
