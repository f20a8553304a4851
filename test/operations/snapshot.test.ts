import {
  buildASTSchema,
  buildClientSchema,
  buildSchema,
  introspectionFromSchema,
  lexicographicSortSchema,
  parse,
  printSchema,
  visit,
} from 'graphql';
import { expect, test } from 'vitest';
import { endpointText } from '../../src/graphql/files/commands.ts';
import { printSnapshot } from '../../src/graphql/print-sdl.ts';
import { relaySchema } from './github.ts';

const source = 'https://control.example/graphql';

test('a snapshot names its source, and has no date', () => {
  const [header] = printSnapshot(relaySchema(), source).split('\n');
  expect(header).toBe(
    '# The schema of https://control.example/graphql, as `control-api schema pull` read it. Pull again rather than edit.',
  );
});

test('the same schema gives the same bytes, in any order of the server', () => {
  const schema = relaySchema();
  const document = parse(printSchema(schema));
  const backwards = visit(document, {
    Document: (node) => ({ ...node, definitions: node.definitions.toReversed() }),
    ObjectTypeDefinition: (node) => ({ ...node, fields: node.fields?.toReversed() }),
    FieldDefinition: (node) => ({ ...node, arguments: node.arguments?.toReversed() }),
    EnumTypeDefinition: (node) => ({ ...node, values: node.values?.toReversed() }),
    UnionTypeDefinition: (node) => ({ ...node, types: node.types?.toReversed() }),
  });
  const shuffled = buildASTSchema(backwards);
  expect(printSchema(shuffled)).not.toBe(printSchema(schema));
  expect(printSnapshot(shuffled, source)).toBe(printSnapshot(schema, source));
});

test('a snapshot that is read back is the same schema', () => {
  const read = buildClientSchema(introspectionFromSchema(relaySchema()));
  const text = printSnapshot(read, source);
  expect(printSchema(lexicographicSortSchema(buildSchema(text)))).toBe(printSchema(lexicographicSortSchema(read)));
  expect(printSnapshot(buildSchema(text), source)).toBe(text);
  expect(text).toMatch(/[^\n]\n$/);
});

test.each(['https://control.example', 'https://control.example/', ' https://CONTROL.example/graphql '])(
  'an endpoint is written in one way: %j',
  (baseUrl) => expect(endpointText(baseUrl)).toBe(source),
);
