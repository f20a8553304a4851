import { getEventListeners } from 'node:events';
import { describe, expect, test, vi } from 'vitest';
import { Deadline, DeadlineEnded, systemClock } from '../../src/call/time/deadline.ts';
import { ManualClock } from '../helpers/manual-clock.ts';

const turn = () => new Promise((resolve) => setImmediate(resolve));
const forever = new Promise<never>(() => {});

describe('a deadline', () => {
  test('ends once, for the first reason, and reports it to each that listens then or later', async () => {
    const clock = new ManualClock();
    const abort = new AbortController();
    const deadline = new Deadline(clock, 100, abort.signal);
    const heard = vi.fn();
    deadline.onEnd(heard);
    deadline.onEnd(() => heard('never'))();
    expect(deadline.ended).toBeUndefined();
    await clock.advance(100);
    abort.abort();
    expect(deadline.ended).toMatchObject({ why: 'timeout', message: 'timeout' });
    expect(heard.mock.calls).toEqual([[deadline.ended]]);
    deadline.onEnd(heard);
    expect(heard).toHaveBeenCalledTimes(2);
    expect(clock.due).toEqual([]);
  });

  test('under a signal that is aborted already has ended, and sets no timer', () => {
    const clock = new ManualClock();
    const signal = AbortSignal.abort();
    const deadline = new Deadline(clock, 100, signal);
    expect(deadline.ended).toMatchObject({ why: 'aborted' });
    expect(clock.due).toEqual([]);
    expect(getEventListeners(signal, 'abort')).toHaveLength(0);
    deadline.dispose();
  });

  test('says how much time is left, never less than none', async () => {
    const clock = new ManualClock();
    const deadline = new Deadline(clock, 100);
    await clock.advance(30);
    expect(deadline.remainingMs()).toBe(70);
    await clock.advance(100);
    expect(deadline.remainingMs()).toBe(0);
  });

  test('that is disposed of leaves no timer and no listener, and ends nothing any more', async () => {
    const clock = new ManualClock();
    const abort = new AbortController();
    const deadline = new Deadline(clock, 100, abort.signal);
    const heard = vi.fn();
    deadline.onEnd(heard);
    deadline.dispose();
    expect(clock.due).toEqual([]);
    expect(getEventListeners(abort.signal, 'abort')).toHaveLength(0);
    abort.abort();
    await clock.advance(200);
    expect(heard).not.toHaveBeenCalled();
  });
});

describe('work under a deadline', () => {
  test('brings its result or its failure, and leaves nothing behind', async () => {
    const clock = new ManualClock();
    const deadline = new Deadline(clock, 100);
    const failure = new Error('work failed');
    expect(await deadline.race(Promise.resolve('done'))).toBe('done');
    await expect(deadline.race(Promise.reject(failure))).rejects.toBe(failure);
    deadline.dispose();
    expect(clock.due).toEqual([]);
  });

  test('is left when the deadline ends', async () => {
    const clock = new ManualClock();
    const deadline = new Deadline(clock, 100);
    const raced = deadline.race(forever).catch((error: unknown) => error);
    await clock.advance(100);
    expect(await raced).toBeInstanceOf(DeadlineEnded);
    await expect(deadline.race(forever)).rejects.toBe(deadline.ended);
  });

  test('sleeps as long as it is asked to, or until the deadline ends; no timer is left', async () => {
    const clock = new ManualClock();
    const abort = new AbortController();
    const deadline = new Deadline(clock, 100, abort.signal);
    const slept = vi.fn();
    const first = deadline.sleep(40).then(slept);
    await clock.advance(39);
    expect(slept).not.toHaveBeenCalled();
    await clock.advance(1);
    await first;
    expect(slept).toHaveBeenCalled();
    const second = deadline.sleep(50).catch((error: unknown) => error);
    abort.abort();
    expect(await second).toMatchObject({ why: 'aborted' });
    expect(clock.due).toEqual([]);
  });
});

describe('a deadline within a deadline', () => {
  const limited = (ms: number | undefined) => {
    const clock = new ManualClock();
    const outer = new Deadline(clock, 100);
    const inner = outer.within(ms);
    const ended = vi.fn();
    inner.onEnd(ended);
    return { clock, outer, inner, ended };
  };

  test.each([
    [40, 40],
    [100, 100],
    [400, 100],
    [undefined, 100],
  ])('of %s ms ends after %d, once, and leaves no timer', async (ms, after) => {
    const { clock, outer, ended } = limited(ms);
    await clock.advance(after - 1);
    expect(ended).not.toHaveBeenCalled();
    await clock.advance(1);
    await clock.advance(1_000);
    expect(ended).toHaveBeenCalledTimes(1);
    expect(outer.ended).toMatchObject({ why: 'timeout' });
    expect(clock.due).toEqual([]);
  });

  test('ends at once where the outer one has ended', async () => {
    const { clock, outer } = limited(40);
    await clock.advance(100);
    expect(outer.within(40).ended).toBe(outer.ended);
    expect(outer.within(undefined)).toBe(outer);
    expect(clock.due).toEqual([]);
  });

  test('that is disposed of ends no more, and the outer one goes on', async () => {
    const { clock, outer, inner, ended } = limited(40);
    inner.dispose();
    expect(clock.due).toEqual([100]);
    await clock.advance(99);
    expect(outer.ended).toBeUndefined();
    await clock.advance(1);
    expect(outer.ended).toBeDefined();
    expect(inner.ended).toBeUndefined();
    expect(ended).not.toHaveBeenCalled();
  });
});

test("the machine's clock rings after the time asked for, once what has arrived is read, and can be stopped", async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const rung = vi.fn();
    systemClock.after(10, () => rung('stopped'))();
    systemClock.after(10, () => rung('rung'));
    const late = systemClock.after(10, () => rung('stopped late'));
    await vi.advanceTimersByTimeAsync(9);
    await turn();
    expect(rung).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(rung).not.toHaveBeenCalled();
    late();
    await turn();
    expect(rung.mock.calls).toEqual([['rung']]);
  } finally {
    vi.useRealTimers();
  }
});
