import { buildSchema, lexicographicSortSchema, parse, Source } from 'graphql';
import { describe, expect, test } from 'vitest';
import { generateFile, madeFrom } from '../../../src/codegen/output/generate-file.ts';
import type { OutputForm } from '../../../src/codegen/output/output-files.ts';
import type { OutputOptions } from '../../../src/codegen/output/output-options.ts';

const schema = buildSchema(`
scalar Day
scalar JSON
scalar Money
scalar Unused
"What it shines in."
enum Color { "Like a tomato." RED BLUE @deprecated(reason: "Use RED.") }
enum Mode { ON OFF }
"All that may be asked."
input Filter {
  "Of which color."
  color: Color = RED
  ids: [ID!]!
  size: Int! = 5
  nested: Filter
  tags: [[String!]]
  day: Day
  meta: JSON!
}
input Key @oneOf { "The number." id: ID serial: Money }
"A machine."
interface Thing { "What people call it." name: String! owner: Owner }
type Device implements Thing {
  "What a device is called."
  name: String!
  owner: Owner
  """
  How it did.

  @deprecated is no tag here: */ ends nothing.
  """
  score: Float
  tag: String @deprecated(reason: "Use \`name\`.")
  color: Color!
  modes: [Mode]
  matrix: [[Int!]]!
  day: Day
  meta: JSON
  price: Money!
  parts: [Thing!]!
  found: [Found]
}
type App implements Thing { name: String! owner: Owner size: Int! }
type Owner { id: ID! }
type Note { text: String! tag: String }
union Found = Device | App | Note
type Page { nodes: [Device], edges: [Edge!], pageInfo: PageInfo! }
type Edge { node: Device }
type PageInfo { hasNextPage: Boolean!, endCursor: String }
type Query {
  device(color: Color, key: Key, filter: Filter): Device
  "Either of them."
  thing: Thing @deprecated
  things: [Thing!]!
  found: Found
  page(first: Int, after: String): Page
}
type Mutation { rename(name: String!): Device }
`);

const documents = [
  new Source(
    `
# Copyright.

# The device that is asked for.
#  Indented.
query One($color: Color = RED, $key: Key!, $filter: Filter, $if: Boolean!) {
  device(color: $color, key: $key, filter: $filter) { ...Core score tag color modes matrix day meta price @include(if: $if) }
  text: __typename
}
`,
    'operations/one.graphql',
  ),
  new Source(
    `
"All \`things\`, \${each} of them \\\\ */."
query Things { things { name owner { id } ... on Device { label: tag } } thing { __typename name ...Core } }
query Found { found { ...AnyNote __typename ... on App { size } ... on Thing { name } } }
query Paged($first: Int = 10, $at: String) { page(first: $first, after: $at) { edges { node { name } } pageInfo { hasNextPage endCursor } } }
mutation Rename { rename(name: "\`\${x}$\\\\") { name found { __typename } ... { tag } parts { ... on App { size } } } }
`,
    "it's\\\\here.graphql",
  ),
  new Source(
    'fragment Core on Device { name ...Parts } fragment Parts on Device { parts { name } } fragment AnyNote on Note { text }',
    'fragments.graphql',
  ),
].map((source) => parse(source));

const scalars = { Day: './day.js#Day', Money: { input: 'money#Amount as Price', output: 'string' } };

const rows: readonly (readonly [file: string, form: OutputForm, options: Partial<OutputOptions>])[] = [
  ['typescript', 'typescript', { scalars }],
  ['declarations', 'declarations', {}],
  ['module', 'module', { scalars }],
  ['commonjs', 'commonjs', { importFrom: '../src/index.js' }],
  [
    'open',
    'typescript',
    {
      openEnums: true,
      origins: true,
      scalars: { Day: './day.js#default', JSON: 'any', Money: './all.js#Types.Money' },
    },
  ],
  ['trees', 'typescript', { documents: 'ast' }],
  ['tree-declarations', 'declarations', { documents: 'ast' }],
  ['tree-module', 'module', { documents: 'ast' }],
];

describe('the output is written as it was reviewed', () => {
  test.each(rows)('%s', async (file, form, options) => {
    const text = generateFile(schema, documents, { output: 'api.ts', ...options }, form);
    await expect(text).toMatchFileSnapshot(`__snapshots__/${file}.txt`);
  });

  test('without operations there is nothing to import', async () => {
    const text = generateFile(schema, [parse('fragment Core on Device { name }')], { output: 'api.ts' });
    await expect(text).toMatchFileSnapshot('__snapshots__/fragment.txt');
  });
});

test('an output says from which part of the schema it was made', () => {
  const document = parse('query A { found { __typename } }');
  const text = generateFile(lexicographicSortSchema(schema), [document], { output: 'api.ts' });
  expect(madeFrom(schema, document.definitions)(text)).toBe(true);
  expect(madeFrom(schema, parse('query A { device { name } }').definitions)(text)).toBe(false);
  expect(madeFrom(schema, document.definitions)('// written by hand')).toBe(true);
});

describe('a type', () => {
  const small = buildSchema(`
    scalar Day
    enum Zone { A }
    enum Area { A }
    input Where { zone: Zone }
    interface Called { name: String }
    type One implements Called { "The first." name: String }
    type Two implements Called { "The second." name: String }
    union Either = One | Two
    type Page { nodes: [One], pageInfo: PageInfo! }
    type PageInfo { hasNextPage: Boolean! endCursor: String }
    type Lists { page(after: String): Page }
    union Source = Lists | One
    type Query { area(in: Where): Area days: [Day] either: Either source: Source }
  `);
  const typesOf = (text: string, options: Partial<OutputOptions> = {}) =>
    generateFile(small, [parse(text)], { output: 'a.ts', ...options });

  test('of a fragment on a union begins a line for each member', () => {
    const text = typesOf('fragment F on Either { ... on One { name } ... on Two { __typename } }');
    expect(text).toContain('export type FFragment =\n  | {\n');
  });

  test('has no comment where its members are described in different words', () => {
    expect(typesOf('query A { either { ... on Called { name } } }')).not.toMatch(/The (first|second)/);
  });

  test('of the schema is declared once, in the order of names', () => {
    const declared = typesOf('query A($in: Where) { area(in: $in) }').match(
      /^export type (?!A)\w+|^export type Area/gm,
    );
    expect(declared).toEqual(['export type Area', 'export type Where', 'export type Zone']);
  });

  test('that absorbs null in a list has none beside it', () => {
    expect(typesOf('query A { days }')).toContain('days: Array<unknown> | null');
  });

  test('of nodes that only one member has is read by a helper, which is written then', () => {
    const helper = `/** A member that only some variants of a result have, without null. */
type Member<T, Key> = T extends unknown ? (Key extends keyof T ? NonNullable<T[Key]> : never) : never;`;
    const page = 'page(after: $at) { nodes { name } pageInfo { hasNextPage endCursor } }';
    expect(typesOf(`query A($at: String) { source { ... on Lists { ${page} } } }`)).toContain(helper);
    expect(typesOf('query A { days }')).not.toContain(helper);
  });
});
