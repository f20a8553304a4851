import { expect, test } from 'vitest';
import { renderReport } from '../../src/drift/index.ts';
import type { ReportFormat } from '../../src/drift/report/render-report.ts';
import { judged } from './helpers/reports.ts';

const fields = (count: number): string => Array.from({ length: count }, (_, index) => `by${index}: Boolean`).join(' ');
const schema = (filter: string, device: string): string =>
  `type Query { devices(filter: Filter): [Device!]! } input Filter { name: String ${filter} } type Device { ${device} }`;
const before = schema('', 'id: ID! name: String! zone: State! state: Int');
const after = `${schema(fields(42), 'id: ID! name: String! @deprecated(reason: "Gone on 2027-01-31.") zone: State!')} enum State { ON }`;
const text = `query A($filter: Filter) { devices(filter: $filter) { name zone } }
query B($filter: Filter) { devices(filter: $filter) { id state } }`;

const sources = [{ file: 'a.graphql', text }];
const report = judged(after, { snapshot: `${before} enum State { ON OFF }`, sources });

test('broken operations come first, then a deprecation with its date, then unclear changes', () => {
  const { findings } = report.verdict;
  expect(findings.slice(0, 3).map(({ kind, coordinate }) => `${kind} ${coordinate}`)).toEqual([
    'broken Device.state',
    'deprecated Device.name',
    'types State.OFF',
  ]);
  const pretty = renderReport.pretty({ ...report, all: false });
  expect(pretty.split('\n').findIndex((line) => line.includes('2027-01-31'))).toBeLessThan(10);
});

test.each<ReportFormat>(['pretty', 'github', 'markdown'])(
  'safe additions are a number in the %s report, and `--all` lists them',
  (format) => {
    const [short, long] = [false, true].map((all) => renderReport[format]({ ...report, all }));
    expect(short).not.toContain('by41');
    if (format !== 'github') expect(short).toContain('42 safe changes of generated types');
    if (format !== 'github') expect(long).toContain('by41');
  },
);
