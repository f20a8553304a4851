import { describe, expect, test } from 'vitest';
import { shared } from '../../src/paging/share-work.ts';

/** Work that is settled by hand. */
function manual() {
  const begun: { resolve: (value: number) => void; reject: (error: Error) => void; signal: AbortSignal }[] = [];
  const ask = shared<{ timeoutMs?: number }, number>(
    (_options, signal) => new Promise((resolve, reject) => begun.push({ resolve, reject, signal })),
  );
  return { begun, ask: (signal = new AbortController().signal, options = {}) => ask(options, signal) };
}

describe('what is learnt from the schema', () => {
  test('is asked for once, by all who wait for it and all who come later', async () => {
    const { begun, ask } = manual();
    const waiting = [ask(), ask()];
    begun[0]?.resolve(7);
    expect(await Promise.all([...waiting, ask()])).toEqual([7, 7, 7]);
    expect(begun).toHaveLength(1);
  });

  test('is not lost to others when one of them leaves', async () => {
    const { begun, ask } = manual();
    const leaving = new AbortController();
    const left = ask(leaving.signal);
    const stayed = ask();
    leaving.abort();
    expect(await left).toBeUndefined();
    expect(begun[0]?.signal.aborted).toBe(false);
    begun[0]?.resolve(7);
    expect(await stayed).toBe(7);
  });

  test('is abandoned when the last one leaves, and asked for anew by the next', async () => {
    const { begun, ask } = manual();
    const leaving = new AbortController();
    const left = ask(leaving.signal);
    leaving.abort();
    expect(await left).toBeUndefined();
    expect(begun[0]?.signal.aborted).toBe(true);
    const next = ask();
    begun[1]?.resolve(8);
    expect(await next).toBe(8);
  });

  test('is asked for anew after a failure', async () => {
    const { begun, ask } = manual();
    const failing = ask();
    begun[0]?.reject(new Error('no'));
    await expect(failing).rejects.toThrow('no');
    const again = ask();
    begun[1]?.resolve(9);
    expect(await again).toBe(9);
  });

  test('fails nobody by the time limit of another', async () => {
    const { begun, ask } = manual();
    const hasty = ask(undefined, { timeoutMs: 1 });
    const patient = ask();
    begun[0]?.reject(new Error('too late'));
    await expect(hasty).rejects.toThrow('too late');
    begun[1]?.resolve(7);
    expect(await patient).toBe(7);
    expect(await ask(undefined, { timeoutMs: 1 })).toBe(7);
    expect(begun).toHaveLength(2);
  });
});
