import type { Door } from '../../transport/room.ts';
import type { Deadline } from '../services/deadline.ts';

/** Waits for a place, no longer than `bound` lets it; undefined where there is one at once. */
export function askRoom(door: Door, bound: Deadline): Promise<void> | undefined {
  let go = (): void => {};
  const leave = door.enter(() => go());
  if (!leave) return undefined;
  return new Promise((resolve, reject) => {
    const off = bound.onEnd((ended) => {
      leave();
      reject(ended);
    });
    go = () => {
      off();
      resolve();
    };
  });
}
