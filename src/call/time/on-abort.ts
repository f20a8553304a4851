const bySignal = new WeakMap<AbortSignal, ReturnType<typeof listenTo>>();

/**
 * Calls `listener` when the signal aborts; returns what takes it off. All of the SDK's listeners on one signal share a
 * single real one: a program-wide signal under many calls would otherwise set off Node's warning of a leak.
 */
export function onAbort(signal: AbortSignal, listener: () => void): () => void {
  const { all, run } = bySignal.get(signal) ?? listenTo(signal);
  all.add(listener);
  return () => {
    if (!all.delete(listener) || all.size > 0) return;
    // Some signals of other makes can't: the one listener stays then, for the next who waits.
    if (typeof signal.removeEventListener !== 'function') return;
    signal.removeEventListener('abort', run);
    bySignal.delete(signal);
  };
}

function listenTo(signal: AbortSignal) {
  const all = new Set<() => void>();
  const run = () => {
    for (const listener of [...all]) listener();
  };
  signal.addEventListener('abort', run);
  bySignal.set(signal, { all, run });
  return { all, run };
}
