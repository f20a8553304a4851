import fc from 'fast-check';
import { type ASTVisitor, getNamedType, isObjectType, Kind, parse, TypeInfo, visit, visitWithTypeInfo } from 'graphql';
import { expect, test } from 'vitest';
import { generateFile } from '../../src/codegen/output/generate-file.ts';
import { findConnections } from '../../src/codegen/output/selected-connections.ts';
import { asConnection } from '../../src/graphql/connection.ts';
import { readSelection } from '../../src/graphql/selections/read-selection.ts';
import { everyPath } from '../../src/operations/every-path.ts';
import { resolvePath } from '../../src/operations/path.ts';
import { withUniqueNames, writeOperation } from '../../src/operations/write-operation.ts';
import { cases } from '../helpers/cases.ts';
import { githubSchema } from './github.ts';
import { body, faults, linesOf, write } from './written.ts';

const github = githubSchema();

test('an operation is valid for paths of any length', () => {
  const steps = fc.array(fc.nat(), { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(steps, fc.constantFrom('query', 'mutation'), (choices, kind) => {
      const names: string[] = [];
      let type = (kind === 'query' ? github.getQueryType() : github.getMutationType())?.name ?? '';
      for (const choice of choices) {
        const parent = github.getType(type);
        const fields = parent && 'getFields' in parent ? Object.values(parent.getFields()) : [];
        const field = fields[choice % fields.length];
        if (!field) break;
        names.push(field.name);
        type = /\w+/.exec(String(field.type))?.[0] ?? '';
      }
      const { text } = write(github, `${kind} ${names.join('.')}`);
      expect(faults(github, text)).toEqual([]);
    }),
    { numRuns: cases(60) },
  );
});

test('an operation for any field fits about a screen, and code with its list can be generated from it', () => {
  const repository = github.getType('Repository');
  const inner = isObjectType(repository)
    ? Object.values(repository.getFields()).filter(({ type }) => asConnection(type))
    : [];
  const paths = [
    ...everyPath(github),
    ...inner.map(({ name }) => ({ kind: 'query', names: ['repository', name] }) as const),
  ];
  const operations = withUniqueNames(paths.map((path) => writeOperation(github, path)));
  expect(operations.length).toBeGreaterThan(250);
  expect(operations.filter((operation) => linesOf(operation) > 45).map(({ name }) => name)).toEqual([]);
  const documents = operations.map(({ text }) => parse(text));
  // Invalid operations are refused.
  const output = generateFile(github, documents, { output: 'out.ts' });
  const exported = new Set([...output.matchAll(/^export const (\w+)/gm)].map(([, name]) => name));
  expect(exported).toEqual(new Set(operations.map(({ name }) => name)));

  const lists = paths.flatMap((path, at) => {
    const { name = '', text = '' } = operations[at] ?? {};
    return name.startsWith('List') ? [{ path, text }] : [];
  });
  expect(lists.length).toBeGreaterThan(30);
  for (const { text, path } of lists) {
    const [definition] = parse(text).definitions;
    if (definition?.kind !== Kind.OPERATION_DEFINITION) throw new Error('No operation was written.');
    const found = findConnections(readSelection({ schema: github, fragments: new Map() }, definition), 'R');
    const items = asConnection(resolvePath(github, path).last.field.type)?.items;
    expect(found.get(path.names.join('.'))?.info).toMatchObject({
      cursorVariable: 'after',
      direction: 'forward',
      items,
    });
  }
});

test('no deprecated field is selected, and no type within itself', () => {
  for (const path of everyPath(github)) {
    const info = new TypeInfo(github);
    const open: string[] = [];
    const visitor: ASTVisitor = {
      Field: {
        enter({ name, selectionSet }) {
          const field = info.getFieldDef();
          expect(field?.deprecationReason ?? undefined, name.value).toBeUndefined();
          const opens = field && selectionSet ? getNamedType(field.type).name : '';
          if (opens !== '') expect(open, `${path.names}: ${name.value}`).not.toContain(opens);
          open.push(opens);
        },
        leave: () => void open.pop(),
      },
    };
    visit(parse(writeOperation(github, path).text), visitWithTypeInfo(info, visitor));
  }
});

test('an interface with very many types is selected with its shared fields, and the file says so', () => {
  const operation = write(github, 'node');
  expect(body(operation)).toBe('query GetNode($id: ID!) {\n  node(id: $id) {\n    __typename\n    id\n  }\n}\n');
  expect(operation.text).toContain('# Node has many possible types');
});
