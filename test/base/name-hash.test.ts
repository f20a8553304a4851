import { describe, expect, test } from 'vitest';
import { bucketSet, HASH_LENGTH, mayHold, nameHash } from '../../src/base/name-hash.ts';

describe('the set of names in a shape', () => {
  test.each([3, 9, 10, 25, 60])('of %i names holds each of them, and few others', (count) => {
    const names = Array.from({ length: count }, (_, index) => `field${index}`);
    const set = bucketSet(names);
    expect(names.filter((name) => !mayHold(set, name))).toEqual([]);
    const others = Array.from({ length: 1_000 }, (_, index) => `other${index}`);
    expect(others.filter((name) => mayHold(set, name)).length).toBeLessThanOrEqual((1_000 * count) / 64 + 60);
    expect(set.length).toBeLessThanOrEqual(11);
  });

  test('hashes of thousands of names seldom meet', () => {
    const hashes = new Set(Array.from({ length: 2_000 }, (_, index) => nameHash(`VALUE_${index}`)));
    expect(hashes.size).toBeGreaterThan(1_980);
  });

  test('is the same in whatever order they come, and empty without any', () => {
    expect(bucketSet(['LOST', 'ACTIVE', 'RETIRED', 'LOST'])).toBe(bucketSet(['ACTIVE', 'RETIRED', 'LOST']));
    expect(bucketSet([])).toBe('');
    expect(mayHold('', 'ACTIVE')).toBe(false);
  });

  test('holds just the names whose bucket it has', () => {
    // One name for each of the 64 buckets.
    const byBucket = new Map<string, string>();
    for (let index = 0; byBucket.size < 64; index++) byBucket.set(bucketSet([`V${index}`]), `V${index}`);
    const names = [...byBucket.values()];
    for (const count of [1, 10, 11, 33, 64]) {
      const held = names.slice(0, count);
      const set = bucketSet(held);
      expect(names.filter((name) => mayHold(set, name))).toEqual(held);
      expect(set).toHaveLength(Math.min(count, 11));
    }
  });
});

test('what generated code holds is understood by every later version: a name’s hash and bucket stay', () => {
  const names = ['', 'a', 'id', 'ACTIVE', 'Größe'];
  expect(names.map((name) => [nameHash(name), bucketSet([name])])).toMatchInlineSnapshot(`
    [
      [
        "BzZ",
        "Z",
      ],
      [
        "M0g",
        "g",
      ],
      [
        "F3Y",
        "Y",
      ],
      [
        "AK_",
        "_",
      ],
      [
        "mF0",
        "0",
      ],
    ]
  `);
  expect(nameHash('ACTIVE')).toHaveLength(HASH_LENGTH);
  expect(bucketSet(Array.from({ length: 20 }, (_, index) => `VALUE_${index}`))).toMatchInlineSnapshot(`"IHIGEGsAhUB"`);
});
