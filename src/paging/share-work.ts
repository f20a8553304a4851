import { onAbort } from '../call/services/on-abort.ts';

interface Begun<T> {
  readonly result: Promise<T>;
  readonly controller: AbortController;
  waiting: number;
}

/** Work that many ask for, and that is done once. */
export interface Shared<Options, By, T> {
  /** The result, fetched by this one if by nobody yet; undefined when the signal aborts first. */
  get(options: Options, signal: AbortSignal, by: By): Promise<T | undefined>;
  /** A result does not hold any more: the next who asks gets the other, or fetches anew; unless another did already. */
  replace(result: T, other?: T): void;
}

/**
 * Work done once for all who ask. Each waits under a signal of their own, and gets undefined when it aborts; the work itself
 * is aborted when nobody waits for it any more. While it is under way, only those who ask with the same options share it:
 * nobody fails by another's time limit. Work that failed is begun anew for the next who asks.
 */
export function shared<Options, By, T>(
  work: (options: Options, signal: AbortSignal, by: By) => Promise<T>,
): Shared<Options, By, T> {
  const underway = new Map<string, Begun<T>>();
  let done: { readonly result: T } | undefined;

  const begin = (options: Options, key: string, by: By): Begun<T> => {
    const controller = new AbortController();
    const begun = { result: work(options, controller.signal, by), controller, waiting: 0 };
    underway.set(key, begun);
    begun.result.then(
      (result) => {
        done ??= { result };
        leave(begun, key);
      },
      () => leave(begun, key),
    );
    return begun;
  };
  const leave = (begun: Begun<T>, key: string) => {
    if (underway.get(key) === begun) underway.delete(key);
  };

  return {
    get(options, signal, by) {
      if (signal.aborted) return Promise.resolve(undefined);
      if (done) return Promise.resolve(done.result);
      const key = JSON.stringify([options]);
      const joined = underway.get(key) ?? begin(options, key, by);
      joined.waiting++;
      return new Promise<T | undefined>((resolve, reject) => {
        const off = onAbort(signal, () => {
          off();
          resolve(undefined);
          if (--joined.waiting > 0) return;
          leave(joined, key);
          joined.controller.abort();
        });
        joined.result.finally(off).then(resolve, reject);
      });
    },
    replace(result, other) {
      if (done?.result === result) done = other && { result: other };
    },
  };
}
