import { appendFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { DriftReport, Paint } from '../../drift/index.ts';
import { writeText } from '../files.ts';
import type { CliIo } from '../io.ts';
import { styler } from '../terminal/colour.ts';
import { jsonWithoutCommands } from '../terminal/runner-commands.ts';
import type { ReportTarget } from './report-targets.ts';

/** Writes the report of a check in each requested format, and what a runner of GitHub shows. */
export async function writeReports(report: DriftReport, targets: readonly ReportTarget[], io: CliIo): Promise<void> {
  const [{ renderReport: render }, { renderPretty }] = await Promise.all([
    import('../../drift/report/index.ts'),
    import('../../drift/report/pretty.ts'),
  ]);
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
