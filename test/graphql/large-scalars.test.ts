import { buildSchema } from 'graphql';
import { expect, test } from 'vitest';
import { parseOperations } from '../../src/graphql/parse-operations.ts';
import { findWarnings } from '../../src/graphql/selections/operation-warnings.ts';

const names = (text: string, typed: Readonly<Record<string, string>> = {}, of = 'Big') => {
  const schema = buildSchema(`scalar ${text} type Query { one: ${of} list: [${of}!]! count: Int name: String id: ID }`);
  const operations = parseOperations([{ file: 'a.graphql', text: 'query A { count name id one } query B { list }' }]);
  return findWarnings(schema, operations, typed).map(
    ({ message, place, operation }) => `${operation} ${place.line}:${place.column} ${message}`,
  );
};
const said = (name: string) =>
  `A 1:25 ${name} may hold integers beyond 2^53, which change without the client's option \`largeIntegers\`.`;

test.each(['Int64', 'UInt64', 'Long', 'BigInt', 'bigint'])(
  'a scalar %s may hold integers that change, which is reported once',
  (name) => {
    expect(names(name, {}, name)).toEqual([said(name)]);
  },
);

test.each(['A number of 64 bits.', 'A 64-bit number.', 'A 64bit number.', 'Long numbers go to 64 bit.'])(
  'a scalar is recognized by its description: %s',
  (description) => {
    expect(names(`Big`, {}, 'Big')).toEqual([]);
    expect(names(`Other "${description}" scalar Big`, {}, 'Big')).toEqual([said('Big')]);
  },
);

test.each(['Date', 'Along', 'Longitude', 'Prolong'])('a scalar %s is not reported', (name) => {
  expect(names(name, {}, name)).toEqual([]);
});

test.each(['It takes along the others.', 'A hash of 164 bits.', 'It has 64 bitterns.'])(
  'a scalar is not reported for its description: %s',
  (text) => {
    expect(names(`Other "${text}" scalar Big`, {}, 'Big')).toEqual([]);
  },
);

test('a scalar with a TypeScript type is not reported', () => {
  expect(names('Int64', { Int64: 'bigint' }, 'Int64')).toEqual([]);
});
