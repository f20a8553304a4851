import { describe, expect, test } from 'vitest';
import { type FoundObject, searchObjects } from '../../src/cli/git-objects.ts';
import { KeySearch, keyPattern } from '../../src/cli/key-pattern.ts';

const key = 'cp_7Qe+Zt/0aB9?x~LmN4>kY2';
const pattern = keyPattern(key);

function finds(text: string, size = text.length): boolean {
  const search = new KeySearch(pattern);
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) search.add(bytes.subarray(at, at + size));
  return search.found;
}

describe('a key in a file is found', () => {
  const shown = ['', 'a', 'ab', 'abc'].flatMap((before) =>
    ['', 'x', 'xy', 'xyz'].flatMap((after) => [
      ['as it is', before + key + after],
      ['percent-encoded', `?k=${before}${encodeURIComponent(key)}${after}`],
      ['in base64', Buffer.from(before + key + after).toString('base64')],
      ['in URL-safe base64', Buffer.from(before + key + after).toString('base64url')],
    ]),
  );
  test.each(shown)('%s: %s', (_, text) => {
    expect(finds(text)).toBe(true);
    for (const size of [1, 2, 7, 31]) expect(finds(`0123456789${text}`, size), `in pieces of ${size}`).toBe(true);
  });

  test.each([key.slice(1), key.slice(0, -1), key.toLowerCase(), Buffer.from(key.slice(2)).toString('base64')])(
    'but not where there is only something like it: %s',
    (text) => {
      expect(finds(text)).toBe(false);
    },
  );
});

describe('objects of git', () => {
  const objects = [
    ['1111', 'commit', `tree 0\n\n${key}`, ''],
    ['2222', 'blob', 'nothing\n', 'a b.txt'],
    ['3333', 'blob', '', 'empty'],
    ['4444', 'blob', `${'x\n'.repeat(500)}${key}\n`, 'dir/with space.ts'],
    ['5555', 'blob', key.slice(0, 12), 'half'],
    ['6666', 'blob', key.slice(12), 'other half'],
    ['7777', 'blob', key, 'last'],
  ] as const;
  const output = Buffer.from(
    objects.map(([id, type, text, path]) => `${id} ${type} ${text.length} ${path}\n${text}\n`).join('gone missing\n'),
  );

  test.each([1, 2, 3, 64, 100_000])('are searched one by one, in pieces of %d bytes', async (size) => {
    async function* pieces() {
      for (let at = 0; at < output.length; at += size) yield output.subarray(at, at + size);
    }
    const found: FoundObject[] = [];
    for await (const object of searchObjects(pieces(), pattern)) found.push(object);
    expect(found).toEqual([
      { id: '1111', type: 'commit', path: '' },
      { id: '4444', type: 'blob', path: 'dir/with space.ts' },
      { id: '7777', type: 'blob', path: 'last' },
    ]);
  });
});
