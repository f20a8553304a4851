import { Redis } from 'ioredis';

/** A connection that waits for Redis rather than fail a command: BullMQ asks for that. */
export function connect(url: string): Redis {
  return new Redis(url, { maxRetriesPerRequest: null });
}
