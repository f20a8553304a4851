// What a search costs, to the character: the texts that nearly all are must cost one look, and no encoding a second one.
import { expect, test } from 'vitest';
import { createKeyFinder } from '../../src/key/find-keys.ts';

const KEY = 'sk_live_9aZ+bQ/x7Lw=Tt0&';
const hex = (text: string) => Buffer.from(text, 'latin1').toString('hex');
const base64 = (text: string) => Buffer.from(text, 'latin1').toString('base64');

test.each<[text: string, work: number]>([
  ['short', 0],
  ['eleven char', 0],
  ['Plain words: nothing in them, not even a run.', 45],
  ['Worte über Schlüssel, mit Umlauten: äöü', 39],
  ['{"id":"d1","name":"Device 1","online":true}', 43],
  ['aaaaaaaaaaaaaaaa', 16],
  ['aaaaaaaaaaaaaaa', 15],
  ['1234567890abcdef12345678', 24],
  ['1234567890abcdef1234567', 23],
  ['1,2,3 and 65, 66, 67', 20],
  ['65,66,67,68,69,70,71,72,73,74,75,76', 59],
  ['a \\n b \\" c \\u0041 \\\\u0041 d', 78],
  ['a %41 b %2541 c %252541 d', 98],
  ['a =41 b =\r\n c =\n d', 18],
  ['a &amp; b &#65; c &#x41 d &unknown; e', 62],
  ['a\0b\0c\0 of UTF-16, or so', 43],
  ['C:\\dir\\new\\table and more', 47],
  [base64('words that are long enough to be one'), 84],
  [`${base64('words that are')}\r\n${base64('long enough')}`, 101],
  [hex('words that are long enough'), 78],
  [hex('\u0001\u0002 not readable \u0001'), 48],
  [base64(base64('in two of them, one within')), 110],
  [base64('a %41 b \\u0041 escapes within'), 142],
  [hex('\\n and \\t and %20 within'), 136],
  [encodeURIComponent(base64('words in two encodings ??')), 126],
  [KEY, 24],
  [hex(KEY), 72],
  [base64(base64(KEY)), 100],
])('%j takes %d', (text, work) => {
  const finder = createKeyFinder([KEY]);
  finder.inText(text);
  expect(finder.work()).toBe(work);
});
