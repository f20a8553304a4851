import { onAbort } from './abort.ts';

interface Begun<T> {
  readonly result: Promise<T>;
  readonly controller: AbortController;
  waiting: number;
}

/**
 * Work done once for all who ask. Each waits under a signal of their own, and gets undefined when it aborts; the work itself
 * is aborted when nobody waits for it any more. Work that failed is begun anew for the next who asks.
 */
export function shared<Options, T>(
  work: (options: Options, signal: AbortSignal) => Promise<T>,
): (options: Options, signal: AbortSignal) => Promise<T | undefined> {
  let current: Begun<T> | undefined;

  const begin = (options: Options): Begun<T> => {
    const controller = new AbortController();
    const begun = { result: work(options, controller.signal), controller, waiting: 0 };
    begun.result.catch(() => forget(begun));
    return begun;
  };
  const forget = (begun: Begun<T>) => {
    if (current === begun) current = undefined;
  };

  return (options, signal) => {
    if (signal.aborted) return Promise.resolve(undefined);
    current ??= begin(options);
    const joined = current;
    joined.waiting++;
    return new Promise<T | undefined>((resolve, reject) => {
      const off = onAbort(signal, () => {
        off();
        resolve(undefined);
        if (--joined.waiting > 0) return;
        forget(joined);
        joined.controller.abort();
      });
      joined.result.finally(off).then(resolve, reject);
    });
  };
}
