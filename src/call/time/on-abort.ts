interface Listeners {
  readonly all: Set<() => void>;
  readonly run: () => void;
}

const bySignal = new WeakMap<AbortSignal, Listeners>();

/**
 * Calls `listener` when the signal aborts; returns what takes it off. All of the SDK's listeners on one signal share a
 * single real one: a program-wide signal under many calls would otherwise set off Node's warning of a leak.
 */
export function onAbort(signal: AbortSignal, listener: () => void): () => void {
  const listeners = bySignal.get(signal) ?? listenTo(signal);
  listeners.all.add(listener);
  return () => {
    if (!listeners.all.delete(listener) || listeners.all.size > 0) return;
    // Some signals of other makes can't: the one listener stays then, for the next who waits.
    if (typeof signal.removeEventListener !== 'function') return;
    signal.removeEventListener('abort', listeners.run);
    bySignal.delete(signal);
  };
}

function listenTo(signal: AbortSignal): Listeners {
  const all = new Set<() => void>();
  const listeners = {
    all,
    run: () => {
      for (const listener of [...all]) listener();
    },
  };
  signal.addEventListener('abort', listeners.run);
  bySignal.set(signal, listeners);
  return listeners;
}
