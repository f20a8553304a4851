import { misconfigured } from '../../errors.ts';
import type { Deadline } from './deadline.ts';

/**
 * Lets tasks run when there is room: p-limit's function, p-queue's `add`. A task is one attempt; its
 * promise says that it is over, and neither how it went nor what it brought.
 */
export type Limiter = <T>(task: () => Promise<T>) => Promise<T>;

/**
 * Runs `task` when the limiter lets it, at most once, and settles as the task does; or, while it waits, when the deadline
 * ends: what the limiter then still lets through is not run.
 *
 * @throws {ControlApiError} when the limiter fails, or is done without running the task.
 */
export function throughLimiter<T>(limiter: Limiter, deadline: Deadline, task: () => Promise<T>): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    let closed = false;
    let offEnd: (() => void) | undefined;
    const close = (): boolean => {
      const isFirst = !closed;
      closed = true;
      offEnd?.();
      return isFirst;
    };
    const giveUp = (error: Error) => {
      if (close()) reject(error);
    };
    // The task's result is the call's alone: queues hand results and failures to all their listeners.
    const once = async (): Promise<void> => {
      if (!close()) return;
      const running = task();
      running.then(resolve, reject);
      await running.catch(() => {});
    };
    offEnd = deadline.onEnd(giveUp);
    if (closed) return;
    Promise.resolve()
      .then(() => limiter(once))
      .then(
        () => giveUp(misconfigured('The limiter did not run its task.')),
        (cause) => giveUp(misconfigured('The limiter failed.', { cause })),
      );
  });
}
