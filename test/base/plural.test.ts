import { expect, test } from 'vitest';
import { plural } from '../../src/base/words.ts';

test.each([
  [0, '0 changes'],
  [1, '1 change'],
  [2, '2 changes'],
])('a count of %i takes the form “%s”', (count, text) => {
  expect(plural(count, 'change')).toBe(text);
});
