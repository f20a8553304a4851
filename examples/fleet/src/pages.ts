import { createHash } from 'node:crypto';
import { Queue } from 'bullmq';
import type { Redis } from 'ioredis';

/** What a job holds: the devices of one page. */
export interface PageJob {
  readonly devices: readonly string[];
}

/** The name of a run's queue. */
export const queueName = (run: string): string => `fleet-${run}`;

/** Opens the queue of a run: a job per page. */
export function pageQueue(redis: Redis, run: string) {
  return new Queue<PageJob>(queueName(run), {
    connection: redis,
    defaultJobOptions: {
      // A page that waits for the service is tried for about three minutes; then it is reported as failed.
      attempts: 60,
      backoff: { type: 'fixed', delay: 5_000, jitter: 0.9 },
      // A job's id guards against a second one only as long as the job is there.
      removeOnComplete: false,
      removeOnFail: false,
    },
  });
}

/** The queue of a run. */
export type PageQueue = ReturnType<typeof pageQueue>;

/**
 * Adds a page, unless the same one is there. The id is made of the page's devices, not of its cursor: where the list changed
 * between two readings, the page is another one, and nothing of it is lost.
 */
export async function addPage(queue: PageQueue, devices: readonly string[]): Promise<void> {
  const jobId = createHash('sha256').update(JSON.stringify(devices)).digest('hex');
  await queue.add('page', { devices }, { jobId });
}
