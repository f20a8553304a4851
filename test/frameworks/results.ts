/** What one case of one runtime should give, and gave. */
export interface Result {
  readonly runtime: string;
  readonly case: string;
  readonly wanted: string;
  readonly got: string;
}

const columns = ['runtime', 'case', 'wanted', 'got'] as const;
/** The results as a Markdown table, its columns aligned. */
export function tableOf(results: readonly Result[]): string {
  const rows = [columns, ...results.map((row) => columns.map((name) => row[name]))];
  const widths = columns.map((_, index) => Math.max(...rows.map((row) => row[index]?.length ?? 0)));
  const lines = rows.map((row) => `| ${row.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join(' | ')} |`);
  lines.splice(1, 0, `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`);
  return `${lines.join('\n')}\n`;
}
