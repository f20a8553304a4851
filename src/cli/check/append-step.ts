import { createHash } from 'node:crypto';
import type { LoggedStep, SchemaStep } from '../../drift/index.ts';
import { readIfPresent, writeText } from '../files.ts';
import type { CliIo } from '../io.ts';

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

/** An update of the snapshot. */
interface Update {
  readonly snapshotFile: string;
  /** The texts of the snapshot before and after it. */
  readonly before: string;
  readonly after: string;
  readonly at: Date;
}

/** Adds the step of an update to the changelog of the snapshot, if that file is there. */
export async function appendStep(
  findStep: () => Promise<SchemaStep | undefined>,
  { snapshotFile, before, after, at }: Update,
  io: CliIo,
): Promise<void> {
  const file = changelogOf(snapshotFile);
  const changelog = await readIfPresent(file, io);
  const step = changelog === undefined ? undefined : await findStep();
  if (changelog === undefined || step === undefined) return;
  const { withStep } = await import('../../drift/index.ts');
  const day = at.toISOString().slice(0, 10);
  const logged: LoggedStep = { ...step, day, from: fingerprint(before), to: fingerprint(after) };
  const written = await writeText(file, withStep(changelog, logged), { overwrite: true }, io);
  if (written === 'written') io.stderr.write(`${file}: the step is added (${step.level}).\n`);
}
