import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getLocation, Kind, print } from 'graphql';
import { afterAll, expect, test } from 'vitest';
import { type OperationSource, readOperationSources } from '../../src/graphql/files/read-operations.ts';
import { OperationsError } from '../../src/graphql/operations-error.ts';
import { parseDefinitions, parseOperations } from '../../src/graphql/parse-operations.ts';
import { placeText } from '../../src/graphql/place.ts';
import { folderWith } from '../helpers/cli-in-process.ts';

const code = `import { gql } from 'graphql-tag';
const fragment = gql\`fragment F on Device { id }\`;
export const a = gql\`
  \${fragment} query A {
    devices { ...F \${''} nam }
  }
\`;
export const b = /* GraphQL */ \`query B { devices { id } }\`;
export const c = \`query NotOurs { x }\`;
`;

const files: Readonly<Record<string, string>> = {
  'operations/a.graphql': 'query One { devices { id } }',
  'operations/deep/b.gql': '# a comment\nquery Two { devices { id } }',
  'operations/notes.txt': 'no GraphQL',
  'operations/schema.json': '{}',
  'operations/node_modules/x/c.graphql': 'query Foreign { x }',
  'src/code.ts': code,
  'src/view.tsx': 'export const v = graphql(`query View { devices { id } }`);\nexport const x = <p>{v}</p>;',
  'src/plain.js': 'export const n = 1;',
  'odd [1]/d.graphql': 'query Odd { devices { id } }',
};
const folder = await folderWith(files);
afterAll(() => folder[Symbol.asyncDispose]());

const read = (...patterns: string[]): Promise<readonly OperationSource[]> =>
  readOperationSources({ patterns, cwd: folder.path, ignore: ['src/plain.js'] });

test.each<[string, readonly string[], readonly string[]]>([
  ['a folder and what is in it', ['operations'], ['operations/a.graphql', 'operations/deep/b.gql']],
  ['a file', ['operations/a.graphql'], ['operations/a.graphql']],
  ['a file that is named like a pattern', ['odd [1]/d.graphql'], ['odd [1]/d.graphql']],
  ['a folder that is named like a pattern', ['odd [1]'], ['odd [1]/d.graphql']],
  ['a pattern', ['operations/**/*.{graphql,gql}'], ['operations/a.graphql', 'operations/deep/b.gql']],
  ['a pattern over everything', ['operations/**'], ['operations/a.graphql', 'operations/deep/b.gql']],
  ['a pattern over code', ['src/**/*.{ts,tsx,js}'], ['src/code.ts', 'src/view.tsx']],
  ['what a pattern takes out', ['operations', '!**/deep/**'], ['operations/a.graphql']],
  [
    'a file that two patterns match, once',
    ['operations', '*/a.graphql'],
    ['operations/a.graphql', 'operations/deep/b.gql'],
  ],
  ['no pattern', [], []],
])('operations are found by %s, in any folder', async (_what, patterns, expected) => {
  expect((await read(...patterns)).map(({ file }) => file)).toEqual(expected);
});

test('an absolute pattern finds operations', async () => {
  const sources = await readOperationSources({ patterns: [`${folder.path}/operations/*.graphql`], cwd: folder.path });
  expect(sources.map(({ file }) => file)).toEqual(['operations/a.graphql']);
});

test('a path that does not exist is an error', async () => {
  await expect(read('nowhere')).rejects.toThrow('The path nowhere does not exist: pass operation files');
});

test('operations and fragments in code have the right places, also after interpolations', async () => {
  const definitions = parseDefinitions(await read('src/code.ts'));
  const places = definitions.map((node) => [node.name?.value, placeText(node)]);
  expect(places).toEqual([
    ['F', 'src/code.ts:2:22'],
    ['A', 'src/code.ts:4:15'],
    ['B', 'src/code.ts:8:33'],
  ]);
  const [, a] = definitions;
  const nested = a?.kind === Kind.OPERATION_DEFINITION ? a.selectionSet.selections[0] : undefined;
  const last = nested?.kind === Kind.FIELD ? nested.selectionSet?.selections.at(-1) : undefined;
  const { line, column } = last?.loc ? getLocation(last.loc.source, last.loc.start) : { line: 0, column: 0 };
  expect(code.split('\n')[line - 1]?.slice(column - 1)).toBe('nam }');
});

test('a syntax error in code has the right place', async () => {
  const path = join(folder.path, 'broken.ts');
  await writeFile(path, 'const a = 1;\nexport const b = gql`query { `;\n');
  const sources = await read('broken.ts');
  expect(() => parseDefinitions(sources)).toThrow(/broken\.ts:3:1: Syntax Error: Expected Name, found <EOF>/);
});

test('invalid code is an error with the reason', async () => {
  await writeFile(join(folder.path, 'nocode.ts'), 'const = gql`query A { a }`;');
  await expect(read('nocode.ts')).rejects.toThrow(/The operations in nocode\.ts cannot be read: /);
});

test('all files that are invalid are reported at once', () => {
  const sources = [
    { file: 'a.graphql', text: 'query {' },
    { file: 'b.graphql', text: 'query B { b }' },
    { file: 'c.graphql', text: '\nquery C ( { }' },
  ];
  expect(() => parseOperations(sources)).toThrow(OperationsError);
  expect(() => parseOperations(sources)).toThrow(/^Invalid GraphQL:\n {2}a\.graphql:1:8: .*\n {2}c\.graphql:2:11: .*$/);
});

const fragment = 'fragment A on Query { a }';
const message = /a\.graphql:1:1: The fragment A is also defined at b\.graphql:1:1\. Rename one of them\./;

test('fragments of one name are an error if one operation reaches both', () => {
  const self = { file: 'b.graphql', text: 'fragment A on Query { b } fragment B on Query { ...A }' };
  const both = { file: 'a.graphql', text: `${fragment} query Both { ...A ...B }` };
  expect(() => parseOperations([both, self])).toThrow(message);
});

test('fragments of one name are an error in one file', () => {
  expect(() =>
    parseOperations([{ file: 'a.graphql', text: `${fragment} fragment A on Query { b } query Q { a }` }]),
  ).toThrow(/a\.graphql:1:1: The fragment A is also defined at a\.graphql:1:27/);
});

test('an operation and a fragment may share a name', () => {
  expect(parseOperations([{ file: 'a.graphql', text: `${fragment} query A { ...A }` }])).toHaveLength(1);
});

const named = (...texts: readonly string[]) =>
  parseOperations(texts.map((text, index) => ({ file: `${index}.graphql`, text }))).map(
    ({ node, document }) => `${node.loc?.source.name} ${print(document).replace(/\s+/g, ' ')}`,
  );

test('definitions of equal text are one definition, whatever their layout and comments', () => {
  expect(named('query A { a }', '# again\nquery A {\n  a\n}')).toEqual([
    '0.graphql query A { a }',
    '1.graphql query A { a }',
  ]);
  expect(named('fragment F on Query { a }', 'fragment F on Query {\n a }', 'query A { ...F }')).toEqual([
    '2.graphql query A { ...F } fragment F on Query { a }',
  ]);
});

test('definitions of equal text are different if they spread different fragments', () => {
  const file = (field: string) => `query A { ...F } fragment F on Query { ${field} }`;
  expect(named(file('a'), file('a'))).toHaveLength(2);
  expect(() => named(file('a'), file('b'))).toThrow('The operation A is also defined at 1.graphql:1:1.');
  const chained = (field: string) => `fragment F on Query { ...G } fragment G on Query { ${field} }`;
  expect(() => named(chained('a'), chained('b'), 'query A { ...F }')).toThrow('The fragment F is also defined at');
});

test.each([
  ['an undefined fragment', 'query Q { ...Gone }', /a\.graphql:1:14: Unknown fragment "Gone"\.$/],
  ['an undefined variable', 'query Q { a(b: $c) }', /a\.graphql:1:16: Variable "\$c" is not defined by operation "Q"/],
  ['an unused variable', 'query Q($c: Int) { a }', /a\.graphql:1:9: Variable "\$c" is never used/],
  [
    'a circle of fragments',
    'query Q { ...A } fragment A on Query { ...A }',
    /Cannot spread fragment "A" within itself/,
  ],
  ['an argument given twice', 'query Q { a(b: 1, b: 2) }', /There can be only one argument named "b"/],
])('an operation with %s is invalid, whatever the schema is', (_what, text, message) => {
  const parsing = () => parseOperations([{ file: 'a.graphql', text }]);
  expect(parsing).toThrow(OperationsError);
  expect(parsing).toThrow(message);
});
