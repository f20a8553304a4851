import { misconfigured } from '../../errors.ts';
import type { Deadline } from './deadline.ts';

/**
 * Lets tasks run when there is room: p-limit's function, p-queue's `add`. A task is one attempt; its
 * promise says that it is over, and neither how it went nor what it brought.
 */
export type Limiter = <T>(task: () => Promise<T>) => Promise<T>;

/**
 * Makes an attempt when the limiter lets it, at most once, and settles as the attempt does; or, while it waits, when the deadline
 * ends: what the limiter then still lets through makes none. The limiter's task only opens a gate: the attempt stays in its caller's
 * context, since queues run a task in the context of whoever ended the one before.
 *
 * @throws {ControlApiError} when the limiter fails, or is done without running its task.
 */
export async function throughLimiter<T>(limiter: Limiter, deadline: Deadline, attempt: () => Promise<T>): Promise<T> {
  let over = () => {};
  // The attempt's result is the call's alone: queues hand results and failures to all their listeners.
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
