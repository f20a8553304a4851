import type { GraphQLSchema } from 'graphql';
import { plural } from '../../base/plural.ts';
import type { FileFix, OperationFixes, OperationSource } from '../../drift/index.ts';
import { moveOn } from '../../drift/report/command-line.ts';
import { readText, writeText } from '../files.ts';
import type { CliIo } from '../io.ts';
import type { Comparison } from './comparison.ts';

/**
 * Prints the corrections of the operations as a diff; writes them if that was asked for.
 *
 * @returns The texts of the operation files afterwards.
 */
export async function fixFiles(
  { sources: operations, config: { scalars, openEnums }, options: { write }, commandOptions, live }: Comparison,
  snapshot: GraphQLSchema,
  { fixOperations, textAfter }: Pick<typeof import('../../drift/index.ts'), 'fixOperations' | 'textAfter'>,
  io: CliIo,
): Promise<readonly OperationSource[]> {
  const { unifiedDiff } = await import('./unified-diff.ts');
  const fixes = fixOperations({ operations, snapshot, live, scalars, openEnums });
  const written = new Map<string, string>();
  const other: string[] = [];
  for (const fix of fixes.files) {
    const content = await readText(fix.file, io);
    if (!isAsRead(content, fix)) {
      other.push(fix.file);
      continue;
    }
    const after = textAfter(content, fix.edits);
    io.stdout.write(`${written.size === 0 ? '\n' : ''}${unifiedDiff(fix.file, content, after)}`);
    if (write) await writeText(fix.file, after, { overwrite: true }, io);
    written.set(fix.file, fix.after);
  }
  io.stderr.write(summary(fixes, written.size, other, write ? moveOn(commandOptions).join(', then ') : undefined));
  if (!write) return operations;
  return operations.map(({ file, text }) => ({ file, text: written.get(file) ?? text }));
}

/** In code, all but the operations was blanked, so offsets are the same; a component's script has offsets of its own. */
function isAsRead(content: string, { before, edits }: FileFix): boolean {
  return (
    content.length === before.length &&
    edits.every(({ start, end }) => content.slice(start, end) === before.slice(start, end))
  );
}

/** @param next - What to do after the corrections were written; undefined if they were not. */
function summary(
  { fixed, left }: OperationFixes,
  files: number,
  other: readonly string[],
  next: string | undefined,
): string {
  const lines = left.map(
    ({ place: { file, line, column }, coordinate, reason }) =>
      `Not corrected: ${file}:${line}:${column} ${coordinate}: ${reason}.`,
  );
  for (const file of other)
    lines.push(`Not corrected: ${file}: its operations are in a part of the file. Correct it by hand.`);
  if (files === 0) lines.push('No operation has a certain correction.');
  else {
    const operations = `${plural(fixed.length, 'operation')} in ${plural(files, 'file')}`;
    lines.push(
      next === undefined
        ? `Can be corrected: ${operations}. To write this, pass \`--write\`.`
        : `Corrected: ${operations}. Next: ${next}`,
    );
  }
  return lines.map((line) => `${line}\n`).join('');
}
