import { expect, test } from 'vitest';
import {
  didYouMean,
  editDistance,
  nearest,
  orList,
  plural,
  shellWord,
  wordsOf,
  wrapWords,
} from '../../src/base/words.ts';

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
  ['devices', ['devicesOf', 'device', 'team'], 'device'],
  ['abcdefgh', ['abcdxxxx', 'abcdefxx'], 'abcdefxx'],
])('the name meant by %s among %j is %s', (typed, names, meant) => {
  expect(nearest(typed, names)).toBe(meant);
});

test('a wrong name suggests the nearest one, and without one gets the other sentence', () => {
  expect(didYouMean('nmae', ['name'], 'It has id.')).toBe('Did you mean `name`?');
  expect(didYouMean('nmae', ['name'], 'It has id.', '')).toBe('Did you mean name?');
  expect(didYouMean('nmae', ['serial'], 'It has id.')).toBe('It has id.');
});

test.each([
  [[], ''],
  [['a'], 'a'],
  [['a', 'b'], 'a or b'],
  [['a', 'b', 'c'], 'a, b or c'],
])('the words %j are a list of alternatives', (words, text) => {
  expect(orList(words)).toBe(text);
});

test.each([
  ['one two three', 7, ['one two', 'three']],
  ['one two three', 8, ['one two', 'three']],
  ['one two three', 13, ['one two three']],
  ['longer than', 4, ['longer', 'than']],
])('the text %j is wrapped to %i columns', (text, columns, lines) => {
  expect(wrapWords(text, columns)).toEqual(lines);
});

test.each([
  [0, '0 changes'],
  [1, '1 change'],
  [2, '2 changes'],
])('a count of %i takes the form “%s”', (count, text) => {
  expect(plural(count, 'change')).toBe(text);
});

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

test.each([
  ['renameDevice', 'rename device'],
  ['RENAME_DEVICE', 'rename device'],
  ['_deviceGroup_id', 'device group id'],
  ['HTTPServer', 'http server'],
  ['deviceID', 'device id'],
  ['deviceIDs', 'device ids'],
  ['IDsOfDevices', 'ids of devices'],
  ['isABTest', 'is ab test'],
  ['ipv4Address', 'ipv4 address'],
  ['IPV4Address', 'ipv4 address'],
  ['x', 'x'],
  ['__', ''],
])('the identifier %s has the words %j', (name, words) => {
  expect(wordsOf(name).join(' ')).toBe(words);
});
