import { buildSchema, isCompositeType, Kind, parse } from 'graphql';
import { expect, test } from 'vitest';
import { fragmentsByName } from '../../src/graphql/fragments.ts';
import { always } from '../../src/graphql/selections/collect-fields.ts';
import {
  idOf,
  limitSelections,
  readSelection,
  selectionsKey,
  selects,
  typeGroups,
} from '../../src/graphql/selections/read-selection.ts';

const schema = buildSchema(`
  interface Node { id: ID! name: String related: Node }
  interface Kinded { a: Kind b: Kind }
  interface Kind { id: ID! }
  type A implements Kind { id: ID! }
  type AA implements Kind { id: ID! }
  type B implements Kind { id: ID! }
  type AB implements Kind { id: ID! }
  type First implements Kinded { a: A b: AB }
  type Second implements Kinded { a: AA b: B }
  interface Owned { owner: String }
  union Found = Device | Team | Site
  type Device implements Node & Owned { id: ID! name: String related: Node owner: String parent: Node }
  type Team implements Node { id: ID! name: String related: Node }
  type Site implements Node & Owned { id: ID! name: String! related: Node owner: String }
  type Query { found: Found node: Node kinded: Kinded device: Device }
`);

/** The first field of an operation, its type and the fragments. */
function read(text: string) {
  const document = parse(text);
  const operation = document.definitions.find((it) => it.kind === Kind.OPERATION_DEFINITION);
  const node = operation?.selectionSet.selections[0];
  if (operation === undefined || node?.kind !== Kind.FIELD) throw new Error('The operation begins with a field.');
  const type = schema.getType({ found: 'Found', node: 'Node', kinded: 'Kinded' }[node.name.value] ?? 'Device');
  if (!isCompositeType(type)) throw new Error('It has fields.');
  const context = { schema, fragments: fragmentsByName(document.definitions) };
  return { context, type, node, operation };
}

test.each<[what: string, operation: string, selected: readonly string[]]>([
  [
    'an interface whose types have a field of different types',
    '{ node { id name } }',
    ['Device|Team: id [], name []', 'Site: id [], name []'],
  ],
  [
    'a fragment on one type',
    '{ node { id ... on Team { team: id } } }',
    ['Device|Site: id []', 'Team: id [], team []'],
  ],
  [
    'a fragment on one type further down',
    '{ node { id related { ... on Team { id } } } }',
    ['Device|Team|Site: id [], related []'],
  ],
  [
    'types of fields whose names run together',
    '{ kinded { a { id } b { id } } }',
    ['First: a [], b []', 'Second: a [], b []'],
  ],
  [
    'a fragment without a type',
    '{ device { ... { id } ... @include(if: true) { name } } }',
    ['Device: id [], name [@include(if: true)]'],
  ],
  [
    'a fragment by its name',
    '{ found { ...F } } fragment F on Node { ...G } fragment G on Owned { owner }',
    ['Device|Site: owner []', 'Team: '],
  ],
  ['a fragment that is not there', '{ found { ...Gone ... on Node { id } } }', ['Device|Team|Site: id []']],
  ['a fragment within itself', '{ found { ...F } } fragment F on Node { id ...F }', ['Device|Team|Site: id []']],
  [
    'a field under a condition',
    '{ device { id @include(if: $a) name @skip(if: $b) owner @other } }',
    ['Device: id [@include(if: $a)], name [@skip(if: $b)], owner []'],
  ],
  [
    'conditions in another order',
    '{ device { ... @include(if: $a) { ... @skip(if: $b) { id } } ... @skip(if: $b) { ... @include(if: $a) { id } } } }',
    ['Device: id [@include(if: $a) @skip(if: $b)][@include(if: $a) @skip(if: $b)]'],
  ],
  [
    'a field under a condition and without',
    '{ device { id @include(if: $a) ... @skip(if: $b) { id } id } }',
    ['Device: id [@include(if: $a)][@skip(if: $b)][]'],
  ],
  [
    'a fragment under a condition and without',
    '{ device { ...F @include(if: $a) ...F } } fragment F on Device { id }',
    ['Device: id []'],
  ],
  [
    'a fragment under two conditions',
    '{ device { ...F @include(if: $a) ...F @skip(if: $b) } } fragment F on Device { id name @include(if: $c) }',
    ['Device: id [any], name [@include(if: $c) any]'],
  ],
])('the object types of a selection are grouped: %s', (_what, text, selected) => {
  const { context, type, node } = read(text);
  const lines = typeGroups(context, type, [{ node, condition: always }]).map(({ objects, fields }) => {
    const keys = [...fields].map(
      ([key, places]) =>
        `${key} ${places.map(({ condition }) => `[${condition.replace(/any:\d+/g, 'any').replace('\n', ' ')}]`).join('')}`,
    );
    return `${objects.join('|')}: ${keys.join(', ')}`;
  });
  expect(lines).toEqual(selected);
});

test('a field is optional if every way to it has a condition; with one condition for all, the fields below it are not', () => {
  const described = (text: string) => {
    const { context, operation } = read(text);
    const [device] = readSelection(context, operation)?.groups[0]?.fields ?? [];
    const [parent] = device?.below?.groups[0]?.fields ?? [];
    const below = parent?.below?.groups[0]?.fields ?? [];
    return [parent, ...below].map((field) => `${field?.key}${field?.optional ? '?' : ''}`).join(' ');
  };
  expect(described('{ device { parent { id } } }')).toBe('parent id');
  expect(described('{ device { parent @include(if: $a) { id } parent @include(if: $a) { name } } }')).toBe(
    'parent? id name',
  );
  expect(described('{ device { parent @include(if: $a) { id } parent { name } } }')).toBe('parent id? name');
  expect(described('{ device { parent @include(if: $a) { id } parent @skip(if: $a) { name } } }')).toBe(
    'parent? id? name?',
  );
  expect(
    described(
      '{ device { parent @include(if: $a) { id } parent @include(if: $a) { id name } parent @skip(if: $a) { id } } }',
    ),
  ).toBe('parent? id? name?');
});

test('a field counts as selected if one of the groups has it', () => {
  const { context, operation } = read('{ found { ... on Team { id } ... on Site { name } } }');
  const [found] = readSelection(context, operation)?.groups[0]?.fields ?? [];
  const names = ['id', 'name', 'owner'].filter((name) => found?.below && selects(found.below, name));
  expect(names).toEqual(['id', 'name']);
});

test('a selection is read once for all types of a group, with all nodes of a field', () => {
  const described = (text: string) => {
    const { context, operation } = read(text);
    const [first] = readSelection(context, operation)?.groups[0]?.fields ?? [];
    return first?.below?.groups.map(({ fields }) =>
      fields.map(
        ({ key, definition: { name, type }, nodes, optional }) =>
          `${key}${optional ? '?' : ''}: ${name} ${type} ${nodes.length}`,
      ),
    );
  };
  expect(described('{ device { id id a: name owner @include(if: $a) gone __typename } }')).toEqual([
    ['id: id ID! 2', 'a: name String 1', 'owner?: owner String 1', '__typename: __typename String! 1'],
  ]);
  expect(described('{ device { id @skip(if: $a) id } }')).toEqual([['id: id ID! 2']]);
  expect(described('{ node { id name } }')).toEqual([
    ['id: id ID! 1', 'name: name String 1'],
    ['id: id ID! 1', 'name: name String! 1'],
  ]);
  expect(described('{ node { id ... on Team { name } } }')).toEqual([
    ['id: id ID! 1'],
    ['id: id ID! 1', 'name: name String 1'],
  ]);
});

test('a selection on a missing type is undefined', () => {
  const { context } = read('{ device { id } }');
  const [mutation] = parse('mutation { a }').definitions;
  if (mutation?.kind !== Kind.OPERATION_DEFINITION) throw new Error('It is an operation.');
  expect(readSelection(context, mutation)).toBe(undefined);
});

test('an object keeps its number, and a set of selections has one key in any order', () => {
  const [a, b] = [
    { node: {}, condition: always },
    { node: {}, condition: '@skip(if: $a)' },
  ];
  expect(idOf(a)).toBe(idOf(a));
  expect(idOf(a)).not.toBe(idOf(b));
  expect(selectionsKey([a, b])).toBe(selectionsKey([b, a, a]));
  expect(selectionsKey([a, b])).toBe([`${idOf(a.node)}`, `${idOf(b.node)}@skip(if: $a)`].join(','));
});

test.each([
  [
    'an operation, with its place and the advice',
    '\nquery Wide { a }',
    'The operations select too much to be compared or generated:\n  GraphQL request:2:1: Wide has fragments on different types inside one another that multiply to more than 10,000 different selections. Split it into several operations, or select the same on all of these types.',
  ],
  ['an operation without a name', 'mutation { a }', '1:1: The operation has'],
  ['a fragment', 'fragment F on A { a }', '1:1: F has'],
])('a definition that selects too much is refused: %s', (_what, text, message) => {
  const [node] = parse(text).definitions;
  if (node?.kind !== Kind.OPERATION_DEFINITION && node?.kind !== Kind.FRAGMENT_DEFINITION)
    throw new Error('It selects.');
  expect(() => limitSelections(10_000, node)).not.toThrow();
  expect(() => limitSelections(10_001, node)).toThrow(message);
});
