import { buildSchema } from 'graphql';
import { expect, test } from 'vitest';
import { parseOperations } from '../../src/graphql/parse-operations.ts';
import { findWarnings } from '../../src/graphql/selections/operation-warnings.ts';

const warned = (scalars: string, typed: Readonly<Record<string, string>> = {}) => {
  const of = scalars.split(' ').at(-1) ?? '';
  const schema = buildSchema(
    `scalar ${scalars} type Query { one: ${of} list: [${of}!]! count: Int name: String id: ID }`,
  );
  const operations = parseOperations([{ file: 'a.graphql', text: 'query A { count name id one } query B { list }' }]);
  return findWarnings(schema, operations, typed).map(
    ({ message, place, operation }) => `${operation} ${place.line}:${place.column} ${message}`,
  );
};
const described = (text: string) => `Other "${text}" scalar Big`;

test.each([
  ...['Int64', 'UInt64', 'Long', 'BigInt', 'bigint'],
  ...['A number of 64 bits.', 'A 64-bit number.', 'A 64bit number.', 'Long numbers go to 64 bit.'].map(described),
])('a scalar may hold integers that change, which is reported once: %s', (scalars) => {
  const name = scalars.split(' ').at(-1);
  expect(warned(scalars)).toEqual([
    `A 1:25 ${name} may hold integers beyond 2^53, which change without the client's option \`largeIntegers\`.`,
  ]);
});

test.each([
  ...['Big', 'Date', 'Along', 'Longitude', 'Prolong'],
  ...['It takes along the others.', 'A hash of 164 bits.', 'It has 64 bitterns.'].map(described),
])('a scalar is not reported: %s', (scalars) => {
  expect(warned(scalars)).toEqual([]);
});

test('a scalar with a TypeScript type is not reported', () => {
  expect(warned('Int64', { Int64: 'bigint' })).toEqual([]);
});
