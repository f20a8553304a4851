import type { ListPosition } from 'control-api-sdk';
import type { Redis } from 'ioredis';

/** Where the producer is in the list: kept in Redis, so that the next one begins there. */
export interface Position {
  /** Where to begin; undefined at the start of the list. */
  readonly from: ListPosition | undefined;
  /** Whether the whole list has been read. */
  readonly ended: boolean;
}

const keyOf = (run: string): string => `fleet:${run}:position`;

export async function readPosition(redis: Redis, run: string): Promise<Position> {
  const stored = await redis.get(keyOf(run));
  return stored === null ? { from: undefined, ended: false } : JSON.parse(stored);
}

export async function storePosition(redis: Redis, run: string, position: Position): Promise<void> {
  await redis.set(keyOf(run), JSON.stringify(position));
}
