import { misconfigured } from '../../errors.ts';
import type { Deadline } from './deadline.ts';

/** A function that runs a task when there is room: p-limit's function, p-queue's `add`. The task ends with an attempt. */
export type Limiter = <T>(task: () => Promise<T>) => Promise<T>;

/** Resolves to what ends the task. The task does nothing else: queues run it in another caller's async context, and publish its result. */
export async function passLimiter(limiter: Limiter, deadline: Deadline): Promise<() => void> {
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  try {
    if (deadline.ended) throw deadline.ended;
    await deadline.race(
      new Promise<void>((open, fail) => {
        const task = () => {
          open();
          return ended;
        };
        Promise.resolve()
          .then(() => limiter(task))
          .then(
            () => fail(misconfigured('The limiter did not run its task.')),
            (cause) => fail(misconfigured('The limiter failed.', { cause })),
          );
      }),
    );
  } catch (error) {
    end();
    throw error;
  }
  return end;
}
