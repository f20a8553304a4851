import type { Limiter } from '../../src/call/time/limiter.ts';
import type { PlannedLimiterFault } from './plan.ts';
import type { VirtualTime } from './virtual-time.ts';

/** A limiter that lets `room` tasks run at once, and has these faults. */
export function createLimiter(
  room: number,
  time: VirtualTime,
  faults: PlannedLimiterFault[],
  met: (fault: string) => void,
): Limiter {
  let free = room;
  const waiting: (() => void)[] = [];

  const orderly = async <T>(task: () => Promise<T>): Promise<T> => {
    if (free > 0) free--;
    else await new Promise<void>((go) => waiting.push(go));
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free++;
    }
  };

  return <T>(task: () => Promise<T>): Promise<T> => {
    const fault = faults.shift();
    if (!fault) return orderly(task);
    met(`limiter ${fault.how}`);
    switch (fault.how) {
      case 'drop':
        return Promise.resolve(undefined as T);
      case 'twice':
        return orderly(task).then(() => task());
      case 'twice-at-once':
        return orderly(async () => {
          const [first] = await Promise.all([task(), task()]);
          return first;
        });
      case 'throw':
        throw new Error('the limiter is broken');
      case 'reject':
        return Promise.reject(new Error('the queue is full'));
      case 'reject-after':
        return orderly(task).then(() => {
          throw new Error('the store behind the limiter is gone');
        });
      case 'stall':
        return new Promise<T>(() => {});
      case 'late':
        return new Promise<T>((resolve, reject) => {
          time.plan(fault.ms, () => task().then(resolve, reject));
        });
    }
  };
}
