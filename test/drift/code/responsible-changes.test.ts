import { expect, test } from 'vitest';
import { responsibleChanges } from '../../../src/drift/code/responsible-changes.ts';

/** The lines that each change breaks alone, and those that `a` and `b` break together. */
const breaks: Readonly<Record<string, readonly string[]>> = { a: ['1', '2'], d: ['2', '4'] };
const failing = async (changes: readonly string[]): Promise<ReadonlySet<string>> => {
  const together = changes.includes('a') && changes.includes('b') ? ['3'] : [];
  return new Set([...changes.flatMap((it) => breaks[it] ?? []), ...together]);
};

test('a line belongs to each change with which alone it stops compiling', async () => {
  const found = await responsibleChanges(['a', 'b', 'c', 'd', 'e'], new Set(['1', '2', '3']), failing);
  expect([...found]).toEqual([
    ['1', ['a']],
    ['2', ['a', 'd']],
  ]);
});

test('changes that break nothing are tried together', async () => {
  const tried: string[] = [];
  const many = Array.from({ length: 1000 }, (_, index) => `change ${index}`);
  await responsibleChanges([...many, 'a'], new Set(['1']), async (changes) => {
    tried.push(changes.join());
    return failing(changes);
  });
  expect(tried.length).toBeLessThan(25);
});
