import { buildSchema, printSchema } from 'graphql';
import { describe, expect, test } from 'vitest';
import { checkDrift } from '../../../src/drift/check-drift.ts';
import { fillUnseen } from '../../../src/drift/compare/fill-unseen.ts';
import { allDirectives, type Unseen, withUnseen } from '../../../src/graphql/introspection/unseen.ts';

const snapshot = buildSchema(`
  directive @log(level: Int, note: String! @deprecated, old: Int @deprecated) on FIELD
  directive @gone(old: Int @deprecated) on FIELD
  input Other { old: Int @deprecated }
  interface Named { name(short: Boolean): String }
  input Filter { name: String, size: Int!, count: Int! = 1, old: Int @deprecated, shown: Int @deprecated }
  type Query { find(filter: Filter, first: Int!, old: Int @deprecated): Int, gone(a: Int @deprecated): Int }
`);

/** The same without anything that may be hidden. */
const bare = `
  directive @log on FIELD
  interface Named { name: String }
  input Filter { other: Int, shown: Int }
  type Other { a: Int }
  type Query { find: Int }
`;

const all = ['field arguments', 'directive arguments', 'input fields'] as const;
const unseen = (part: Partial<Unseen>): Unseen => ({
  deprecated: [],
  mayHideOthers: false,
  coordinates: new Set(),
  ...part,
});
const filled = (part: Partial<Unseen>, of: typeof snapshot | undefined = snapshot) =>
  fillUnseen(withUnseen(buildSchema(bare), unseen(part)), of);

const rows: readonly (readonly [what: string, part: Partial<Unseen>, unknown: readonly string[]])[] = [
  ['a server that shows all of it hides nothing', {}, []],
  [
    'deprecated arguments and input fields may be hidden',
    { deprecated: all },
    ['Filter.old', 'Query.find(old:)', '@log(note:)', '@log(old:)'],
  ],
  ['deprecated arguments of fields may be hidden', { deprecated: ['field arguments'] }, ['Query.find(old:)']],
  [
    'deprecated arguments of directives may be hidden',
    { deprecated: ['directive arguments'] },
    ['@log(note:)', '@log(old:)'],
  ],
  ['deprecated input fields may be hidden', { deprecated: ['input fields'] }, ['Filter.old']],
  [
    'where inputs may have become deprecated, all that are not required may be hidden',
    { deprecated: all, mayHideOthers: true },
    [
      ...['Named.name(short:)', 'Filter.name', 'Filter.count', 'Filter.old', 'Query.find(filter:)', 'Query.find(old:)'],
      ...['@log(level:)', '@log(note:)', '@log(old:)'],
    ],
  ],
  ['what was not described is unknown', { coordinates: new Set(['Query', 'Filter.size']) }, ['Query', 'Filter.size']],
  ['all directives are unknown', { coordinates: new Set([allDirectives]) }, [allDirectives, '@log', '@gone']],
];

describe('what a server did not show is unknown, not removed', () => {
  test.each(rows)('%s', (_what, part, unknown) => {
    expect([...filled(part).unknown.keys()]).toEqual(unknown);
  });

  test('the reason says what the server cannot list, or did not show', () => {
    const { unknown } = filled({ deprecated: all, coordinates: new Set(['Query', allDirectives]) });
    const cannotList = (coordinate: string, what: string) =>
      `${coordinate} is absent, but the server cannot list deprecated ${what}: it may be removed, or only deprecated.`;
    expect(Object.fromEntries(unknown)).toMatchObject({
      'Filter.old': cannotList('Filter.old', 'input fields'),
      'Query.find(old:)': cannotList('Query.find(old:)', 'field arguments'),
      '@log(old:)': cannotList('@log(old:)', 'directive arguments'),
      Query: 'The server did not show Query, so whether it changed is unknown.',
      [allDirectives]: 'The server did not show its directives, so whether they changed is unknown.',
    });
  });

  test('the snapshot stands for it, and for nothing else', () => {
    const { schema } = filled({ deprecated: ['input fields'], coordinates: new Set(['Named.name']) });
    const printed = printSchema(schema);
    expect(printed).toContain('name(short: Boolean): String');
    expect(printed).toContain('old: Int @deprecated');
    expect(printed).not.toMatch(/level|first|gone|count/);
  });

  test('a schema of which all was shown is left as it is', () => {
    const live = buildSchema(bare);
    expect(fillUnseen(live, snapshot).schema).toBe(live);
  });

  test('without a snapshot, what was not described is unknown all the same', () => {
    const live = withUnseen(
      buildSchema(bare),
      unseen({ deprecated: all, coordinates: new Set(['Query', allDirectives]) }),
    );
    const { schema, unknown } = fillUnseen(live, undefined);
    expect(schema).toBe(live);
    expect([...unknown.keys()]).toEqual(['Query', allDirectives]);
  });

  test('without a snapshot, its use is undecided, and not called removed', () => {
    const other = 'type Query { other: Other } type Other { a: Int }';
    const live = withUnseen(buildSchema(other), unseen({ coordinates: new Set(['Other']) }));
    const operations = [{ file: 'q.graphql', text: 'query Q { other { b } }' }];
    const { findings, undecided } = checkDrift({ operations, live });
    expect(findings).toEqual([]);
    expect(undecided.map(({ coordinate }) => coordinate)).toEqual(['Other']);
  });
});
