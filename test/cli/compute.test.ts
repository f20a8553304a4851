import { expect, test } from 'vitest';
import { processIo } from '../../src/cli/io.ts';

test('while a command computes, Ctrl-C and a request to terminate end the process as the system does', () => {
  const signals = ['SIGINT', 'SIGTERM'] as const;
  const before = signals.map((name) => process.listeners(name));
  const count = () => signals.map((name, index) => process.listenerCount(name) - (before[index]?.length ?? 0));
  const io = processIo();
  try {
    expect(count()).toEqual([1, 1]);
    expect(io.compute(count)).toEqual([0, 0]);
    expect(count()).toEqual([1, 1]);
    expect(() =>
      io.compute(() => {
        throw new Error('too much');
      }),
    ).toThrow('too much');
    expect(count()).toEqual([1, 1]);
  } finally {
    for (const [index, name] of signals.entries())
      for (const listener of process.listeners(name))
        if (!before[index]?.includes(listener)) process.off(name, listener);
  }
});
