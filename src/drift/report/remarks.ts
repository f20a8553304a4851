import { plural } from '../../base/words.ts';
import { ownCommand } from '../../graphql/files/place.ts';
import type { SourcePlace } from '../../graphql/place.ts';
import type { AcceptedChange } from '../model/accepted.ts';
import { codeDoubt } from '../model/code-check.ts';
import type { DriftVerdict } from '../model/policy.ts';
import { allCodePlaces, codeMessage } from './code-lines.ts';
import { groupedFindings, isQuiet } from './group.ts';
import { mostLines } from './phrases.ts';
import type { JudgedReport } from './report.ts';

/** A sentence on the check itself, with the place that it is about, if there is one. */
export interface Remark {
  readonly message: string;
  readonly place?: SourcePlace;
  readonly subject?: string;
}

/** Remarks on the check itself: what was not compared, warnings, lines of code, entries of accepted changes that no longer apply. */
export function remarks(report: JudgedReport): readonly Remark[] {
  const { verdict, all } = report;
  const { hasSnapshot, notComparable, expired, unused, otherChanges, accepted } = verdict;
  const others = plural(otherChanges.length, 'other change');
  const quiet = all ? 0 : groupedFindings({ verdict, all: true }).filter(isQuiet).length;
  const found = [
    !hasSnapshot &&
      'No snapshot: the operations were only validated. Changes of types, behaviour and deprecations were not checked.',
    notComparable.length > 0 &&
      `Newer than the snapshot, so compared only where they fit it: ${notComparable.join(', ')}. To update it, run \`${ownCommand()} schema pull\`.`,
    ...verdict.undecided.map(({ message }) => `Could not compare: ${message}`),
    ...verdict.warnings.map(({ message, place, operation }) => ({ place, message, subject: operation })),
    ...codeRemarks(verdict),
    ...expired.map((it) => `The accepted change ${changeText(it)} expired on ${it.until}.`),
    ...unused.map((it) => `The accepted change ${changeText(it)} matches no finding: remove it.`),
    accepted.length > 0 && `Accepted: ${plural(accepted.length, 'finding')}.`,
    quiet > 0 &&
      `${plural(quiet, 'safe change')} of generated types: code written for the old ones compiles. To list them, pass \`--all\`.`,
    hasSnapshot &&
      otherChanges.length > 0 &&
      `${others} of the schema ${otherChanges.length === 1 ? 'affects' : 'affect'} no operation${all ? ':' : '. To list them, pass `--all`.'}`,
  ];
  return found.flatMap((remark) => (remark === false ? [] : typeof remark === 'string' ? { message: remark } : remark));
}

function codeRemarks(verdict: DriftVerdict): readonly (string | Remark | false)[] {
  const { code, findings } = verdict;
  if (code === undefined) return [];
  if (code.doubt !== undefined) return [code.doubt, ...code.notCovered];
  const count = new Set(allCodePlaces(verdict).map(({ file, line }) => `${file}:${line}`)).size;
  const doubt = codeDoubt(code);
  const first = findings.some(({ kind }) => kind === 'broken') ? ' once the broken operations are corrected' : '';
  const unaffected =
    doubt === undefined
      ? `No line of yours is affected: safe to regenerate${first}.`
      : 'No line of what was checked is affected.';
  const affected = `${count} ${count === 1 ? 'line of yours does' : 'lines of yours do'} not compile with code generated for the live schema.`;
  return [
    `${count === 0 ? unaffected : affected} (\`${code.command}\`, ${code.seconds} s)`,
    ...code.unexplained.slice(0, mostLines).map((place) => ({ place, message: codeMessage(place) })),
    code.unexplained.length > mostLines &&
      `And ${plural(code.unexplained.length - mostLines, 'more line')} of your code.`,
    code.stale.length > 0 &&
      `${code.stale.join(', ')} ${code.stale.length === 1 ? 'was' : 'were'} not generated from the snapshot and these operations: run \`${ownCommand()} generate\` before the next check.`,
    doubt ?? false,
    ...code.notCovered,
  ];
}

function changeText({ coordinate, change, from, to }: AcceptedChange): string {
  const values = from === null ? (to ?? '') : `${from} → ${to ?? 'nothing'}`;
  return `${coordinate} (${[change, values].filter(Boolean).join(': ')})`;
}
