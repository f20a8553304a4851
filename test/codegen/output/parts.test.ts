import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildSchema, type GraphQLSchema, parse, Source } from 'graphql';
import { describe, expect, test } from 'vitest';
import { generateFile } from '../../../src/codegen/output/generate-file.ts';
import { type OutputOptions, outputFiles } from '../../../src/codegen/output/output.ts';
import { scalarTypes, unmappedScalars } from '../../../src/codegen/output/scalar-types.ts';
import { readUsedSchema } from '../../../src/codegen/output/used-schema.ts';
import { OperationsError } from '../../../src/graphql/operations-error.ts';
import { mappedScalar, type ScalarMap } from '../../../src/graphql/values.ts';
import { edited, type SchemaEdit } from '../../drift/helpers/findings.ts';
import { emptyFolder } from '../../helpers/cli-in-process.ts';
import { rowsOf } from '../../helpers/rows.ts';

const sdl = `
scalar Day
scalar Money
enum Shade { LIGHT DARK }
enum Tone { LIGHT }
input AQueryVariables { a: Int, shade: Shade, key: Key }
input Key { id: ID!, day: Day }
interface Named { name: String }
union Found = Device | Team
type Device implements Named { id: ID!, name: String, shade: Shade, price: Money }
type Team implements Named { name: String, day: Day }
type Query { devices(in: AQueryVariables, size: Int = 1): [Device!]!, named: Named, found: Found, device: Device }
type Mutation { rename(id: ID!): Device }
type Subscription { renamed: Device }
`;
const schema = buildSchema(sdl);

const generated = (of: GraphQLSchema, texts: readonly string[], options: Partial<OutputOptions> = {}): string =>
  generateFile(
    of,
    texts.map((text, at) => parse(new Source(text, `${at}.graphql`))),
    { output: 'a.ts', ...options },
  );

/** The mistake, the text of each file, the schema and the lines of the error. */
const refusals = rowsOf(`
a field that the schema does not have, in the order of files and places
  ? query B { devices { x id y } } query A { gone }
  ? query C { gone }
  = The operations do not match the schema:
  = 0.graphql:1:21: Cannot query field "x" on type "Device".
  = 0.graphql:1:26: Cannot query field "y" on type "Device".
  = 0.graphql:1:42: Cannot query field "gone" on type "Query".
  = 1.graphql:1:11: Cannot query field "gone" on type "Query".
an operation whose root type the schema does not have
  ? mutation Tag($id: ID!) { tag(id: $id) { id } }
  : type Query { device: Device } type Device { id: ID! }
  = The operations do not match the schema:
  = 0.graphql:1:1: The schema has no mutation type.
an operation without a name
  ? { devices { id } }
  ? mutation { rename(id: 1) { id } }
  = These definitions cannot be generated:
  = 0.graphql:1:1: This query has no name, which the export needs. Name it.
  = 1.graphql:1:1: This mutation has no name, which the export needs. Name it.
a subscription
  ? subscription S { renamed { id } }
  = These definitions cannot be generated:
  = 0.graphql:1:1: S is a subscription, which the client does not support. Leave its file out by a pattern in \`operations\`: '!0.graphql'.
a part of a schema
  ? type Device { id: ID }
  = These definitions cannot be generated:
  = 0.graphql:1:1: This defines a part of a schema. Keep only operations and fragments here.
a reserved word
  ? query delete { devices { id } }
  = These names collide in the output:
  = 0.graphql:1:7: delete is a reserved word in JavaScript and cannot name a constant. Rename it.
two operations of one name
  ? query A { devices { id } }
  ? mutation A { rename(id: 1) { id } }
  = These definitions cannot be generated:
  = 0.graphql:1:1: The operation A is also defined at 1.graphql:1:1. Rename one of them.
two fragments of one name
  ? fragment F on Device { id } fragment F on Device { __typename } query A { devices { ...F } }
  = These definitions cannot be generated:
  = 0.graphql:1:1: The fragment F is also defined at 0.graphql:1:29. Rename one of them.
the variables of an operation and an input
  ? query A($in: AQueryVariables) { devices(in: $in) { id } }
  = These names collide in the output:
  = 0.graphql:1:7: AQueryVariables would name the variables of query A and the input AQueryVariables (the schema). Rename one of them.
an operation and what the output imports
  ? query TypedOperation { devices { id } }
  = These names collide in the output:
  = 0.graphql:1:7: TypedOperation would name the query TypedOperation and an import (the output). Rename one of them.
`);

test.each(refusals)('a definition is refused: $what', (row) => {
  const [own] = row.all(':');
  const generating = () => generated(own ? buildSchema(own) : schema, row.all('?'));
  expect(generating).toThrow(OperationsError);
  expect(generating).toThrow(expect.objectContaining({ message: row.all('=').join('\n  ') }));
});

test('a definition with equal text in several files is generated once', () => {
  const texts = ['query A { devices { ...F } }', 'fragment F on Device { id }'];
  const again = ['query A {\n  devices { ...F }\n}', '# again\nfragment F on Device { id }'];
  expect(generated(schema, [...texts, ...again])).toBe(generated(schema, texts));
});

test('a fragment that no operation uses may stay, and imports nothing', () => {
  const text = generated(schema, ['fragment F on Device { id }'], { documents: 'ast' });
  expect(text).toContain('FFragment');
  expect(text).not.toContain('DocumentNode');
});

const own = ['Array', 'Member', 'NonNullable', 'PropertyKey', 'Record', 'TypedDocumentNode'];
const enumSchema = (name: string) => `and the enum ${name} (the schema). Rename one of them.`;
test.each<readonly [name: string, message: string]>([
  ['AQuery', `1:7: AQuery would name the result of query A ${enumSchema('AQuery')}`],
  ['AFragment', `AFragment would name the fragment A ${enumSchema('AFragment')}`],
  ['AConnections', `AConnections would name the lists of query A ${enumSchema('AConnections')}`],
  ...own.map(
    (name) => [name, `the schema: ${name} would name the enum ${name} and the output itself (the output).`] as const,
  ),
  ...['object', 'string', 'interface'].map(
    (name) => [name, `the schema: ${name} is a reserved word in TypeScript and cannot name a type. Leave out`] as const,
  ),
])('an enum with the name %s is refused', (name, message) => {
  const other = buildSchema(`enum ${name} { X } type Query { a: ${name} }`);
  expect(() => generated(other, ['query A { a } fragment A on Query { a }'])).toThrow(message);
});

test('an enum with the name of an import is refused', () => {
  const other = buildSchema('enum DocumentNode { X } type Query { a: DocumentNode }');
  expect(() => generated(other, ['query A { a }'], { documents: 'ast' })).toThrow(
    ': DocumentNode would name the enum DocumentNode and an import (the output). Rename one of them.',
  );
});

test('a scalar has no declaration, so its name stays free', () => {
  const other = buildSchema('scalar AQuery type Query { a: AQuery }');
  expect(generated(other, ['query A { a }'])).toContain('type AQuery = {\n  a: unknown');
});

describe('the part of the schema that is used', () => {
  const document = parse(
    'query A($in: AQueryVariables, $n: Int, $t: Shade) { devices(in: $in) { id shade price } named { name } }',
  );
  const used = (edits: readonly SchemaEdit[] = []) => readUsedSchema(buildSchema(edited(sdl, edits)), document);

  test('the used schema has all types of variables and results, by name', () => {
    expect([...used().inputs].map(String).sort()).toEqual(['AQueryVariables', 'Day', 'ID', 'Int', 'Key', 'Shade']);
    expect([...used().outputs].map(String).sort()).toEqual(['ID', 'Money', 'Shade', 'String']);
  });

  test.each([
    ['a field of another type', [['type Device implements Named { id: ID!', 'type Device implements Named { id: ID']]],
    ['another default', [['size: Int = 1', 'size: Int = 2']]],
    ['another input field', [['{ id: ID!, day: Day', '{ id: ID!, day: String']]],
    ['a choice among input fields', [['input Key { id: ID!', 'input Key @oneOf { id: ID']]],
    ['another possible type', [['type Team implements Named', 'type Team']]],
  ] as const)('the used schema changes with %s', (_what, edits) => {
    expect(used(edits).hash).not.toBe(used().hash);
  });

  test.each([
    ['a field that is not read', [['day: Day } type Query', 'day: Money } type Query']]],
    ['a type that is not used', [['enum Tone { LIGHT }', 'enum Tone { DARK }']]],
    [
      'the order of possible types',
      [
        ['type Device implements Named { id: ID!, name: String, shade: Shade, price: Money }', ''],
        [
          'type Mutation',
          'type Device implements Named { id: ID!, name: String, shade: Shade, price: Money } type Mutation',
        ],
      ],
    ],
  ] as const)('the used schema stays the same with %s', (_what, edits) => {
    expect(used(edits).hash).toBe(used().hash);
  });
});

describe('scalars', () => {
  const used = readUsedSchema(
    schema,
    parse('query A($in: AQueryVariables) { devices(in: $in) { id price } found { ... on Team { day } } }'),
  );

  const typesOf = (scalars: ScalarMap) => scalarTypes(used, scalars, new Set());

  test.each([
    ['string', 'string', ''],
    ['./day.js#Day', 'Day', `import type { Day } from './day.js';`],
    ['./day.js# Day as Date ', 'Date', `import type { Day as Date } from './day.js';`],
    ['./day.js#Day  as  Date', 'Date', `import type { Day as Date } from './day.js';`],
    ['./day.js#Types.Day', 'Types.Day', `import type { Types } from './day.js';`],
    ['./day.js#default', 'Day', `import type { default as Day } from './day.js';`],
    ['#internal/day#Day', 'Day', `import type { Day } from '#internal/day';`],
    ['#Day', '#Day', ''],
  ])('a scalar that is mapped to %s has the type %s', (mapped, type, statement) => {
    const { scalars, imports } = typesOf({ Day: mapped });
    expect([mappedScalar('Day', scalars, 'input'), imports]).toEqual([type, statement]);
  });

  test('the types of one module are imported together', () => {
    expect(typesOf({ Day: { input: 'b#Z', output: 'b#A' }, Money: 'a#M' }).imports).toBe(
      `import type { A, Z } from 'b';\nimport type { M } from 'a';`,
    );
    expect(typesOf({ Day: 'b#Z', Money: 'a#M' }).imports).toBe(
      `import type { M } from 'a';\nimport type { Z } from 'b';`,
    );
    expect(typesOf({}).imports).toBe('');
  });

  const two = 'scalar A scalar B type Query { a: A! b: B! }';

  test.each<
    readonly [what: string, scalars: ScalarMap, sdl: string, text: string | undefined, parts: readonly string[]]
  >([
    [
      'two modules export one name',
      { A: './a.js#X', B: './b.js#X' },
      two,
      undefined,
      ["{ X } from './a.js'", "{ X as X2 } from './b.js'", 'a: X', 'b: X2'],
    ],
    [
      'a name has a number already',
      { A: './a.js#X', B: './b.js#X', C: './c.js#X2' },
      'scalar A scalar B scalar C type Query { a: A! b: B! c: C! }',
      'query A { a b c }',
      ["{ X as X2 } from './b.js'", "{ X2 as X22 } from './c.js'", 'c: X22'],
    ],
    [
      'a default is named like a word of TypeScript',
      { string: './a.js#default', class: './b.js#default' },
      'scalar string scalar class type Query { a: string! b: class! }',
      undefined,
      ["{ default as string2 } from './a.js'", "{ default as class2 } from './b.js'", 'a: string2'],
    ],
    [
      'the output declares or uses the name',
      { A: './a.js#AQuery', B: './b.js#Array' },
      two,
      undefined,
      ["{ AQuery as AQuery2 } from './a.js'", "{ Array as Array2 } from './b.js'", 'a: AQuery2', 'b: Array2'],
    ],
    [
      'namespaces of one name',
      { A: './a.js#Types.X', B: './b.js#Types.X' },
      two,
      undefined,
      ["{ Types } from './a.js'", "{ Types as Types2 } from './b.js'", 'a: Types.X', 'b: Types2.X'],
    ],
  ])('each import has its own name if %s', (_what, scalars, sdl, query = 'query A { a b }', parts) => {
    const text = generated(buildSchema(sdl), [query], { scalars });
    for (const part of parts) expect(text).toContain(part);
  });

  test('the scalars without a type are named once', () => {
    expect(unmappedScalars(used, undefined)).toEqual(['Day', 'Money']);
    expect(unmappedScalars(used, { Money: 'string' })).toEqual(['Day']);
    const other = readUsedSchema(schema, parse('query A { device { price } found { ... on Team { day } } }'));
    expect(unmappedScalars(other, {})).toEqual(['Day', 'Money']);
  });
});

test('a JavaScript output has a declaration file, in the module system that Node reads', async () => {
  await using folder = await emptyFolder();
  const files = (output: string) => outputFiles(output, folder.path).map(({ path, form }) => `${path} ${form}`);
  const write = (manifest: string) => writeFile(join(folder.path, 'package.json'), manifest);
  expect(files('a.ts')).toEqual(['a.ts typescript']);
  expect(files('a.js.ts')).toEqual(['a.js.ts typescript']);
  expect(files('a.mts')).toEqual(['a.mts typescript']);
  expect(files('b/a.mjs')).toEqual(['b/a.mjs module', 'b/a.d.mts declarations']);
  expect(files('a.cjs')).toEqual(['a.cjs commonjs', 'a.d.cts declarations']);
  expect(files('a.js.js')).toEqual(['a.js.js commonjs', 'a.js.d.ts declarations']);
  await write('{ "type": "module" }');
  expect(files('b/a.js')).toEqual(['b/a.js module', 'b/a.d.ts declarations']);
  expect(files('a.cjs')).toEqual(['a.cjs commonjs', 'a.d.cts declarations']);
  await write('{}');
  expect(files('b/a.js')).toEqual(['b/a.js commonjs', 'b/a.d.ts declarations']);
});
