import { readFileSync } from 'node:fs';
import { globSync } from 'tinyglobby';
import { expect, test } from 'vitest';

const [, page = ''] = readFileSync('docs/errors.md', 'utf8').split('## Messages of the set-up and the tools\n');

/** The first column of that table: parts of messages, as in a search. */
const parts = [...(page.split('\n## ')[0] ?? '').matchAll(/^\| (?!a part|---)(.+?) \|/gm)].map(([, text = '']) => text);

/** The source code, with its split texts joined. */
const code = globSync('src/**/*.ts')
  .map((file) => readFileSync(file, 'utf8').replaceAll(/['"`] \+\s+['"`]/g, ''))
  .join('\n');

test.each(parts)('a message with “%s” exists', (part) => {
  expect(code.includes(part)).toBe(true);
});

test('the table has parts of messages, and an unknown one is found', () => {
  expect(parts.length).toBeGreaterThan(4);
  expect(code.includes('the service has gone fishing')).toBe(false);
});
