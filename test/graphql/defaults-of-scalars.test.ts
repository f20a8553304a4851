import { buildSchema, type GraphQLSchema, lexicographicSortSchema, parse } from 'graphql';
import { expect, test } from 'vitest';
import { readUsedSchema } from '../../src/codegen/output/used-schema.ts';
import { parseSchema } from '../../src/graphql/parse-schema.ts';
import { printSnapshot } from '../../src/graphql/print-sdl.ts';
import { defaultText } from '../../src/graphql/values.ts';
import { withElements } from '../../src/graphql/with-elements.ts';
import { showName } from '../../src/operations/show.ts';

/** graphql-js cannot print such a default of a custom scalar. */
const sdl = `scalar JSON

input Filter {
  meta: JSON = {a: [1, "say \\"no\\"", null], b: {c: true}}
  tags: [JSON!] = [{}, "x"]
}

type Query {
  find(by: Filter = {meta: {}}, text: JSON = "\\u0000", number: JSON = 1.5): String
}`;

/** graphql 17 prints spaces within braces, and a default as it was written. */
const tight = (text: string) => text.replace(/\{ /g, '{').replace(/ \}/g, '}');

test('a snapshot keeps defaults of custom scalars that are lists and objects', () => {
  const text = printSnapshot(parseSchema(sdl, 'schema'), 'somewhere');
  for (const literal of ['{a: [1, "say \\"no\\"", null], b: {c: true}}', '[{}, "x"]', '{meta: {}', '1.5'])
    expect(tight(text)).toContain(` = ${literal}`);
  expect(printSnapshot(parseSchema(text, 'schema'), 'somewhere')).toBe(text);
});

test('`schema show` shows defaults of custom scalars, and leaves the scalars as they were', () => {
  const schema = parseSchema(sdl, 'schema');
  expect(tight(showName(schema, 'Filter'))).toContain('tags: [JSON!] = [{}, "x"]');
  const scalar = schema.getType('JSON');
  expect(scalar && 'serialize' in scalar && scalar.serialize({ a: 1 })).toEqual({ a: 1 });
});

test('other elements are compared in a schema with defaults of custom scalars', () => {
  const schema = buildSchema(sdl);
  const mixed = withElements(
    schema,
    buildSchema(`${sdl} type Added { id: ID }`),
    (coordinate) => coordinate === 'Added',
  );
  expect(Object.keys(mixed.getTypeMap())).toContain('Added');
});

test('the default of an input has the same text in each version of graphql', () => {
  const [by, text] = buildSchema(sdl).getQueryType()?.getFields()['find']?.args ?? [];
  expect([by, text].map((arg) => arg && defaultText(arg))).toEqual(['{meta: {}, tags: [{}, "x"]}', '"\\u0000"']);
});

test('the live schema and its snapshot give the same generated code, whatever the order of fields in a default', () => {
  const live = buildSchema(`input Order { field: String, at: Place } input Place { y: Int, x: Int }
    type Query { find(order: Order = { field: "a", at: { y: 1, x: 2 } }): String }`);
  const snapshot = parseSchema(printSnapshot(live, 'somewhere'), 'schema');
  const hashOf = (schema: GraphQLSchema) => readUsedSchema(lexicographicSortSchema(schema), parse('{ find }')).hash;
  expect(hashOf(snapshot)).toBe(hashOf(live));
});
