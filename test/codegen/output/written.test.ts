import { buildSchema, parse, Source } from 'graphql';
import { expect, test } from 'vitest';
import { generateFile, isMadeAlike } from '../../../src/codegen/output/generate-file.ts';
import type { OutputForm, OutputOptions } from '../../../src/codegen/output/output.ts';
import { docComment } from '../../../src/codegen/output/print-types.ts';

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
  ['declarations', 'declarations', { openEnums: true }],
  ['commonjs', 'commonjs', { importFrom: '../src/index.js' }],
  ['tree-module', 'module', { documents: 'ast' }],
];

test.each(rows)('the output %s is as reviewed', async (file, form, options) => {
  const text = generateFile(schema, documents, { output: 'api.ts', ...options }, form);
  await expect(text).toMatchFileSnapshot(`__snapshots__/${file}.txt`);
});

test('an output without operations has no import', async () => {
  const text = generateFile(schema, [parse('fragment Core on Device { name }')], { output: 'api.ts' });
  await expect(text).toMatchFileSnapshot('__snapshots__/fragment.txt');
});

test('an output has the hash of the used schema', () => {
  const document = parse('query A { found { __typename } }');
  const made = (of: typeof document, openEnums: boolean): string =>
    generateFile(schema, [of], { output: 'api.ts', openEnums });
  expect(isMadeAlike(made(document, false), made(document, true))).toBe(true);
  expect(isMadeAlike(made(document, false), made(parse('query A { device { name } }'), false))).toBe(false);
  expect(isMadeAlike(made(document, false), '// written by hand')).toBe(true);
});

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

test('the type of a fragment on a union has a line for each member', () => {
  const text = typesOf('fragment F on Either { ... on One { name } ... on Two { __typename } }');
  expect(text).toContain('export type FFragment =\n  | {\n');
});

test('a field with different descriptions has no comment', () => {
  expect(typesOf('query A { either { ... on Called { name } } }')).toContain('either: {\n    name: string | null\n');
});

test('a selection without possible types is null', () => {
  const empty = buildSchema('interface Node { id: ID } type Query { node: Node }');
  expect(generateFile(empty, [parse('query A { node { id } }')], { output: 'a.ts' })).toContain('node: null');
});

test('the type of nodes that only one member has uses a helper type, which is printed', () => {
  const helper = `/** A member that only some variants of a result have, without null. */
type Member<T, Key> = T extends unknown ? (Key extends keyof T ? NonNullable<T[Key]> : never) : never;`;
  const page = 'page(after: $at) { nodes { name } pageInfo { hasNextPage endCursor } }';
  expect(typesOf(`query A($at: String) { source { ... on Lists { ${page} } } }`)).toContain(helper);
  expect(typesOf('query A { days }')).not.toContain(helper);
});

const page = 'nodes { id } pageInfo { hasNextPage endCursor }';
const lists = buildSchema(`
    enum Zone { A }
    type Team { devices(after: String): Devices  tags(after: String): Devices  at: Zone  parent: Team }
    type Devices { nodes: [Device] pageInfo: PageInfo! }
    type Device { id: ID! }
    type PageInfo { hasNextPage: Boolean! endCursor: String }
    type Query { team(ids: [ID!]): Team }
  `);
const written = (text: string, options: Partial<OutputOptions> = {}) =>
  generateFile(lists, [parse(text)], { output: 'a.ts', ...options });

test('an operation has each of its connections with its path', () => {
  const text = written(`query A($a: String, $b: String) {
      team { devices(after: $a) { ${page} } tags(after: $b) { ${page} } }
    }`);
  expect(text).toContain("path: ['team', 'tags'],");
  expect(text).toMatch(/connections: \{\n {8}'team\.devices': \{\n(?: {10}.*\n)+ {8}\},\n {8}'team\.tags': \{/);
  expect(text).toMatch(/AConnections = \{\n {2}'team\.devices': .*;\n {2}'team\.tags': .*;\n\};/);
});

test('an operation has the connections of each way to one selection', () => {
  const text = written(`query A($a: String) { one: team { ...F } two: team { ...F } }
      fragment F on Team { parent { parent { devices(after: $a) { ${page} } } } parent2: parent { at } }`);
  const paths = [...text.matchAll(/path: \[(.*)\]/g)].map(([, path]) => path);
  expect(paths).toEqual(["'one', 'parent', 'parent', 'devices'", "'two', 'parent', 'parent', 'devices'"]);
  const near = written(`query A($a: String) { one: team { ...F } two: team { ...F } }
      fragment F on Team { devices(after: $a) { ${page} } }`);
  expect(near).toContain("path: ['two', 'devices']");
});

test('the syntax tree of an operation keeps an empty list value', () => {
  const tree = written('query A { team(ids: []) { at } }', { documents: 'ast' });
  expect(tree).toContain('"kind":"ListValue","values":[]');
  expect(tree).not.toContain('"directives":[]');
});

test.each([
  ['mail a @b', '/** mail a @b */\n'],
  ['@tag', '/** \\@tag */\n'],
  ['one\n   @tag', '/**\n * one\n *    \\@tag\n */\n'],
])('a description does not become a tag: %j', (description, comment) => {
  expect(docComment({ description })).toBe(comment);
});
