import { plural } from '../../base/plural.ts';
import type { AcceptedChange, DriftVerdict, Finding } from '../../drift/index.ts';
import { writeText } from '../files.ts';
import type { CliIo } from '../io.ts';
import { visible } from '../terminal/visible.ts';
import type { CheckOptions } from './comparison.ts';
import { acceptedFile } from './read-project.ts';

/**
 * Adds an entry for each failing change to the file of accepted changes.
 *
 * @returns All accepted changes, the added ones included.
 */
export async function acceptFindings(
  { failing }: DriftVerdict,
  entries: readonly AcceptedChange[],
  options: CheckOptions,
  drift: typeof import('../../drift/index.ts'),
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
