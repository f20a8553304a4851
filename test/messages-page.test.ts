import { readFileSync } from 'node:fs';
import { globSync } from 'tinyglobby';
import { expect, test } from 'vitest';

const [, page = ''] = readFileSync('docs/errors.md', 'utf8').split('## Messages of the set-up and the tools\n');

/** The headings of that part: parts of messages, as a person pastes them into a search. */
const headings = [...page.matchAll(/^### (.+)$/gm)].map(([, text = '']) => text);

/** All the code, with texts that are written in several pieces joined. */
const code = globSync('src/**/*.ts')
  .map((file) => readFileSync(file, 'utf8').replaceAll(/['"`] \+\s+['"`]/g, ''))
  .join('\n');

test.each(headings)('a message with “%s” exists', (heading) => {
  expect(code.includes(heading)).toBe(true);
});

test('there are headings, and another would be noticed', () => {
  expect(headings.length).toBeGreaterThan(4);
  expect(code.includes('the service has gone fishing')).toBe(false);
});
