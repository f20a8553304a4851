import type { GraphQLSchema } from 'graphql';
import type { GivenOption, SchemaStep } from '../../drift/index.ts';
import { moveOn } from '../../drift/report/command-line.ts';
import { readIfPresent } from '../files.ts';
import type { CliIo } from '../io.ts';
import { writeSnapshot } from '../schema/write-snapshot.ts';
import { appendStep } from './append-step.ts';

/** A live schema that becomes the snapshot. */
export interface SnapshotUpdate {
  readonly live: GraphQLSchema;
  /** The source of the live schema, for the comment at the top. */
  readonly source: string;
  readonly snapshotFile: string;
  /** Whether an option named the file. */
  readonly isNamed: boolean;
  readonly at: Date;
  /** The options of the check. */
  readonly commandOptions: readonly GivenOption[];
}

/** Writes the live schema to the snapshot, and the step to its changelog, if there is one. */
export async function updateSnapshot(
  { live, source, snapshotFile, isNamed, at, commandOptions }: SnapshotUpdate,
  findStep: () => Promise<SchemaStep | undefined>,
  io: CliIo,
): Promise<void> {
  const { printSnapshot } = await import('../../graphql/files/snapshot.ts');
  const after = printSnapshot(live, source);
  const before = await readIfPresent(snapshotFile, io);
  const isWritten = (await writeSnapshot(snapshotFile, after, { isNamed }, io)) === 'written';
  io.stderr.write(`${snapshotFile}: ${isWritten ? `written. Run: ${moveOn(commandOptions)[1]}` : 'unchanged'}\n`);
  if (before !== undefined && isWritten) await appendStep(findStep, { snapshotFile, before, after, at }, io);
}
