import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What one case of one runtime should give, and gave. */
export interface Result {
  readonly runtime: string;
  readonly case: string;
  readonly wanted: string;
  readonly got: string;
}

const columns = ['runtime', 'case', 'wanted', 'got'] as const;
const heading: Result = { runtime: 'runtime', case: 'case', wanted: 'wanted', got: 'got' };
const file = join(import.meta.dirname, 'results.md');

/** The results as a Markdown table, its columns aligned. */
export function tableOf(results: readonly Result[]): string {
  const rows = [heading, ...results];
  const widths = columns.map((name) => Math.max(...rows.map((row) => row[name].length)));
  const lines = rows.map(
    (row) => `| ${columns.map((name, index) => row[name].padEnd(widths[index] ?? 0)).join(' | ')} |`,
  );
  lines.splice(1, 0, `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`);
  return `${lines.join('\n')}\n`;
}

/** The results that are committed. */
export function committedResults(): readonly Result[] {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  return lines
    .filter((line) => line.startsWith('| '))
    .slice(2)
    .map((line) => {
      const [, runtime = '', what = '', wanted = '', got = ''] = line.split('|').map((cell) => cell.trim());
      return { runtime, case: what, wanted, got };
    });
}

/**
 * Writes these results in place of the committed ones of the same cases, and of other versions of their frameworks; `order`
 * are all frameworks' names.
 */
export function commitResults(results: readonly Result[], order: readonly string[], date: Date): void {
  const nameOf = ({ runtime }: Result) => runtime.split(' ')[0] ?? '';
  const same = (one: Result, other: Result) => one.runtime === other.runtime && one.case === other.case;
  const stays = (old: Result) => results.every((one) => nameOf(one) !== nameOf(old) || one.runtime === old.runtime);
  const kept = committedResults().filter(stays);
  const all = [
    ...kept.map((old) => results.find((one) => same(one, old)) ?? old),
    ...results.filter((one) => !kept.some((old) => same(one, old))),
  ];
  const sorted = order.flatMap((name) => all.filter((result) => nameOf(result) === name));
  const text = [
    '# What the package does in each framework',
    '',
    'Written by `test/frameworks/frameworks.test.ts`; the projects are in `projects/`. ' +
      `Last run: ${date.toISOString().slice(0, 10)}.`,
    '',
    tableOf(sorted),
  ];
  writeFileSync(file, text.join('\n'));
}
