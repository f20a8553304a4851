import { expect, test } from 'vitest';
import { editDistance, nearest } from '../../src/base/words.ts';

test.each([
  ['', '', 0],
  ['abc', 'abc', 0],
  ['', 'abc', 3],
  ['abc', '', 3],
  ['abc', 'abcd', 1],
  ['abcd', 'acd', 1],
  ['abc', 'axc', 1],
  ['abc', 'bac', 1],
  ['abc', 'acb', 1],
  ['ab', 'ba', 1],
  ['abcd', 'badc', 2],
  ['abc', 'cab', 2],
  ['ca', 'abc', 3],
  ['kitten', 'sitting', 3],
  ['abc', 'xyz', 3],
  ['aab', 'aba', 1],
  ['abb', 'bab', 1],
])('the distance of %j and %j is %i, either way', (a, b, steps) => {
  expect(editDistance(a, b)).toBe(steps);
  expect(editDistance(b, a)).toBe(steps);
});

test.each([
  ['nmae', ['name', 'names'], 'name'],
  ['deviceID', ['deviceId', 'device'], 'deviceId'],
  ['name', ['name'], undefined],
  ['x', ['y', 'name'], undefined],
  ['first', ['last'], undefined],
])('the name meant by %s among %j is %s', (typed, names, meant) => {
  expect(nearest(typed, names)).toBe(meant);
});
