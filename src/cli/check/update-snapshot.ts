import { createHash } from 'node:crypto';
import type { SchemaStep } from '../../drift/index.ts';
import { moveOn } from '../../drift/report/command-line.ts';
import { readIfPresent, writeText } from '../files.ts';
import type { CliIo } from '../io.ts';
import { writeSnapshot } from '../schema/write-snapshot.ts';
import type { Comparison } from './comparison.ts';

/** The changelog of a snapshot, beside it: `schema-changelog.md` for `schema.graphql`. */
export function changelogOf(snapshotFile: string): string {
  return snapshotFile.replace(/(?:\.[^./\\]*)?$/, '-changelog.md');
}

/**
 * The identity of a snapshot's text, as the schema has no version: the beginning of its SHA-256. The comment at its top
 * and the kind of its line breaks do not count.
 */
export function fingerprint(text: string): string {
  const schema = text.replace(/\r\n/g, '\n').replace(/^(?:\s*#[^\n]*\n)*\s*/, '');
  return createHash('sha256').update(schema.trimEnd()).digest('hex').slice(0, 12);
}

/**
 * Writes the live schema to the snapshot, and the step to its changelog, if there is one.
 *
 * @param head - The source of the live schema, and the time of the check.
 */
export async function updateSnapshot(
  { config: { snapshotFile }, options, commandOptions, live }: Comparison,
  head: { readonly live: string; readonly at: Date },
  findStep: () => Promise<SchemaStep | undefined>,
  io: CliIo,
): Promise<void> {
  const { printSnapshot } = await import('../../graphql/files/snapshot.ts');
  const after = printSnapshot(live, head.live);
  const before = await readIfPresent(snapshotFile, io);
  const mode = { isNamed: options.schema !== undefined };
  const isWritten = (await writeSnapshot(snapshotFile, after, mode, io)) === 'written';
  io.stderr.write(`${snapshotFile}: ${isWritten ? `written. Run: ${moveOn(commandOptions)[1]}` : 'unchanged'}\n`);
  const file = changelogOf(snapshotFile);
  const changelog = before === undefined || !isWritten ? undefined : await readIfPresent(file, io);
  const step = changelog === undefined ? undefined : await findStep();
  if (before === undefined || changelog === undefined || step === undefined) return;
  const { withStep } = await import('../../drift/index.ts');
  const day = head.at.toISOString().slice(0, 10);
  const text = withStep(changelog, { ...step, day, from: fingerprint(before), to: fingerprint(after) });
  if ((await writeText(file, text, { overwrite: true }, io)) === 'written')
    io.stderr.write(`${file}: the step is added (${step.level}).\n`);
}
