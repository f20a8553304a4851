import { describe, expect, test } from 'vitest';
import { createPseudonyms } from '../../src/emulator/recorder/pseudonyms.ts';
import { shiftTime } from '../../src/emulator/recorder/shift-time.ts';

describe('a pseudonym has the format of its original', () => {
  test.each([
    ['3f2504e0-4f89-41d3-9a0c-0305e82c3301', /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-9[\da-f]{3}-[\da-f]{12}$/],
    ['3F2504E0-4F89-41D3-9A0C-0305E82C3301', /^[\dA-F]{8}-[\dA-F]{4}-4[\dA-F]{3}-9[\dA-F]{3}-[\dA-F]{12}$/],
    ['192.168.1.20', /^10(?:\.\d{1,3}){3}$/],
    ['192.168.1.0/24', /^10(?:\.\d{1,3}){3}\/24$/],
    ['192.168.1.20:8443', /^10(?:\.\d{1,3}){3}:\d+$/],
    ['2a02:8109:8a80::7334', /^2001:db8(?::[\da-f]{4}){6}$/],
    ['a4-5e-60-c2-11-09', /^02(?:-[\da-f]{2}){5}$/],
    ['ada@lindqvist.example', /^[a-z]{10}@example\.com$/],
    ['https://lindqvist.example/a?b=1', /^https:\/\/example\.com\/[a-z]{12}$/],
    ['2025-03-04', /^20\d\d-\d\d-\d\d$/],
    ['2025-03-04T05:06:07.123456+02:00', /^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}000\+00:00$/],
    ['2025-03-04 05:06', /^20\d\d-\d\d-\d\d \d\d:\d\d$/],
    ['12:34:56Z', /^[0-2]\d:[0-5]\d:[0-5]\dZ$/],
    ['PT90M', /^PT[1-9]\dM$/],
    ['1.12.3', /^\d\.\d\d\.\d$/],
    ['Gate 12 (north), Köln', /^[A-Z][a-z]{3} \d\d \([a-z]{5}\), [A-Z][a-z]{3}$/],
    ['a94a8fe5ccb19ba61c4c', /^[\da-f]{20}$/],
    ['00420', /^00[1-9]\d\d$/],
    ['😀😀😀😀', /^[a-z]{4}$/],
    ['----', /^[a-z]{8,}$/],
    ['', /^$/],
  ])('%s', (original, format) => {
    const text = createPseudonyms('key', [original]).text(original);
    expect(text).toMatch(format);
    if (original !== '') expect(text).not.toBe(original);
  });

  test.each([
    [421, 'load', /^[1-9]\d\d$/],
    [-12.75, 'balance', /^-[1-9]\d\.\d[1-9]$/],
    [0.25, 'ratio', /^0\.\d[1-9]$/],
    [7, 'count', /^7$/],
    [2_147_483_000, 'size', /^[1-9]\d{9}$/],
  ])('%d', (original, field, format) => {
    const number = createPseudonyms('key', [String(original)]).number(original, field);
    expect(String(number)).toMatch(format);
    if (Number.isInteger(original)) expect(number).toBeLessThanOrEqual(2_147_483_647);
  });
});

describe('no pseudonym contains an original', () => {
  const dense = Array.from({ length: 4_000 }, (_, at) => String(1000 + at * 2));

  test('even where originals fill half of their format, and each has a pseudonym of its own', () => {
    const { text, number } = createPseudonyms('key', dense);
    const fakes = dense.map((original) => text(original));
    expect(new Set(fakes).size).toBe(dense.length);
    const all = [...fakes, ...dense.map((original) => String(number(Number(original), 'load')))];
    expect(all.filter((fake) => dense.some((original) => fake?.includes(original)))).toEqual([]);
  });

  test('nor a word of a fixed format', () => {
    const { text } = createPseudonyms('key', ['HTTPS', 'example']);
    for (const original of ['https://a.example/b', 'a@b.example'])
      expect(text(original)).toMatch(/^(?!.*(?:https|example))[a-z]+$/);
  });

  test('a time that would show one is left out', () => {
    const years = Array.from({ length: 40 }, (_, at) => String(2000 + at));
    const { text, number } = createPseudonyms('key', [...years, '2025-03-04']);
    expect(text('2025-03-04')).toBeUndefined();
    expect(years.map((year) => number(Number(year), 'year'))).not.toContain(undefined);
  });
});

test('a time that cannot be moved is left out, not scrambled', () => {
  expect(createPseudonyms('key', []).text('0001-01-01T00:00:00Z')).toBeUndefined();
});

test('ids of one and two digits are replaced, each by another', () => {
  const ids = Array.from({ length: 30 }, (_, at) => String(at));
  const { text } = createPseudonyms('key', ids);
  const fakes = ids.map((id) => text(id));
  expect(new Set(fakes).size).toBe(ids.length);
  expect(fakes.filter((fake, at) => fake === ids[at] || !/^\w+$/.test(fake ?? ''))).toEqual([]);
});

test('times keep their order and their distances, also as numbers', () => {
  const times = ['2024-02-29T23:59:59Z', '2024-03-01T00:00:00Z', '2025-12-31T10:00:00Z'];
  const { text, number } = createPseudonyms('key', times);
  const moved = times.map((time) => Date.parse(text(time) ?? ''));
  const moments = times.map((time) => Date.parse(time));
  const distance = (moved[0] ?? 0) - (moments[0] ?? 0);
  expect(moved.map((time, at) => time - (moments[at] ?? 0))).toEqual([distance, distance, distance]);
  expect(distance).toBeLessThan(-365 * 86_400_000);
  const [first = 0, second = 0] = moments;
  expect((number(second, 'createdAt') ?? 0) - (number(first, 'createdAt') ?? 0)).toBe(1000);
  expect((number(second / 1000, 'created_at') ?? 0) - (number(first / 1000, 'created_at') ?? 0)).toBe(1);
  expect(number(1_234_567_890, 'format')).not.toBe(number(1_234_567_890, 'createdAt'));
});

test.each([
  ['2025-01-01', -1, '2024-12-31'],
  ['2025-01-01T00:00:00Z', -1000, '2024-12-31T23:59:59Z'],
  ['2025-01-01T02:00:00+0200', 0, '2025-01-01T00:00:00+0000'],
  ['2025-13-01', 0, undefined],
  ['0001-01-01', -800 * 86_400_000, undefined],
  ['yesterday', 0, undefined],
])('%s moved by %d ms is %s', (time, offset, moved) => {
  expect(shiftTime(time, offset)).toBe(moved);
});
