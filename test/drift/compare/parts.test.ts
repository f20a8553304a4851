import { buildSchema, type GraphQLSchema, Kind, OperationTypeNode, parse } from 'graphql';
import { expect, test } from 'vitest';
import { comparableDefault } from '../../../src/drift/compare/facts.ts';
import { variablePairs } from '../../../src/drift/compare/operation-comparison.ts';

const snapshot = buildSchema('input A { b: B } input B { a: A } type Query { a(a: A, b: B): Int }');
const operationIn = (text: string) => {
  const [definition] = parse(text).definitions;
  return definition?.kind === Kind.OPERATION_DEFINITION ? definition : expect.unreachable();
};

test('a variable whose type one schema lacks is skipped', () => {
  const operation = operationIn('query Q($a: [A!], $b: B) { a }');
  const live = buildSchema('input B { b: Int } type Query { a(b: B): Int }');
  const read = (one: GraphQLSchema, other: GraphQLSchema) =>
    variablePairs(operation, one, other).map(({ old, inputs }) => [old.name, inputs.length]);
  expect(read(snapshot, snapshot)).toEqual([
    ['A', 2],
    ['B', 2],
  ]);
  expect(read(snapshot, live)).toEqual([['B', 1]]);
  expect(read(live, snapshot)).toEqual([['B', 1]]);
});

test('an operation may have no list of variables, as in graphql 17', () => {
  const { selectionSet } = operationIn('{ a }');
  const operation = { kind: Kind.OPERATION_DEFINITION, operation: OperationTypeNode.QUERY, selectionSet } as const;
  expect(variablePairs(operation, snapshot, snapshot)).toEqual([]);
});

test('a default of null counts, and the order of fields does not matter', () => {
  const schema = buildSchema(`
    input I { x: Int y: [I] }
    type Query { a(none: Int, null: Int = null, xy: I = { x: null, y: [{ y: [], x: 1 }] }, yx: I = { y: [{ x: 1, y: [] }], x: null }): Int }
  `);
  const texts = schema.getQueryType()?.getFields()['a']?.args.map(comparableDefault);
  const object = '{"x":null,"y":[{"x":1,"y":[]}]}';
  expect(texts).toEqual([undefined, 'null', object, object]);
});
