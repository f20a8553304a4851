import { appendFile } from 'node:fs/promises';
import { extname, resolve } from 'node:path';
import { orList } from '../../base/words.ts';
import type { DriftReport } from '../../drift/index.ts';
import { reportFormats } from '../../drift/model/defaults.ts';
import { type Paint, renderPretty } from '../../drift/report/pretty.ts';
import { type ReportFormat, renderReport as render } from '../../drift/report/render-report.ts';
import type { GivenOption } from '../../drift/report/report.ts';
import { usageError } from '../exit.ts';
import { writeText } from '../files.ts';
import type { CliIo } from '../io.ts';
import { jsonWithoutCommands, styler } from '../terminal.ts';

/** A report to write. Without a file, the report goes to standard output. */
export interface ReportTarget {
  readonly format: ReportFormat;
  readonly file?: string;
}

const byExtension: Readonly<Record<string, ReportFormat>> = {
  '.txt': 'pretty',
  '.json': 'json',
  '.md': 'markdown',
};

/** The requested reports, by default the pretty report. */
export function readTargets(order: readonly GivenOption[]): readonly ReportTarget[] {
  const targets: ReportTarget[] = [];
  for (const { option, value: text = '' } of order) {
    if (option === '--format') targets.push(...text.split(',').map((format) => ({ format: formatCalled(format) })));
    if (option !== '--output') continue;
    const last = targets.at(-1);
    if (last !== undefined && last.file === undefined) targets[targets.length - 1] = { ...last, file: text };
    else targets.push({ format: formatOf(text), file: text });
  }
  const loose = targets.filter(isLoose);
  if (loose.length > 1) {
    const names = loose.map(({ format }) => format).join(' and ');
    throw usageError(
      `The reports ${names} would be mixed on standard output: pass \`--output\` after all but one \`--format\`.`,
    );
  }
  if (targets.length === 0) return [{ format: 'pretty' }];
  return targets.map((target) => (isLoose(target) ? { format: target.format } : target));
}

function isLoose({ file }: ReportTarget): boolean {
  return file === undefined || file === '-';
}

/** Refuses a report that would replace an input of the check. */
export function refuseInputs(
  targets: readonly ReportTarget[],
  inputs: readonly (string | undefined)[],
  { cwd }: Pick<CliIo, 'cwd'>,
): void {
  const read = new Set(inputs.map((file) => file && resolve(cwd, file)));
  const clash = targets.find(({ file }) => file !== undefined && read.has(resolve(cwd, file)));
  if (clash !== undefined)
    throw usageError(
      `The report would replace ${clash.file}, which the check reads: pass another file to \`--output\`.`,
    );
}

function formatCalled(name: string): ReportFormat {
  const format = reportFormats.find((it) => it === name);
  if (format === undefined) throw usageError(`The option \`--format\` must be ${orList(reportFormats)}.`);
  return format;
}

function formatOf(file: string): ReportFormat {
  if (file === '-') return 'pretty';
  const format = byExtension[extname(file)];
  if (format === undefined)
    throw usageError(`The extension of ${file} names no format: pass \`--format\` before \`--output\`.`);
  return format;
}

/** Writes the report of a check in each requested format, with annotations and a summary for GitHub Actions. */
export async function writeReports(report: DriftReport, targets: readonly ReportTarget[], io: CliIo): Promise<void> {
  for (const { format, file } of targets) {
    if (file !== undefined) {
      await writeText(file, render[format](report), { overwrite: true, isNamed: true }, io);
      io.stderr.write(`${file}: ${format} report\n`);
    } else if (format === 'github') io.stdout.writeCommands(render.github(report));
    else if (format === 'json') io.stdout.write(jsonWithoutCommands(render.json(report)));
    else io.stdout.write(format === 'pretty' ? renderPretty(report, paintFor(io)) : render[format](report));
  }
  if (!targets.some(({ format, file }) => format === 'pretty' && file === undefined))
    io.stderr.write(renderPretty(report).split('\n', 1).join('').concat('\n'));
  if (io.env['GITHUB_ACTIONS'] !== 'true') return;
  if (!targets.some(({ format }) => format === 'github')) io.stderr.writeCommands(render.github(report));
  const summary = io.env['GITHUB_STEP_SUMMARY'];
  if (summary) await appendFile(resolve(io.cwd, summary), render.markdown(report)).catch(() => undefined);
}

function paintFor(io: CliIo): Paint {
  const formats = { good: 'green', bad: 'red', warn: 'yellow', dim: 'dim', bold: 'bold', plain: 'reset' } as const;
  const style = styler(io);
  return (name, text) => style(formats[name], text);
}
