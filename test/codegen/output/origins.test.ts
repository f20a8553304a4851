import { buildSchema, parse, validate } from 'graphql';
import { expect, test } from 'vitest';
import { generateFile } from '../../../src/codegen/output/generate-file.ts';
import { watchedOperation } from '../../helpers/watched-operation.ts';
import { generateText } from '../generate-text.ts';

const sdl = `
"""A day."""
scalar Day
enum Color { RED BLUE @deprecated(reason: "Use \`RED\`") }
directive @shown(as: Color, until: Day) on FIELD
interface Named { name: String! }
input Range { from: Day = "2020-01-01" }
input Filter { range: Range, color: Color! }
"""A device."""
type Device implements Named { id: ID!, name: String! @deprecated(reason: "Use \`label\`"), color: Color, network: Network }
type App implements Named { name: String!, note: String }
type Site implements Named { name: String!, note: String }
type Network { address: String! }
union Thing = Device | App | Site
type Root { devices(filter: Filter, first: Int = 5): [Device!]!, named: Named, things: [Thing!] }
type Mutation { move(day: Day!): Device }
schema { query: Root, mutation: Mutation }
`;

const used = (text: string): string | undefined => watchedOperation(sdl, text).origin?.schema;

test.each<[string, string, string]>([
  [
    'is their fields, with arguments, deprecations and input objects, and no description',
    'query Q($filter: Filter) { devices(filter: $filter) { name color } }',
    'schema{query:Root}scalar Day enum Color{RED BLUE@deprecated(reason:"Use `RED`")}input Range{from:Day="2020-01-01"}input Filter{range:Range color:Color!}type Device{name:String!@deprecated(reason:"Use `label`")color:Color}type Root{devices(filter:Filter):[Device!]!}',
  ],
  [
    'is one of the possible types that are alike, and each that a fragment names',
    'query Q { named { name } things { ... on App { note } } }',
    'schema{query:Root}interface Named{name:String!}type Device implements Named{name:String!@deprecated(reason:"Use `label`")}type App implements Named{name:String!note:String}union Thing=Device|App type Root{named:Named things:[Thing!]}',
  ],
  [
    'is the directives that they give, with what is given to them',
    'query Q { named { name @shown(as: RED) @include(if: true) } }',
    'directive@shown(as:Color)on FIELD',
  ],
  ['is another root where it is one', 'mutation M { move(day: "x") { id } }', 'schema{mutation:Mutation}'],
])('the used part of a schema %s', (_what, text, expected) => {
  expect(used(text)).toContain(expected);
  const schema = buildSchema(used(text) ?? '', { assumeValid: true });
  expect(validate(schema, parse(text))).toEqual([]);
});

test('the used schema is printed once for a file, and each of its operations refers to it', async () => {
  const text = await generateText(sdl, 'query A { named { name } } query B { devices { name } }', { origins: true });
  expect(text.match(/const \$schema =/g)).toHaveLength(1);
  expect(text.match(/origin: \{ file: '[^']*operations\.graphql', schema: \$schema \}/g)).toHaveLength(2);
  expect(text).toContain('(reason:"Use \\`label\\`")');
});

test.each([
  ['module', 1],
  ['commonjs', 1],
  ['declarations', 0],
] as const)('the used part of a schema is in code alone: %s', (form, times) => {
  const documents = [parse('query A { named { name } }')];
  const text = generateFile(
    buildSchema(sdl, { assumeValid: true }),
    documents,
    { output: 'api.js', origins: true },
    form,
  );
  expect(text.match(/const \$schema =\s+`/g) ?? []).toHaveLength(times);
});

test('an origin says that enums are open', async () => {
  const text = await generateText(sdl, 'query A { named { name } }', { origins: true, openEnums: true });
  expect(text).toContain('schema: $schema, openEnums: true }');
});
