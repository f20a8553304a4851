import { expect, test } from 'vitest';

const groups = new URL('groups.mjs', import.meta.url).href;

test('every file of the runtime is in one group of mutation testing, with its tests', async () => {
  const { mistakes }: { readonly mistakes: readonly string[] } = await import(groups);
  expect(mistakes, 'see evidence/mutation/groups.json').toEqual([]);
});
