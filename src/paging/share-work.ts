import { onAbort } from '../call/on-abort.ts';

interface Begun<T> {
  readonly result: Promise<T>;
  readonly controller: AbortController;
  waiting: number;
}

/**
 * Work done once for all who ask. Each waits under a signal of their own, and gets undefined when it aborts; the work itself
 * is aborted when nobody waits for it any more. While it is under way, only those who ask with the same options share it:
 * nobody fails by another's time limit. Work that failed is begun anew for the next who asks.
 */
export function shared<Options, T>(
  work: (options: Options, signal: AbortSignal) => Promise<T>,
): (options: Options, signal: AbortSignal) => Promise<T | undefined> {
  const underway = new Map<string, Begun<T>>();
  let done: Begun<T> | undefined;

  const begin = (options: Options, key: string): Begun<T> => {
    const controller = new AbortController();
    const begun = { result: work(options, controller.signal), controller, waiting: 0 };
    underway.set(key, begun);
    begun.result.then(
      () => {
        done ??= begun;
        forget(begun, key);
      },
      () => forget(begun, key),
    );
    return begun;
  };
  const forget = (begun: Begun<T>, key: string) => {
    if (underway.get(key) === begun) underway.delete(key);
  };

  return (options, signal) => {
    if (signal.aborted) return Promise.resolve(undefined);
    const key = JSON.stringify([options]);
    const joined = done ?? underway.get(key) ?? begin(options, key);
    joined.waiting++;
    return new Promise<T | undefined>((resolve, reject) => {
      const off = onAbort(signal, () => {
        off();
        resolve(undefined);
        if (--joined.waiting > 0) return;
        forget(joined, key);
        joined.controller.abort();
      });
      joined.result.finally(off).then(resolve, reject);
    });
  };
}
