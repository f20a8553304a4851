import { buildSchema, introspectionFromSchema, lexicographicSortSchema, parse, validate } from 'graphql';
import { expect, test } from 'vitest';
import { parseSchema } from '../../src/graphql/parse-schema.ts';
import { isControlApiError } from '../../src/index.ts';

const fine = 'type Device { id: ID!, name: String } type Query { devices: [Device!]! }';

function faultOf(text: string): string {
  try {
    parseSchema(text, 's.graphql');
  } catch (error) {
    return isControlApiError(error, 'configuration') ? error.message : `another error: ${String(error)}`;
  }
  return 'none';
}

const introspection = introspectionFromSchema(buildSchema(fine));

test.each([
  ['SDL', fine],
  ['an introspection result', JSON.stringify(introspection)],
  ['an introspection result in its envelope', `\n ${JSON.stringify({ data: introspection })}`],
])('the text decides the format of a schema: %s', (_what, text) => {
  expect(String(parseSchema(text, 'any.name').getQueryType()?.getFields()['devices']?.type)).toBe('[Device!]!');
});

test.each([
  [
    'a field that is deprecated in a type alone',
    'interface Node { id: ID } type Query implements Node { id: ID @deprecated }',
  ],
  ['a default that does not fit its type', 'type Query { devices(first: Int = "all"): Int }'],
])('schemas that only graphql 17 refuses are accepted in both versions: %s', (_what, sdl) => {
  const schema = parseSchema(sdl, 's.graphql');
  expect(validate(schema, parse('{ __typename }'))).toEqual([]);
  expect(validate(lexicographicSortSchema(schema), parse('{ __typename }'))).toEqual([]);
  const shown = JSON.stringify(introspectionFromSchema(schema));
  expect(parseSchema(shown, 's.json').getQueryType()?.name).toBe('Query');
});

test.each([
  ['a syntax error', 'type Query {\n  a: Int\n', 's.graphql:3:1', 'Syntax Error: Expected Name, found <EOF>.'],
  ['an unknown type', 'type Query {\n  a: Gone\n}', 's.graphql:2:6', 'Unknown type: "Gone".'],
  ['a schema that is invalid', 'type Query {\n  __a: Int\n}', 's.graphql:2:3', 'Name "__a" must not begin with "__"'],
  ['a schema without queries', 'type Device { id: ID }', 's.graphql', 'Query root type must be provided.'],
  ['JSON of something else', '{ "a": 1 }', 's.graphql', 'It is JSON without an introspection result'],
  ['an introspection result in part', '{ "__schema": { "types": [] } }', 's.graphql', ''],
  ['text that ends in the middle of JSON', '{ "__schema": ', 's.graphql', ''],
])('an invalid schema file is reported with its place and one thing to do: %s', (_what, text, place, fault) => {
  const message = faultOf(text);
  expect(message).toContain(`The schema in ${place} is invalid: ${fault}`);
  expect(message).toMatch(/[.!?] Correct it\.$/);
  expect(message).not.toContain('\n');
});
