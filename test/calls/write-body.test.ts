import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { writeBody } from '../../src/call/exchange/exchange.ts';
import { isControlApiError } from '../../src/index.ts';
import { messageOf } from '../helpers/message-of.ts';

const query = '"mutation Set($input: In) { set(input: $input) }"';
const secret = 'variable-not-to-be-shown';

const variablesIn = (body: string): unknown => JSON.parse(body).variables;
const refusal = (variables: unknown): string => messageOf(() => writeBody(query, variables, undefined));

class Point {
  x = 1;
  label = secret;
  #hidden = 'never written';
  get hidden(): string {
    return this.#hidden;
  }
}

class Money {
  readonly #cents = 150;
  toJSON(): object {
    return { amount: this.#cents / 100, currency: 'EUR' };
  }
}

const tagged = { [Symbol.toStringTag]: 'Filter', status: 'ONLINE' };
const circle: Record<string, unknown> = { name: secret };
circle['self'] = circle;

test.each<[string, unknown]>([
  ['an object', { a: 1, b: [true, null, 'x'] }],
  ['an object without a prototype', Object.assign(Object.create(null), { a: 1 })],
  ['an instance of a class', new Point()],
  ['an instance of a class with nothing but `toJSON`', new Money()],
  ['an object with a tag of its own', tagged],
  ['a date', new Date(0)],
  ['a URL', new URL('https://example.com/a')],
  ['a Buffer', Buffer.from('ab')],
  ['boxed primitives', [new String('x'), new Number(5), new Boolean(false)]],
  ['a property that is undefined, which is left out', { a: undefined, b: 1 }],
  ['an empty object', {}],
  ['an empty list', []],
  ['negative zero', -0],
  ['a text of every kind', 'Tür "1" \u2028 💡 \0 \ud800'],
  ['what is named as what JavaScript has', { toJSON: 'no function', constructor: 1, ['__proto__']: 2 }],
])('a variable is written as by JSON.stringify: %s', (_what, input) => {
  const body = writeBody(query, { input }, undefined);
  expect(body).toBe(`{"query":${query},"variables":${JSON.stringify({ input })}}`);
});

test('variables that are an instance of a class, or have a `toJSON`, are written as by JSON.stringify', () => {
  expect(variablesIn(writeBody(query, new Point(), undefined))).toEqual({ x: 1, label: secret });
  expect(variablesIn(writeBody(query, new Money(), undefined))).toEqual({ amount: 1.5, currency: 'EUR' });
  expect(variablesIn(writeBody(query, Object.assign(Object.create(null), { a: 1 }), undefined))).toEqual({ a: 1 });
});

test('a refused variable is named by the first 80 letters of its path', () => {
  const name = 'n'.repeat(81);
  expect(() => writeBody(query, { [name]: Number.NaN }, undefined)).toThrow(`$${name.slice(1)} holds NaN`);
});

test.each<[string, unknown, RegExp]>([
  ['a Map', new Map([[secret, 1]]), /holds a Map, which JSON cannot hold/],
  ['a Map with properties beside', Object.assign(new Map([[secret, 1]]), { a: 1 }), /holds a Map/],
  ['a Set', new Set([secret]), /holds a Set/],
  ['a Promise', Promise.resolve(secret), /holds a Promise/],
  ['a typed array', new Uint8Array([1, 2]), /holds a Uint8Array/],
  ['an ArrayBuffer', new ArrayBuffer(2), /holds a ArrayBuffer/],
  ['an Error', new Error(secret), /holds a Error/],
  ['an Error with properties', Object.assign(new Error(secret), { code: 'X' }), /holds a Error/],
  ['a regular expression', /secret/, /holds a RegExp/],
  ['a WeakMap', new WeakMap(), /holds a WeakMap/],
  ['a Headers', new Headers({ a: secret }), /holds a Headers/],
  ['a generator', (function* () {})(), /holds an object without entries/],
  ['an object whose tag holds a value', { [Symbol.toStringTag]: secret }, /holds an object without entries/],
  ['NaN', Number.NaN, /holds NaN, which JSON cannot hold/],
  ['Infinity', Number.NEGATIVE_INFINITY, /holds -Infinity/],
  ['a boxed NaN', new Number(Number.NaN), /holds NaN/],
  ['an invalid Date', new Date(Number.NaN), /holds an invalid Date/],
  ['a boxed BigInt', Object(1n), /holds a bigint/i],
  ['a function', () => secret, /holds a function/],
  ['a symbol', Symbol(secret), /holds a symbol/],
  ['undefined in a list', [1, undefined], /undefined in a list/],
  ['a hole in a list', new Array(2), /undefined in a list/],
  ['a `toJSON` that gives what JSON cannot hold', { toJSON: () => new Map() }, /holds a Map/],
  ['a `toJSON` that gives NaN', { toJSON: () => Number.NaN }, /holds NaN/],
])('a variable that JSON would change is refused by its name: %s', (_what, input, message) => {
  for (const variables of [
    { fine: 1, input },
    { fine: 1, input: { deep: [{ input }] } },
  ]) {
    const said = refusal(variables);
    expect(said).toMatch(message);
    expect(said).toContain('The variable $input');
    expect(said).not.toContain(secret);
  }
});

test.each<[string, unknown]>([
  ['a circle', { input: circle }],
  ['a `toJSON` that throws', { input: { toJSON: () => fail() } }],
  [
    'a getter that throws',
    {
      get input() {
        return fail();
      },
    },
  ],
])('%s is reported without its words', (_what, variables) => {
  expect(refusal(variables)).toMatch(
    /cannot be written as JSON: they hold a circle, or a `toJSON` or getter that fails/,
  );
  expect(refusal(variables)).not.toContain(secret);
});

test.each<[string, unknown, RegExp]>([
  ['a Map', new Map([['input', 1]]), /The variables are a Map/],
  ['a Promise', Promise.resolve({ input: 1 }), /The variables are a Promise/],
  ['an Error', new Error(secret), /The variables are a Error/],
  ['a function', () => ({}), /The variables are a function/],
  ['a list', [1], /The variables must be an object/],
  ['a text', '{"input":1}', /The variables must be an object/],
  ['a number', 7, /The variables must be an object/],
  ['a bigint', 7n, /The variables must be an object/],
  ['a `toJSON` that gives a text', { toJSON: () => secret }, /The variables must be an object/],
  ['a `toJSON` that gives nothing', { toJSON: () => undefined }, /The variables must be an object/],
])('%s is refused in place of the variables', (_what, variables, message) => {
  expect(refusal(variables)).toMatch(message);
  expect(refusal(variables)).not.toContain(secret);
});

describe('a bigint is written as its digits', () => {
  const write = (input: unknown): string => {
    const body = writeBody(query, { input }, undefined);
    return body.slice(`{"query":${query},"variables":{"input":`.length, -2);
  };

  test('a bigint is written as its digits, beside any text', () => {
    expect(write([0n, -7n, 12345678901234567890n, { a: -9007199254740993n }])).toBe(
      '[0,-7,12345678901234567890,{"a":-9007199254740993}]',
    );
    for (const text of [
      '1',
      '\ud800x1',
      '\ud800\udc001',
      '\\ud8001',
      '"\ud8001',
      '\ud800\ud801',
      '\udbff\udfff1',
      '\\"1',
    ])
      expect(write([text, 1n, { [text]: text }])).toBe(JSON.stringify([text, 1, { [text]: text }]));
  });

  test('a bigint is written beside a name that looks like the mark of a bigint', () => {
    expect(write([1n, { '\ud8001': 2n }])).toBe('[1,{"\\ud8001":2}]');
  });
});

function fail(): never {
  throw new Error(secret);
}

test.each([undefined, null, {}, { input: undefined }])('variables that are %j are not sent', (variables) => {
  expect(writeBody(query, variables, undefined)).toBe(`{"query":${query}}`);
});

test('the operation name comes last in the body', () => {
  expect(writeBody('"a"', { b: 1 }, 'C')).toBe('{"query":"a","variables":{"b":1},"operationName":"C"}');
  expect(writeBody('"a"', {}, 'C')).toBe('{"query":"a","operationName":"C"}');
});

test('accepted variables arrive as by JSON.stringify, with no loss', () => {
  const odd = fc.constantFrom<unknown>(
    ...[undefined, Number.NaN, new Map([[1, 2]]), new Set(), 5n, new Date(0), new Date(Number.NaN), new Money()],
    ...[() => 1, Symbol('s'), new Number(1), new Point(), tagged, /x/, new Uint8Array(2), Object.create(null)],
  );
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      fc.oneof(fc.string(), fc.integer(), fc.double(), fc.boolean(), fc.constant(null), odd),
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(fc.string(), tie('value'), { maxKeys: 4, noNullPrototype: false }),
    ),
  }));
  let accepted = 0;
  fc.assert(
    fc.property(fc.dictionary(fc.string({ minLength: 1 }), value, { maxKeys: 4 }), (variables) => {
      let body: string;
      try {
        body = writeBody(query, variables, undefined);
      } catch (error) {
        expect(isControlApiError(error, 'configuration')).toBe(true);
        return;
      }
      accepted++;
      const asNumber = (_: string, it: unknown) => (typeof it === 'bigint' ? Number(it) : it);
      const expected = JSON.parse(JSON.stringify(variables, asNumber));
      expect(variablesIn(body) ?? {}).toEqual(expected);
      expect(nullsIn(expected)).toBe(nullsIn(variables));
    }),
    { numRuns: 1_000 },
  );
  expect(accepted).toBeGreaterThan(50);
});

function nullsIn(value: unknown): number {
  if (value === null) return 1;
  return typeof value === 'object' ? Object.values(value).reduce<number>((sum, it) => sum + nullsIn(it), 0) : 0;
}
