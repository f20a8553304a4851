import { buildSchema, printSchema } from 'graphql';
import { expect, test } from 'vitest';
import { checkDrift } from '../../../src/drift/check-drift.ts';
import { absentInputs, withAbsentInputs } from '../../../src/drift/compare/schema-changes.ts';
import { judgeDrift } from '../../../src/drift/model/policy.ts';
import { type HiddenInputs, withHiddenInputs } from '../../../src/graphql/hidden-inputs.ts';

const snapshot = buildSchema(`
  directive @log(level: Int, note: String! @deprecated, old: Int @deprecated) on FIELD
  directive @gone(old: Int @deprecated) on FIELD
  input Other { old: Int @deprecated }
  interface Named { name(short: Boolean): String }
  input Filter { name: String, size: Int!, count: Int! = 1, old: Int @deprecated, shown: Int @deprecated }
  type Query { find(filter: Filter, first: Int!, old: Int @deprecated): Int, gone(a: Int @deprecated): Int }
`);

/** The same schema without the elements that may be hidden. */
const bare = `
  directive @log on FIELD
  interface Named { name: String }
  input Filter { other: Int, shown: Int }
  type Other { a: Int }
  type Query { find: Int }
`;

const places = ['field arguments', 'directive arguments', 'input fields'] as const;
const hiding = (hidden: Partial<HiddenInputs>, sdl = bare) =>
  withHiddenInputs(buildSchema(sdl), { places: [], mayHideOthers: false, ...hidden });

const rows: readonly (readonly [what: string, hidden: Partial<HiddenInputs>, absent: readonly string[]])[] = [
  ['a server that lists all inputs hides none', {}, []],
  ['a server that lists all inputs hides none that others may', { mayHideOthers: true }, []],
  [
    'deprecated arguments and input fields may be hidden',
    { places },
    ['Filter.old', 'Query.find(old:)', '@log(note:)', '@log(old:)'],
  ],
  ['deprecated arguments of fields may be hidden', { places: ['field arguments'] }, ['Query.find(old:)']],
  [
    'deprecated arguments of directives may be hidden',
    { places: ['directive arguments'] },
    ['@log(note:)', '@log(old:)'],
  ],
  ['deprecated input fields may be hidden', { places: ['input fields'] }, ['Filter.old']],
  [
    'all optional inputs may be hidden if inputs may have become deprecated',
    { places, mayHideOthers: true },
    [
      ...['Named.name(short:)', 'Filter.name', 'Filter.count', 'Filter.old', 'Query.find(filter:)', 'Query.find(old:)'],
      ...['@log(level:)', '@log(note:)', '@log(old:)'],
    ],
  ],
];

test.each(rows)('an absent input is unknown or removed: %s', (_what, hidden, absent) => {
  expect([...absentInputs(hiding(hidden), snapshot).keys()]).toEqual(absent);
});

test('the reason names the list that the server cannot show', () => {
  const cannotList = (coordinate: string, what: string) =>
    `${coordinate} is absent, but the server cannot list deprecated ${what}: it may be removed, or only deprecated.`;
  expect(Object.fromEntries(absentInputs(hiding({ places }), snapshot))).toMatchObject({
    'Filter.old': cannotList('Filter.old', 'input fields'),
    'Query.find(old:)': cannotList('Query.find(old:)', 'field arguments'),
    '@log(old:)': cannotList('@log(old:)', 'directive arguments'),
  });
});

test('the snapshot replaces hidden inputs in the types of your code, and nothing else', () => {
  const printed = printSchema(withAbsentInputs(hiding({ places: ['input fields'] }), snapshot));
  expect(printed).toContain('old: Int @deprecated');
  expect(printed).not.toMatch(/short|level|first|gone|count/);
  const live = buildSchema(bare);
  expect(withAbsentInputs(live, snapshot)).toBe(live);
});

const valid = buildSchema(printSchema(snapshot).replace('note: String! @deprecated, ', ''));
test.each<[how: string, text: string, coordinate: string]>([
  ['an argument in an operation', '{ find(old: 1, first: 1) }', 'Query.find(old:)'],
  ['an argument with a variable', 'query Q($old: Int) { find(old: $old, first: 1) }', 'Query.find(old:)'],
  ['an input field in an operation', '{ find(filter: { size: 1, old: 2 }, first: 1) }', 'Filter.old'],
  ['an input field that a variable may give', 'query Q($by: Filter) { find(filter: $by, first: 1) }', 'Filter.old'],
])('the use of a hidden input is undecided, and there is no other finding: %s', (_how, text, coordinate) => {
  const live = hiding(
    { places },
    `input Filter { name: String, size: Int!, count: Int! = 1, shown: Int @deprecated }
       type Query { find(filter: Filter, first: Int!): Int, gone: Int }`,
  );
  const drift = checkDrift({ operations: [{ file: 'q.graphql', text }], snapshot: valid, live });
  expect(drift.findings).toEqual([]);
  expect(drift.undecided).toMatchObject([{ coordinate, places: [{ file: 'q.graphql', line: 1 }] }]);
  expect(judgeDrift(drift)).toMatchObject({ verdict: 'could-not-tell', doubt: { code: 'partial' } });
  expect(drift.otherChanges.map((it) => it.coordinate)).not.toContain(coordinate);
});
