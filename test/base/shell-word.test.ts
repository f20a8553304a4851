import { expect, test } from 'vitest';
import { shellWord } from '../../src/base/words.ts';

test.each([
  ['schema.graphql', 'schema.graphql'],
  ['./a_b/C-1:2@3,4=5+6', './a_b/C-1:2@3,4=5+6'],
  ['two words', "'two words'"],
  ['$HOME', "'$HOME'"],
  ['a;b', "'a;b'"],
  ["it's 'so'", "'it'\\''s '\\''so'\\'''"],
  ['', "''"],
  ['a\n', "'a\n'"],
])('the argument %j is written as %s', (text, word) => {
  expect(shellWord(text)).toBe(word);
});
