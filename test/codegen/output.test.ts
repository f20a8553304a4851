import { join } from 'node:path';
import { buildSchema, introspectionFromSchema } from 'graphql';
import { describe, expect, test } from 'vitest';
import { generateFrom, generateText, withFiles } from './generate-text.ts';

const schema = `
scalar DateTime
scalar JSON
"What it shines in."
enum Color { "Like a tomato." RED BLUE }
enum Unused { A }
input Filter { color: Color = RED, ids: [ID!], nested: Filter, tags: [String] }
input UnusedInput { a: Int }
interface Named { name: String! }
type Device implements Named { id: ID!, name: String!, color: Color!, colors: [Color], at: DateTime, meta: JSON }
type App implements Named { id: ID!, name: String!, device: Device }
type Team { devices(filter: Filter, id: ID, color: Color): [Device!]!, named: [Named!]! }
type Query { team: Team! }
type Mutation { rename(id: ID!, name: String!): Device }
`;

describe('one readable file', () => {
  test('names its generator, the part of the schema, and the command to generate it again', async () => {
    const text = await generateText(schema, 'query A { team { devices { id } } }');
    expect(text.split('\n').slice(0, 3)).toEqual([
      '/* eslint-disable */',
      '// Made by control-api-sdk/codegen with GraphQL Code Generator. Do not edit: run `npx control-api-sdk generate` again.',
      expect.stringMatching(/^\/\/ Made from the part of the schema that these operations use, sha256:[0-9a-f]{64}$/),
    ]);
    expect(text.endsWith(');\n')).toBe(true);
    expect(text).not.toMatch(/\n\n\n/);
  });

  test('is the same, byte for byte, for any order of files, definitions and the schema', async () => {
    const a = 'query A { team { devices { ...Core } } }';
    const b = 'mutation B($id: ID!) { rename(id: $id, name: "x") { ...Core at } }';
    const core = 'fragment Core on Device { id name }';
    const first = await generateText(schema, { 'a.graphql': a, 'b.graphql': b, 'c.graphql': core });
    const second = await generateText(
      schema
        .split('\n')
        .reverse()
        .join('\n')
        .replace(/"What it shines in."\n/, ''),
      {
        '1.graphql': `${core}\n${b}`,
        '2.graphql': a,
      },
    );
    expect(second).toBe(first);
  });

  test('changes only with the part of the schema that is used', async () => {
    const operation = 'query A($filter: Filter) { team { devices(filter: $filter) { id name } } }';
    const text = await generateText(schema, operation);
    expect(await generateText(schema.replace('type Mutation {', 'type Mutation { more: Int'), operation)).toBe(text);
    expect(await generateText(schema.replace('at: DateTime', 'at: JSON'), operation)).toBe(text);
    const hash = (it: string) => /sha256:\w+/.exec(it)?.[0];
    for (const changed of [
      schema.replace('type Device implements Named { id: ID!', 'type Device implements Named { id: ID'),
      schema.replace('RED BLUE', 'RED BLUE GREEN'),
      schema.replace('tags: [String]', 'tags: [String!]'),
      schema.replace('= RED', '= BLUE'),
      schema.replace('devices(filter: Filter,', 'devices(filter: Filter, more: Int,'),
    ]) {
      expect(hash(await generateText(changed, operation))).not.toBe(hash(text));
    }
  });

  test('declares the types that are used and no others', async () => {
    const text = await generateText(schema, 'query A($color: Color) { team { devices(color: $color) { id } } }');
    expect(text).toContain(
      `/** What it shines in. */\nexport type Color =\n  | 'BLUE'\n  /** Like a tomato. */\n  | 'RED';`,
    );
    expect(text).not.toMatch(/Unused|Filter|Incremental|Member|\bany\b/);
  });
});

describe('scalars and enums', () => {
  const operation = `query A($id: ID, $ids: Filter) { team { devices(id: $id, filter: $ids) { id at meta color colors } } }`;

  test('an ID is a string in inputs, and a scalar without a mapping is unknown', async () => {
    const text = await generateText(schema, operation, { scalars: { DateTime: 'string' } });
    expect(text).toContain('id?: string | null | undefined;');
    expect(text).toContain('ids?: Array<string> | null | undefined;');
    expect(text).toContain('at: string | null');
    expect(text).toContain('meta: unknown');
  });

  test('a scalar can be mapped to an imported type', async () => {
    const text = await generateText(schema, operation, { scalars: { DateTime: './date-time.js#DateTime' } });
    expect(text).toContain(`import type { DateTime } from './date-time.js';`);
    expect(text).toContain('at: DateTime | null');
  });

  test('enums are closed unions by default', async () => {
    const text = await generateText(schema, operation);
    expect(text).toContain('color: Color,');
    expect(text).not.toContain('string & {}');
  });

  test('open enums accept new values in results, never in inputs', async () => {
    const text = await generateText(schema, operation, { openEnums: true });
    expect(text).toContain('color: Color | (string & {})');
    expect(text).toContain('colors: Array<Color | (string & {}) | null> | null');
    expect(text).toContain('color?: Color | null | undefined;');
    expect(text.match(/export type Color =/g)).toHaveLength(1);
  });

  test('an open enum that only results use is declared like a closed one', async () => {
    const results = 'query A { team { devices { color } } }';
    const declaration = (text: string) => /\/\*\* What.*?;/s.exec(text)?.[0];
    const open = declaration(await generateText(schema, results, { openEnums: true }));
    expect(open).toBeDefined();
    expect(open).toBe(declaration(await generateText(schema, results)));
  });
});

describe('texts', () => {
  test('contain exactly the fragments that an operation uses, each once, in the order of first use', async () => {
    const text = await generateText(schema, {
      'fragments.graphql': `fragment Two on Device { name } fragment One on Device { id ...Two } fragment Three on Team { named { name } }`,
      'operations.graphql': `query A { team { devices { ...One ...Two ... on Device { ...One } } } } query B { team { ...Three } }`,
    });
    const [, a, b] =
      /new TypedOperation<\w+, \w+>\(\n\s*`(.*?)`.*new TypedOperation<\w+, \w+>\(\n\s*`(.*?)`/s.exec(text) ?? [];
    expect(a?.match(/fragment \w+/g)).toEqual(['fragment One', 'fragment Two']);
    expect(b?.match(/fragment \w+/g)).toEqual(['fragment Three']);
  });

  test('a description becomes a comment and is not sent', async () => {
    const text = await generateText(schema, '"All of */ them." query A { team { devices { id } } }');
    expect(text).toContain('/** All of *\\/ them. */\nexport const A:');
    expect(text.match(/All of/g)).toHaveLength(1);
  });

  test('stay as they are written, conditions included', async () => {
    const text = await generateText(
      schema,
      'query A($x: Boolean!) { team { ... @include(if: $x) { devices { id } } } }',
    );
    expect(text).toContain('... @include(if: $x) {');
    expect(text).toContain('devices?:');
  });
});

test('a field may have the name of a member of every object, such as `constructor`', async () => {
  const text = await generateText(
    'type Query { constructor: String!, toString: Int }',
    'query A { constructor toString }',
  );
  expect(text).toMatch(/constructor: string,\n\s*toString: number \| null/);
});

test('a snapshot may be the JSON of an introspection', async () => {
  const operation = 'query A($id: ID) { team { devices(id: $id) { id color } } }';
  const json = JSON.stringify({ data: introspectionFromSchema(buildSchema(schema)) });
  const text = await withFiles({ 's.json': json, 'a.graphql': operation }, (folder) =>
    generateFrom({ schema: join(folder, 's.json'), operations: join(folder, 'a.graphql'), output: 'out.ts' }),
  );
  expect(text).toBe(await generateText(schema, operation));
});

test('without operations there is nothing to import', async () => {
  const text = await generateText(schema, 'fragment Core on Device { id }');
  expect(text).not.toContain('import');
  expect(text).toContain('export type CoreFragment = {');
});

test('syntax trees need no import but a type', async () => {
  const text = await generateText(schema, 'query A { team { devices { id } } }', { documents: 'ast' });
  expect(text).toContain(`import type { DocumentNode } from 'graphql';`);
  expect(text).not.toContain('TypedOperation');
  expect(text).toMatch(
    /export const A = \{"kind":"Document".*\} as unknown as TypedDocumentNode<AQuery, AQueryVariables>;/,
  );
});
