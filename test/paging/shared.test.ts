import { describe, expect, test } from 'vitest';
import { shared } from '../../src/paging/share-work.ts';

/** Work that is settled by hand. */
function manual() {
  const begun: { resolve: (value: number) => void; reject: (error: Error) => void; signal: AbortSignal; by: string }[] =
    [];
  const { get, replace } = shared<{ timeoutMs?: number }, string, number>(
    (_options, signal, by) => new Promise((resolve, reject) => begun.push({ resolve, reject, signal, by })),
  );
  const ask = (signal = new AbortController().signal, options = {}, by = 'me') => get(options, signal, by);
  return { begun, ask, replace };
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

  test('is shared by those who come after one who left, also once what that one began has ended', async () => {
    const { begun, ask } = manual();
    const leaving = new AbortController();
    const left = ask(leaving.signal);
    leaving.abort();
    await left;
    const second = ask();
    begun[0]?.reject(new Error('aborted'));
    await new Promise(setImmediate);
    const third = ask();
    begun[1]?.resolve(8);
    expect(await Promise.all([second, third])).toEqual([8, 8]);
    expect(begun).toHaveLength(2);
  });

  test('is not begun for one who left before', async () => {
    const { begun, ask } = manual();
    expect(await ask(AbortSignal.abort())).toBeUndefined();
    expect(begun).toHaveLength(0);
  });

  test('stays unknown where it is found not to hold before it is known', async () => {
    const { begun, ask, replace } = manual();
    replace(7, 8);
    const asked = ask();
    begun[0]?.resolve(9);
    expect(await asked).toBe(9);
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

  test('is fetched on behalf of the one who asked first', async () => {
    const { begun, ask } = manual();
    const waiting = [ask(undefined, {}, 'first'), ask(undefined, {}, 'second')];
    begun[0]?.resolve(7);
    await Promise.all(waiting);
    expect(begun.map(({ by }) => by)).toEqual(['first']);
  });

  test('is asked for anew, once, when several find that it does not hold any more', async () => {
    const { begun, ask, replace } = manual();
    const first = ask();
    begun[0]?.resolve(7);
    await first;
    replace(7);
    const anew = ask();
    begun[1]?.resolve(8);
    expect(await anew).toBe(8);
    // Another's finding, late: it is of the result before.
    replace(7);
    expect(await ask()).toBe(8);
    expect(begun).toHaveLength(2);
  });
});
