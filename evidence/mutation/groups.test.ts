import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const here = (path: string): URL => new URL(path, import.meta.url);

test('every file of the runtime is in one group of mutation testing, with its tests', async () => {
  const { mistakes }: { readonly mistakes: readonly string[] } = await import(here('groups.mjs').href);
  expect(mistakes, 'see evidence/mutation/groups.json').toEqual([]);
});

test('every source file in the table of survivors exists', () => {
  const named = readFileSync(here('README.md'), 'utf8').match(/(?<=`)[a-z/-]+\.ts(?=`)/g) ?? [];
  expect(named).not.toEqual([]);
  expect(named.filter((file) => !existsSync(here(`../../src/${file}`)))).toEqual([]);
});
