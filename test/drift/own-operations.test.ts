import { expect, test } from 'vitest';
import { judgeDrift } from '../../src/drift/index.ts';
import { checkFiles } from './helpers/check.ts';
import { driftOf } from './helpers/findings.ts';

const schema = (fields: string): string => `type Query { device: Device } type Device { id: ID! ${fields} }`;
const before = schema('name: String! state: String! zone: String! note: String');
const after = schema('title: String! state: String zone: String note: String');
const check = (operations: Readonly<Record<string, string>>, ...args: readonly string[]) =>
  checkFiles({ 'schema.graphql': before, 'live.graphql': after, ...operations }, '--live', 'live.graphql', ...args);

test('a corrected operation still shows the other breaking changes', async () => {
  const { code, stdout } = await check({ 'operations/a.graphql': 'query A { device { name: title state zone } }' });
  expect(stdout).toContain('Device.state changed its type from String! to String.');
  expect(stdout).toContain('Device.zone changed its type from String! to String.');
  expect(stdout).toContain('Newer than the snapshot, and compared only in the part that the snapshot accepts: A.');
  expect(code).toBe(1);
});

test('a part that one schema or both reject hides no change beside it', () => {
  const text = 'query A { device { wrong title state } } query B { device { wrong name zone } }';
  const { findings } = driftOf(before, after, text);
  expect(findings.map(({ change, coordinate }) => `${change} ${coordinate}`).sort()).toEqual([
    'field-removed Device.name',
    'invalid-document Device.wrong',
    'nullability-changed Device.state',
    'nullability-changed Device.zone',
  ]);
});

test('an operation that is newer as a whole affects nothing', () => {
  const drift = driftOf(before, after, 'query A { device { title } }');
  expect(drift.findings).toEqual([]);
  expect(drift.notComparable).toEqual(['A']);
});

test('two files with fragments of one name are each compared with their own', () => {
  const schemaWith = (size: string) => `type Query { a: T c(y: Int): Int } type T { id: ID f(x: ${size}): Int }`;
  const texts = [
    'query A($x: Int) { a { ...F } c(y: $x) } fragment F on T { f(x: $x) }',
    'query B { a { ...F } } fragment F on T { id }',
  ];
  for (const all of [texts, [...texts].reverse()]) {
    const { findings } = driftOf(schemaWith('Int'), schemaWith('Int!'), ...all);
    expect(findings.map(({ kind, coordinate }) => `${kind} ${coordinate}`)).toEqual(['broken T.f(x:)']);
  }
});

test('a mistake in a fragment is found, although another file has a fragment of that name', () => {
  const texts = [
    'query A { device { ...F } } fragment F on Device { id @skip(if: $gone) }',
    'query B { device { ...F } } fragment F on Device { id }',
  ];
  for (const all of [texts, [...texts].reverse()]) {
    const { findings } = driftOf(before, before, ...all);
    expect(findings).toMatchObject([{ kind: 'mistake', message: 'Variable "$gone" is not defined by operation "A".' }]);
  }
});

test('a mistake is listed first, the drift after it, and the check exits 2', async () => {
  const { code, stdout } = await check({
    'operations/a.graphql': 'query A { device { state } }',
    'operations/b.graphql': 'query B {\n  device {\n}',
  });
  expect(code).toBe(2);
  expect(stdout).toMatch(/Invalid operation.*Syntax Error.*b\.graphql:3:1.*Device\.state changed its type/s);
});

test('a shared fragment with a mistake is listed once, with its operations', () => {
  const text =
    'query A { device { ...F } } query B { device { ...F } } query C { device { state } } fragment F on Device { ...Gone }';
  const drift = driftOf(before, after, text);
  const { failing, verdict } = judgeDrift(drift, { failOn: 'broken' });
  expect(failing.map(({ kind, places }) => [kind, places.map(({ operations }) => operations)])).toEqual([
    ['mistake', [['A', 'B']]],
  ]);
  expect(verdict).toBe('drifted');
  expect(drift.operations.map(({ name }) => name)).toEqual(['C']);
  expect(drift.findings.map(({ coordinate }) => coordinate)).toEqual(['A', 'Device.state']);
});

test('a report without mistakes mentions none, and none is accepted', async () => {
  const operations = {
    'operations/a.graphql': 'query A { device { note } }',
    'operations/b.graphql': 'query B { device { ...Gone } }',
  };
  const { code, stdout } = await check(operations);
  expect(stdout).toContain('Invalid: 1 mistake in your own operations is listed first.');
  expect(code).toBe(2);
  expect((await check(operations, '--accept', 'B', '--reason', 'x')).code).toBe(2);
});

test('an operation with equal text in two files is checked at both places', () => {
  const again = '# again\nquery A {\n  device { name }\n}';
  const { findings } = driftOf(before, after, 'query A { device { name } }', again);
  const places = [
    { file: 'a.graphql', line: 1, column: 20, operations: ['A'] },
    { file: 'b.graphql', line: 3, column: 12, operations: ['A'] },
  ];
  expect(findings).toMatchObject([{ change: 'field-removed', coordinate: 'Device.name', places }]);
});

const found = `union Found = Pipe | Team | Site type Query { found: Found }
  type Pipe { name: String! part: PipePart } type PipePart { size: Int! }
  type Team { name: String! part: TeamPart } type TeamPart { size: Int! }
  type Site { name: String! }`;

test.each([
  ['... on Pipe { name } ... on Team { name } ... on Site { name }', 'Team { name: String', 'Team.name'],
  ['... on Pipe { part { size } } ... on Team { part { size } }', 'TeamPart { size: Int', 'TeamPart.size'],
  ['... on Pipe { a: name } ... on Team { a: name }', 'Pipe { name: String', 'Pipe.name'],
])('a conflict of fields is one finding, of the field that changed: %s', (selection, member, coordinate) => {
  const live = found.replace(`type ${member}!`, `type ${member}`);
  const { findings } = driftOf(found, live, `query A { found { ${selection} } }`);
  expect(findings).toMatchObject([{ change: 'fields-conflict', coordinate }]);
  expect(findings[0]?.message).toMatch(
    /^\w+\.\w+ changed its type from (?:String|Int)! to (?:String|Int), and a field/,
  );
});
