import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { getLocation, Kind } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { usageLookup } from '../../src/drift/model/usage.ts';
import { OperationsError } from '../../src/graphql/operations-error.ts';
import { type OperationSource, parseDefinitions, parseOperations } from '../../src/graphql/parse-operations.ts';
import { placeText } from '../../src/graphql/place.ts';
import { readOperationSources } from '../../src/graphql/read-operations.ts';
import { relaySchema } from '../explorer/github.ts';
import { emptyFolder } from '../helpers/cli-in-process.ts';

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

let folder: Awaited<ReturnType<typeof emptyFolder>>;
beforeAll(async () => {
  folder = await emptyFolder();
  for (const [file, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder.path, file)), { recursive: true });
    await writeFile(join(folder.path, file), text);
  }
});
afterAll(() => folder[Symbol.asyncDispose]());

const read = (...patterns: string[]): Promise<readonly OperationSource[]> =>
  readOperationSources({ patterns, cwd: folder.path, ignore: ['src/plain.js'] });

describe('operations are found by files, folders and patterns, in any folder', () => {
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
    ['a pattern that matches nothing', ['none/*.graphql'], []],
    ['no pattern', [], []],
  ])('%s', async (_what, patterns, expected) => {
    expect((await read(...patterns)).map(({ file }) => file)).toEqual(expected);
  });

  test('by absolute pattern', async () => {
    const sources = await readOperationSources({ patterns: [`${folder.path}/operations/*.graphql`], cwd: folder.path });
    expect(sources.map(({ file }) => file)).toEqual(['operations/a.graphql']);
  });

  test('a path that does not exist is an error', async () => {
    await expect(read('nowhere')).rejects.toThrow('The path nowhere does not exist: pass operation files');
  });
});

describe('in code, every place is a place in the file', () => {
  test('of operations, of fragments, and after interpolations', async () => {
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

  test('of a syntax error', async () => {
    const path = join(folder.path, 'broken.ts');
    await writeFile(path, 'const a = 1;\nexport const b = gql`query { `;\n');
    const sources = await read('broken.ts');
    expect(() => parseDefinitions(sources)).toThrow(/broken\.ts:3:1: Syntax Error: Expected Name, found <EOF>/);
  });

  test('invalid code is an error of its own', async () => {
    await writeFile(join(folder.path, 'nocode.ts'), 'const = gql`query A { a }`;');
    await expect(read('nocode.ts')).rejects.toThrow(/The operations in nocode\.ts cannot be read: /);
  });
});

test('all files that are invalid are reported at once', () => {
  const sources = [
    { file: 'a.graphql', text: 'query {' },
    { file: 'b.graphql', text: 'query B { b }' },
    { file: 'c.graphql', text: '\nquery C ( { }' },
  ];
  expect(() => parseOperations(sources)).toThrow(OperationsError);
  expect(() => parseOperations(sources)).toThrow(
    /^These files are invalid GraphQL:\n {2}a\.graphql:1:8: .*\n {2}c\.graphql:2:11: .*$/,
  );
});

test('two fragments with one name are an error, an operation and a fragment with one name are not', () => {
  const fragment = 'fragment A on Query { a }';
  expect(() =>
    parseOperations([
      { file: 'a.graphql', text: fragment },
      { file: 'b.graphql', text: fragment },
    ]),
  ).toThrow(/a\.graphql:1:1: The fragment A is also defined at b\.graphql:1:1\. Rename one of them\./);
  expect(parseOperations([{ file: 'a.graphql', text: `${fragment} query A { ...A }` }])).toHaveLength(1);
});

test('the usage of an operation in a schema is computed once', () => {
  const [operation] = parseOperations([{ file: 'a.graphql', text: 'query A { team { id } }' }]);
  if (!operation) throw new Error('There is an operation.');
  const usageIn = usageLookup(operation.document);
  const [one, other] = [relaySchema(), relaySchema()];
  expect(usageIn(one).uses.size).toBeGreaterThan(0);
  expect(usageIn(one)).toBe(usageIn(one));
  expect(usageIn(other)).not.toBe(usageIn(one));
});
