import { buildSchema } from 'graphql';
import { expect, test } from 'vitest';
import { checkDrift, judgeDrift, renderReport } from '../../src/drift/index.ts';
import type { ReportFormat } from '../../src/drift/report/render-report.ts';
import type { JudgedReport } from '../../src/drift/report/report.ts';

const fields = (count: number): string => Array.from({ length: count }, (_, index) => `by${index}: Boolean`).join(' ');
const schema = (filter: string, device: string): string =>
  `type Query { devices(filter: Filter): [Device!]! } input Filter { name: String ${filter} } type Device { ${device} }`;
const before = schema('', 'id: ID! name: String! zone: State! state: Int');
const after = `${schema(fields(42), 'id: ID! name: String! @deprecated(reason: "Gone on 2027-01-31.") zone: State!')} enum State { ON }`;
const text = `query A($filter: Filter) { devices(filter: $filter) { name zone } }
query B($filter: Filter) { devices(filter: $filter) { id state } }`;

function reportOf(all: boolean, operations = text): JudgedReport {
  const sources = [{ file: 'a.graphql', text: operations }];
  const snapshot = buildSchema(`${before} enum State { ON OFF }`);
  const verdict = judgeDrift(checkDrift({ operations: sources, snapshot, live: buildSchema(after) }));
  const at = new Date('2026-11-22T10:00:00Z');
  return {
    live: 'live',
    snapshot: 's',
    at,
    version: '1',
    outcome: 'drifted',
    failOn: 'breaking',
    verdict,
    sources,
    all,
  };
}

test('broken operations come first, then a deprecation with its date, then unclear changes', () => {
  const { findings } = reportOf(false).verdict;
  expect(findings.slice(0, 3).map(({ kind, coordinate }) => `${kind} ${coordinate}`)).toEqual([
    'broken Device.state',
    'deprecated Device.name',
    'types State.OFF',
  ]);
  const pretty = renderReport.pretty(reportOf(false));
  expect(pretty.split('\n').findIndex((line) => line.includes('2027-01-31'))).toBeLessThan(10);
});

test.each<ReportFormat>(['pretty', 'github', 'markdown'])(
  'safe additions are a number in the %s report, and `--all` lists them',
  (format) => {
    const [short, long] = [false, true].map((all) => renderReport[format](reportOf(all)));
    expect(short).not.toContain('by41');
    if (format !== 'github') expect(short).toContain('42 safe changes of generated types');
    if (format !== 'github') expect(long).toContain('by41');
  },
);
