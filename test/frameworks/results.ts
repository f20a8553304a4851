import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What one case of one runtime should give, and gave. */
export interface Result {
  readonly runtime: string;
  readonly case: string;
  readonly wanted: string;
  readonly got: string;
  /** The day on which it was run, where a table holds results of several days. */
  readonly date?: string;
}

const columns = ['runtime', 'case', 'wanted', 'got', 'date'] as const;
const file = join(import.meta.dirname, 'results.md');

/** The results as a Markdown table, its columns aligned. */
export function tableOf(results: readonly Result[]): string {
  const names = columns.filter((name) => results.some((row) => row[name] !== undefined));
  const rows = [names, ...results.map((row) => names.map((name) => row[name] ?? ''))];
  const widths = names.map((_, index) => Math.max(...rows.map((row) => row[index]?.length ?? 0)));
  const lines = rows.map((row) => `| ${row.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join(' | ')} |`);
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
      const [, runtime = '', what = '', wanted = '', got = '', date = ''] = line.split('|').map((cell) => cell.trim());
      return { runtime, case: what, wanted, got, date };
    });
}

const nameOf = ({ runtime }: Result) => runtime.split(' ')[0] ?? '';

/** Writes the results of a framework's whole run in place of its committed ones; `order` are all frameworks' names. */
export function commitResults(results: readonly Result[], order: readonly string[], date: Date): void {
  const written = new Set(results.map(nameOf));
  const dated = results.map((result) => ({ ...result, date: date.toISOString().slice(0, 10) }));
  const all = [...committedResults().filter((old) => !written.has(nameOf(old))), ...dated];
  const sorted = order.flatMap((name) => all.filter((result) => nameOf(result) === name));
  const text = [
    '# What the package does in each framework',
    '',
    'Written by `test/frameworks/frameworks.rest.test.ts`; the projects are in `projects/`.',
    '',
    tableOf(sorted),
  ];
  writeFileSync(file, text.join('\n'));
}
