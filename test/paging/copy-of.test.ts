import { expect, test } from 'vitest';
import { copyOf } from '../../src/paging/copy-of.ts';

class Money {
  cents = 5;
  toJSON(): string {
    return `${this.cents}`;
  }
}

test('a copy is equal, and shares nothing that its owner may change', () => {
  const value = { a: [{ b: 1 }, [2]], at: new Date(7), none: null, nothing: undefined, bare: Object.create(null) };
  const copy = copyOf(value);
  expect(copy).toEqual(value);
  expect(Object.getPrototypeOf(copy.bare)).toBeNull();
  value.a.push([3]);
  (value.a[0] as { b: number }).b = 9;
  value.at.setTime(8);
  value.bare.late = true;
  expect(copy).toMatchObject({ a: [{ b: 1 }, [2]], at: new Date(7) });
  expect(copy.bare).toEqual({});
  expect(copyOf([])).toEqual([]);
});

test('what has a class stays what it is: only its owner knows how to copy it', () => {
  const values = { price: new Money(), tags: new Map([['a', 1]]), big: 5n };
  const copy = copyOf(values);
  expect(copy).toEqual(values);
  expect(copy.price).toBe(values.price);
  expect(copy.tags).toBe(values.tags);
});

test('circles stay circles, and __proto__ an entry', () => {
  const circle: { self?: unknown } = {};
  circle.self = circle;
  const copy = copyOf(circle);
  expect(copy.self).toBe(copy);
  expect(copy).not.toBe(circle);
  const entry: unknown = copyOf(JSON.parse('{"__proto__":{"x":1}}'));
  expect(Object.keys(entry as object)).toEqual(['__proto__']);
  expect((entry as { x?: unknown }).x).toBeUndefined();
});
