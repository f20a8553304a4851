import { extname } from 'node:path';
import { type Command, InvalidArgumentError } from 'commander';
import type { ReportFormat } from '../drift/index.ts';
import { ExitError, exitCodes } from './exit.ts';

/** A report to write, and its file; without a file, it goes to standard output. */
export interface ReportTarget {
  readonly format: ReportFormat;
  readonly file?: string;
}

const byExtension: Readonly<Record<string, ReportFormat>> = {
  '.txt': 'pretty',
  '.json': 'json',
  '.xml': 'junit',
  '.sarif': 'sarif',
  '.md': 'markdown',
  '.html': 'html',
};

const formats: readonly ReportFormat[] = ['pretty', 'json', 'github', 'junit', 'sarif', 'markdown', 'html'];

/** Adds `--format` and `--output`, which can be repeated: an output belongs to the format before it. */
export function addReportOptions(command: Command, targets: ReportTarget[]): void {
  command
    .option(
      '--format <format>',
      `the format of the report: ${formats.join(', ')}; can be repeated (default: pretty)`,
      (text: string) => {
        for (const name of text.split(',')) {
          const format = formats.find((it) => it === name);
          if (format === undefined) throw new InvalidArgumentError(`Allowed choices are ${formats.join(', ')}.`);
          targets.push({ format });
        }
      },
    )
    .option(
      '--output <file>',
      'write the report of the --format before it to this file; without one, the extension decides the format',
      (file: string) => {
        const last = targets.at(-1);
        if (last !== undefined && last.file === undefined) {
          targets[targets.length - 1] = { ...last, file };
          return;
        }
        const format = byExtension[extname(file)];
        if (format === undefined)
          throw new InvalidArgumentError('Its extension names no format: pass `--format` before it.');
        targets.push({ format, file });
      },
    );
}

/**
 * Checks the requested reports; without any, the pretty report is used.
 *
 * @throws {ExitError} with code 2 if several reports would be mixed on standard output.
 */
export function settleTargets(targets: readonly ReportTarget[]): readonly ReportTarget[] {
  const loose = targets.filter(({ file }) => file === undefined);
  if (loose.length > 1) {
    const names = loose.map(({ format }) => format).join(' and ');
    throw new ExitError(
      exitCodes.usage,
      `The reports ${names} would be mixed on standard output: pass \`--output\` after all but one \`--format\`.`,
    );
  }
  return targets.length === 0 ? [{ format: 'pretty' }] : targets;
}
