import { describe, expect, test } from 'vitest';
import { findKey, keyForms, type Leak } from '../../src/cli/audit/audit.ts';

const key = 'cp_7Qe+Zt/0aB9?x~LmN4>kY2';

const leakIn = (text: string): Leak | undefined => findKey(Buffer.from(text, 'latin1'), keyForms(key));
const base64 = (text: string) => Buffer.from(text).toString('base64');

describe('the key', () => {
  test.each([0, 1, 2])('is found in base64 behind %d other bytes, in either alphabet', (shift) => {
    const written = Buffer.from(`${'.'.repeat(shift)}${key}..`);
    for (const text of [written.toString('base64'), written.toString('base64url')])
      expect(leakIn(`"${text}"`)).toMatchObject({ encoded: true, count: 1 });
  });

  test.each([
    ['as it is', key, false],
    ['in base64', base64(key), true],
    ['percent-encoded in JSON', JSON.stringify({ a: encodeURIComponent(key) }), true],
    ['percent-encoded in full', [...Buffer.from(key)].map((byte) => `%${byte.toString(16)}`).join(''), true],
    ['percent-encoded in small letters', encodeURIComponent(key).replace(/%../g, (it) => it.toLowerCase()), true],
  ])('is found where it is: %s', (_, written, encoded) => {
    const before = 'const a = "b, c"; (d e f)'.repeat(3);
    const leak = leakIn(`${before}"${written}"; more()`);
    expect(leak).toEqual({ offset: expect.any(Number), encoded, count: 1 });
    expect(leak?.offset).toBeGreaterThanOrEqual(before.length);
    expect(leak?.offset).toBeLessThan(before.length + 9);
  });

  test.each([key.slice(1), key.slice(0, -1), key.toLowerCase(), base64(key.slice(2))])(
    'is not found where there is only something like it: %s',
    (text) => {
      expect(leakIn(text)).toBeUndefined();
    },
  );

  test('is counted, and its first place is reported', () => {
    expect(leakIn(`x(${base64(`"${key}"`)}) ${key} ${key}`)).toMatchObject({ offset: 4, encoded: true, count: 3 });
  });
});
