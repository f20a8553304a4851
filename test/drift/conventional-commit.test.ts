import { buildSchema } from 'graphql';
import { expect, test } from 'vitest';
import { checkDrift, judgeDrift, renderReport } from '../../src/drift/index.ts';
import { reports } from './helpers/reports.ts';

const sdl = 'type Query { a: Int, b: State, c: Int, d: Int } enum State { ON }';
const text = 'query One { a b } query Two { c }';

function message(from: string, to: string): string {
  const [snapshot, live] = [buildSchema(sdl), buildSchema(sdl.replace(from, to))];
  const verdict = judgeDrift(checkDrift({ operations: [{ file: 'a.graphql', text }], snapshot, live }));
  const head = {
    live: 'x',
    snapshot: 'y',
    at: new Date(0),
    version: '1',
    failOn: 'breaking',
    sources: [],
    all: false,
  } as const;
  return renderReport['conventional-commit']({
    ...head,
    outcome: verdict.failing.length > 0 ? 'drifted' : 'in-step',
    verdict,
  });
}

test.each([
  [
    'an operation breaks',
    'c: Int, ',
    '',
    'feat!: follow the control API: Query.c field removed\n\nBREAKING CHANGE: Query.c was removed. (Two)\n',
  ],
  [
    'several changes',
    'a: Int, b: State',
    'a: Int!, b: State @deprecated(reason: "soon")',
    `feat: follow the control API: 2 changes affect 1 operation

- Query.b is now deprecated: soon. (One)

1 safe change of generated types.
`,
  ],
  [
    'nothing in use',
    ', d: Int',
    '',
    'chore: follow the control API: no operation is affected\n\n1 other change of the schema affects no operation.\n',
  ],
  ['nothing at all', 'a: Int', 'a: Int', 'chore: follow the control API: no operation is affected\n'],
])('the message of the commit where there is %s', (_what, from, to, expected) => {
  expect(message(from, to)).toBe(expected);
});

test('a changed text is a fix', () => {
  const [snapshot, live] = ['soon', 'now'].map((why) => sdl.replace('c: Int', `c: Int @deprecated(reason: "${why}")`));
  expect(message(sdl, live ?? '').length).toBeGreaterThan(0);
  const drift = checkDrift({
    operations: [{ file: 'a.graphql', text }],
    snapshot: buildSchema(snapshot ?? ''),
    live: buildSchema(live ?? ''),
  });
  const report = { ...reports['in step'], verdict: judgeDrift(drift) };
  expect(renderReport['conventional-commit'](report as never)).toMatch(
    /^fix: follow the control API: Query\.c deprecated\n/,
  );
});

test.each(Object.keys(reports))('%s: lines of at most 72 columns, and a short title', (name) => {
  const report = reports[name as keyof typeof reports];
  const [title = '', ...lines] = renderReport['conventional-commit'](report).split('\n');
  expect(title.length).toBeLessThanOrEqual(72);
  // A single word may be longer: it cannot be broken.
  expect(lines.filter((line) => line.length > 72 && line.trim().split(' ').length > 2)).toEqual([]);
});

test('without a verdict there is no message', () => {
  const [report] = Object.values(reports).filter(({ outcome }) => outcome === 'could-not-tell');
  if (report === undefined) throw new Error('There is a report without a verdict.');
  expect(renderReport['conventional-commit'](report)).toBe('');
});
