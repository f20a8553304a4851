import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { globSync } from 'tinyglobby';
import { expect, test } from 'vitest';
import { deadLinksOf, relativeLinksOf } from './helpers/links.ts';

// The links of the installed package: test/packed/package.rest.test.ts.
const documents = globSync('**/*.md', {
  dot: true,
  ignore: ['**/node_modules/**', '.git/**', '.tmp/**', '**/dist/**'],
}).sort();

test.each(documents)('every relative link in %s leads somewhere', (document) => {
  expect(deadLinksOf(document, '.')).toEqual([]);
});

test('every file and folder that the guide for contributors names exists', () => {
  const named = readFileSync('CONTRIBUTING.md', 'utf8').match(/(?<=`)(?:src|test|docs)\/[\w./-]+(?=`)/g) ?? [];
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((path) => !existsSync(path))).toEqual([]);
});

test('the manual has links', () => {
  expect(relativeLinksOf('README.md').length).toBeGreaterThan(10);
});

test('a dead link is found: a missing file, a missing heading, a file outside', () => {
  const folder = mkdtempSync(join(tmpdir(), 'links-'));
  try {
    writeFileSync(
      join(folder, 'a.md'),
      '# Its `own` heading: one\n\n[1](a.md) [2](#its-own-heading-one) [3](b.md) [4](#other) [5](../a.md) [6](https://x.test/)\n\n```md\n[7](c.md)\n```\n',
    );
    expect(deadLinksOf('a.md', folder)).toEqual(['b.md', '#other', '../a.md']);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
