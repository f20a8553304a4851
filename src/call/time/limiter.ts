import { misconfigured } from '../../errors.ts';
import type { Deadline } from './deadline.ts';

/**
 * Lets tasks run when there is room: p-limit's function, p-queue's `add`. A task is one attempt; its
 * promise says that it is over, and neither how it went nor what it brought.
 */
export type Limiter = <T>(task: () => Promise<T>) => Promise<T>;

/**
 * The limiter's task only opens a gate: queues run a task in another caller's async context.
 * @throws {ControlApiError} if the limiter fails, or never runs its task.
 */
export async function throughLimiter<T>(limiter: Limiter, deadline: Deadline, attempt: () => Promise<T>): Promise<T> {
  let over = () => {};
  // The limiter learns that the attempt is over, but not its result: queues publish results to their listeners.
  const ended = new Promise<void>((resolve) => {
    over = resolve;
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
    return await attempt();
  } finally {
    over();
  }
}
