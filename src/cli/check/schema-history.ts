import { posix } from 'node:path';
import type { GraphQLSchema } from 'graphql';
import type { LoggedStep, SchemaLog, SchemaStep } from '../../drift/index.ts';
import { pullCommand } from '../../graphql/files/pull-command.ts';
import { usageError } from '../exit.ts';
import { readIfPresent } from '../files.ts';
import { type GitOptions, isShallow } from '../git/git.ts';
import {
  commitCalled,
  type FileVersion,
  fileHistory,
  filesAt,
  readObjects,
  requireRepository,
} from '../git/git-files.ts';
import type { CliIo } from '../io.ts';
import type { CheckConfig } from '../schema/check-config.ts';
import { stepFinder } from './find-step.ts';
import { fingerprint } from './update-snapshot.ts';

/** Which steps are wanted. */
export interface HistoryRange {
  /** A day, YYYY-MM-DD, or a commit, branch or tag: only steps on that day or later, or after that commit. */
  readonly since: string | undefined;
  /** At most so many of the newest steps. */
  readonly limit: number | undefined;
}

/** The text of the snapshot at one time; undefined where it could not be read, or there was none. */
interface State {
  readonly text: string | undefined;
  /** The commit that brought it; undefined for the file as it is, and for what was before the first step. */
  readonly version: FileVersion | undefined;
  readonly name: string;
}

interface Readable {
  readonly schema: GraphQLSchema;
  readonly text: string;
  readonly version: FileVersion | undefined;
}

/**
 * Compares each committed version of the snapshot with the one before it, for the operations as they were just before.
 *
 * @throws {ExitError} with code 2 if there is no git, no repository, no such commit, or no committed snapshot.
 */
export async function schemaHistory(
  config: Pick<CheckConfig, 'patterns' | 'ignore' | 'scalars' | 'openEnums' | 'snapshotFile'>,
  { since, limit = Number.POSITIVE_INFINITY }: HistoryRange,
  io: CliIo,
): Promise<SchemaLog> {
  const { snapshotFile: file } = config;
  await requireRepository(io);
  const { isDay } = await import('../../base/is-day.ts');
  const after = since === undefined || isDay(since) ? undefined : await commitCalled(since, io);
  const all = await fileHistory(file, after, io);
  const versions = isDay(since) ? all.filter(({ day }) => day >= since) : all;
  const present = await readIfPresent(file, io);
  if (all.length === 0 && after === undefined)
    throw usageError(
      present === undefined
        ? `There is no ${file}, and there never was on this branch. To write it, run: ${pullCommand(file)}`
        : `${file} is not committed, so it has no history yet: run git add ${file}, and commit it.`,
    );
  const notes: string[] = [];
  const states = statesOf(versions, present, file, io);
  const steps: LoggedStep[] = [];
  const findStep = await stepFinder(config, io, (note) => void notes.push(note));
  const { parseSchema } = await import('../../graphql/parse-schema.ts');
  let newer: Readable | undefined;
  for await (const { text, version, name } of states) {
    io.signal.throwIfAborted();
    if (text === undefined || (newer !== undefined && fingerprint(text) === fingerprint(newer.text))) {
      if (text === undefined) notes.push(`There is no ${name}: its changes are in a later step.`);
      // The earlier commit brought it.
      else if (newer !== undefined) newer = { ...newer, version: version ?? newer.version };
      continue;
    }
    const older = readable(() => ({ schema: parseSchema(text, name, () => leftOut), text, version }), notes);
    if (older === undefined) continue;
    const step = newer && (await findStep(older.schema, newer.schema, committedBefore(newer)));
    if (newer !== undefined && step !== undefined) steps.push(logged(step, older, newer));
    newer = older;
    if (steps.length >= limit) break;
  }
  if (present !== undefined && steps[0]?.commit === undefined && steps.length > 0)
    notes.unshift(`${file} has changes that are not committed: they are the newest step.`);
  const oldest = versions.at(-1);
  if (oldest !== undefined && oldest.before === undefined && steps.length < limit && versions.length === all.length) {
    const isCut = oldest.parent === undefined && (await isShallow(io));
    const first = `The first snapshot is of ${oldest.day} (commit ${oldest.commit.slice(0, 10)}).`;
    const cut = `This clone is shallow: what came before ${oldest.day} is not in it. To get it: git fetch --unshallow`;
    notes.push(isCut ? cut : first);
  }
  return { snapshot: file, steps, notes };
}

/** The states of the snapshot, the newest first, each read when it is needed. */
async function* statesOf(
  versions: readonly FileVersion[],
  present: string | undefined,
  file: string,
  git: GitOptions,
): AsyncGenerator<State> {
  const read = async (id: string | undefined): Promise<string | undefined> =>
    id === undefined ? undefined : (await readObjects([id], git)).get(id);
  if (present !== undefined) yield { text: present, version: undefined, name: file };
  for (const version of versions) {
    const name = `${file} at commit ${version.commit.slice(0, 10)} (${version.day})`;
    yield { text: await read(version.after), version, name };
  }
  const oldest = versions.at(-1);
  // Without a step in the range, the file may still differ from what is committed.
  const before = oldest === undefined ? (await filesAt('HEAD', git)).get(posix.normalize(file)) : oldest.before;
  if (before !== undefined) yield { text: await read(before), version: undefined, name: `the earlier ${file}` };
}

const leftOut = 'It is left out, so its changes are in a later step.';

function readable(parse: () => Readable, notes: string[]): Readable | undefined {
  try {
    return parse();
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    notes.push(error.message);
    return undefined;
  }
}

/** The operations that a version is compared for: those that were committed just before it. */
function committedBefore({ version }: Readable): string | readonly [] {
  return version === undefined ? 'HEAD' : (version.parent ?? []);
}

function logged(step: SchemaStep, older: Readable, { text, version }: Readable): LoggedStep {
  const { commit: id = '', subject = '', day = new Date().toISOString().slice(0, 10) } = version ?? {};
  const [from, to] = [fingerprint(older.text), fingerprint(text)];
  return { ...step, day, from, to, ...(version === undefined ? {} : { commit: { id, subject } }) };
}
