import { isDay } from '../../base/is-day.ts';
import { plural } from '../../base/plural.ts';
import type { AcceptedChange, DriftVerdict, Finding } from '../../drift/index.ts';
import { usageError } from '../exit.ts';
import { writeText } from '../files.ts';
import type { CliIo } from '../io.ts';
import { BadValueError, flag, type Option, textOption, type ValuesOf } from '../line/option.ts';
import { visible } from '../terminal/visible.ts';
import { acceptedFile } from './read-project.ts';

const excludes = { update: 'an updated snapshot contains the changes' };
const needs = ['accept', 'acceptBroken'] as const;

/** The options of `check` that accept changes. */
export const acceptOptions: {
  readonly accept: Option<boolean>;
  readonly acceptBroken: Option<boolean>;
  readonly reason: Option<string | undefined>;
  readonly until: Option<string | undefined>;
} = {
  accept: { ...flag('accept the changes that fail, but no broken operation'), excludes },
  acceptBroken: { ...flag('accept broken operations, too'), excludes },
  reason: { ...textOption('<text>', 'why they are accepted; a terminal asks for it'), needs },
  until: { ...textOption('<date>', 'the last day of that, YYYY-MM-DD'), needs, read: readDay },
};

function readDay(texts: readonly string[]): string {
  const day = texts.at(-1);
  if (isDay(day)) return day;
  throw new BadValueError(`must be a date, YYYY-MM-DD: ${day} is not one`);
}

/** The values of these options. */
export type AcceptOptions = ValuesOf<typeof acceptOptions>;

type DriftModule = typeof import('../../drift/index.ts');

/**
 * Refuses to accept changes without a reason.
 *
 * @throws {ExitError} with code 2 if nobody can be asked for one.
 */
export function refuseNoReason({ accept, acceptBroken, reason }: AcceptOptions, io: CliIo): void {
  if ((accept || acceptBroken) && (reason === undefined ? io.ask === undefined : reason.trim() === ''))
    throw usageError('`--accept` needs a reason: pass `--reason`, or run it on a terminal.');
}

/**
 * Adds an entry for each failing change to the file of accepted changes.
 *
 * @returns All accepted changes, the added ones included.
 */
export async function acceptFindings(
  { failing }: DriftVerdict,
  entries: readonly AcceptedChange[],
  options: AcceptOptions & { readonly accepted: string },
  drift: DriftModule,
  io: CliIo,
): Promise<readonly AcceptedChange[]> {
  const { acceptBroken, until, accepted: file } = options;
  // A mistake that the snapshot rejects, too, is not a change.
  const changes = failing.filter(({ change }) => change !== 'invalid-document');
  const acceptable = changes.filter(({ kind }) => kind !== 'broken' || acceptBroken);
  const added: AcceptedChange[] = [];
  for (const finding of acceptable) {
    const reason = options.reason ?? (await ask(finding, io));
    if (reason !== '') added.push(drift.entryFor(finding, reason, until));
  }
  const all = drift.withEntries(entries, added);
  if (added.length > 0) {
    await writeText(file, drift.printAccepted(all), { overwrite: true, isNamed: file !== acceptedFile }, io);
    const count = all.filter((entry) => !entries.includes(entry)).length;
    io.stderr.write(`${file}: ${plural(count, 'change')} accepted. Commit the file.\n`);
  } else io.stderr.write(`${file}: no change was accepted.\n`);
  const broken = changes.length - acceptable.length;
  if (broken > 0)
    io.stderr.write(
      `Not accepted: ${broken} ${broken === 1 ? 'change that breaks' : 'changes that break'} an operation. Correct the operation, or pass \`--accept-broken\`.\n`,
    );
  return all;
}

/** An empty answer leaves the change as it is. */
async function ask({ coordinate, message }: Finding, io: CliIo): Promise<string> {
  const answer = await io.ask?.(`${visible(`${coordinate}: ${message}`)}\nWhy is this accepted? (empty: it is not) `);
  return answer?.trim() ?? '';
}
