import { describe, expect, test } from 'vitest';
import { type AcceptedChange, judgeDrift, renderReport } from '../../src/drift/index.ts';
import type { ReportFormat } from '../../src/drift/report/render-report.ts';
import type { JudgedReport } from '../../src/drift/report/report.ts';
import { fineCode, judged } from './helpers/reports.ts';

const range = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index);

/** An enum that lost and gained many values, and many fields that become nullable, in many operations. */
function manyChanges(counts: {
  readonly values: number;
  readonly fields: number;
  readonly operations: number;
}): JudgedReport {
  const enumOf = (name: string): string =>
    `enum State { KEPT ${range(counts.values)
      .map((it) => `${name}_${it}`)
      .join(' ')} }`;
  const schemaOf = (state: string, type: string): string => {
    const fields = range(counts.fields).map((it) => `field${it}: ${type}`);
    return `${enumOf(state)} type Query { state(at: State): State devices: [Device!]! } type Device { id: ID! ${fields.join(' ')} }`;
  };
  const selection = range(counts.fields).map((it) => `field${it}`);
  const text = range(counts.operations)
    .map((it) => `query Operation${it}($at: State) {\n  state(at: $at)\n  devices { id ...Fields }\n}`)
    .join('\n');
  const fragment = `fragment Fields on Device {\n  ${['id', ...selection].join('\n  ')}\n}`;
  const sources = [
    { file: 'operations/all.graphql', text },
    { file: 'operations/fields.graphql', text: fragment },
  ];
  return judged(schemaOf('NEW_STATE', 'String'), { snapshot: schemaOf('OLD_STATE', 'String!'), sources });
}

const size = (format: ReportFormat, report: JudgedReport): number => Buffer.byteLength(renderReport[format](report));
const annotations = (report: JudgedReport): readonly string[] => renderReport.github(report).trim().split('\n');

const few = manyChanges({ values: 2, fields: 1, operations: 4 });
const enums = manyChanges({ values: 60, fields: 1, operations: 40 });
const wide = manyChanges({ values: 60, fields: 150, operations: 40 });

describe('a report grows with the changes and the operations, not with one times the other', () => {
  test('the removed values of an enum are one change with all places, in every format for readers', () => {
    for (const format of ['pretty', 'github', 'markdown'] as const) {
      const text = renderReport[format](enums).replaceAll('\\_', '_');
      expect(text).toContain('Each of 60 values of State was removed: variables that contain it are rejected.');
      expect(text).toMatch(/OLD_STATE_0, OLD_STATE_1, .* and 48 more\./);
    }
    const { findings } = JSON.parse(renderReport.json(enums));
    expect(findings.filter(({ change }: { change: string }) => change === 'enum-value-removed')).toHaveLength(120);
  });

  test('the added types of a union are one change', () => {
    const schemaOf = (types: readonly string[]) =>
      `type Query { any: Any } union Any = ${types.join(' | ')} ${types.map((it) => `type ${it} { id: ID }`).join(' ')}`;
    const sources = [{ file: 'a.graphql', text: '{ any { __typename } }' }];
    const text = renderReport.pretty(judged(schemaOf(['A', 'B', 'C', 'D']), { snapshot: schemaOf(['A']), sources }));
    expect(text).toContain('Each of 3 types now belongs to Any: results may now contain it. They are B, C, D.');
  });

  test('values that are accepted for different reasons stay apart', () => {
    const removed = few.verdict.findings.filter(
      ({ change, kind }) => change === 'enum-value-removed' && kind === 'types',
    );
    const accepted = removed.map(
      ({ coordinate, before }, index): AcceptedChange => ({
        ...{ coordinate, change: 'enum-value-removed', from: before ?? null, to: null, reason: `reason ${index}` },
      }),
    );
    const text = renderReport.pretty({ ...few, verdict: judgeDrift(few.verdict, { accepted }) });
    expect(text).toContain('Accepted: reason 0');
    expect(text).toContain('Accepted: reason 1');
  });

  test('sixty values in forty operations cost no more than twice the bytes of two', () => {
    const two = manyChanges({ values: 2, fields: 1, operations: 40 });
    for (const format of ['pretty', 'github', 'markdown'] as const)
      expect(size(format, enums)).toBeLessThan(2.2 * size(format, two));
  });

  test.each(Object.entries({ few, enums, wide }))(
    "GitHub's annotations of %s are at most ten, and a count of the rest",
    (_name, report) => {
      const lines = annotations(report);
      expect(lines.filter((it) => it.includes(',line=')).length).toBeLessThanOrEqual(10);
      expect(lines.length).toBeLessThanOrEqual(11);
      for (const line of lines) expect(line.length).toBeLessThan(1200);
    },
  );

  test("GitHub's annotations have each change at its first place before any at its others", () => {
    const lines = annotations(few);
    expect(lines[0]).toContain('line=1,col=18');
    expect(new Set(lines.map((it) => it.split('::')[2]?.split(' (Operation')[0])).size).toBe(5);
    expect(lines).toHaveLength(10);
    expect(annotations(wide).at(-1)).toMatch(/^::notice title=Drift check::14\d more findings without an annotation/);
    expect(annotations(enums)[0]).toMatch(/Also at .* and \d+ more\.$/);
  });

  test('a Markdown report of many changes takes less than 60 kB, and counts what it leaves out', () => {
    const text = renderReport.markdown(manyChanges({ values: 5, fields: 900, operations: 3 }));
    expect(Buffer.byteLength(text)).toBeLessThan(60_000);
    expect(Buffer.byteLength(text)).toBeGreaterThan(50_000);
    expect(text).toContain('**Next**');
    expect(text).toMatch(/\*\*\d+ lines left out\*\*: a comment holds 60 kB\. The whole report: `npx/);
    const rows = text.split('\n').filter((line) => line.includes('`Device.field'));
    const left = Number(/\*\*(\d+) lines left out/.exec(text)?.[1]);
    expect(rows.length + left).toBeGreaterThanOrEqual(900);
  });

  test('a Markdown report cuts off a deprecation reason of many kilobytes', () => {
    const schemaOf = (reason: string) => `type Query { old: Int @deprecated(reason: "${reason}") }`;
    const sources = [{ file: 'a.graphql', text: '{ old }' }];
    const report = judged(schemaOf('😀'.repeat(40_000)), { snapshot: schemaOf('a'), sources });
    expect(size('markdown', report)).toBeLessThan(3000);
    expect(() => encodeURIComponent(renderReport.markdown(report))).not.toThrow();
    expect(size('github', report)).toBeLessThan(3000);
  });
});

test.for([
  [10, 10, 0],
  [11, 10, 1],
  [500, 10, 490],
] as const)('a report shows ten lines of code at a change, and counts the others: %i', ([all, shown, left]) => {
  const first = few.verdict.findings.find(({ kind }) => kind === 'types') ?? expect.unreachable();
  const place = { file: 'src/report.ts', column: 3, code: 2322, message: 'Type null.' };
  const lines = Array.from({ length: all }, (_, index) => ({ ...place, line: index + 1 }));
  const findings = [{ ...first, codePlaces: lines }];
  const code = { ...fineCode, unexplained: lines };
  const pretty = renderReport.pretty({ ...few, verdict: judgeDrift({ ...few.verdict, findings, code }) });
  // Once at the change, and once for lines that no change explains.
  expect(pretty.split('src/report.ts:')).toHaveLength(2 * shown + 1);
  const said = left === 0 ? [] : [`and ${left} more line${left === 1 ? '' : 's'} of your code`];
  const more = pretty.match(/and \d+ more lines? of your code/gi) ?? [];
  expect(more.map((it) => it.toLowerCase())).toEqual([...said, ...said]);
});
