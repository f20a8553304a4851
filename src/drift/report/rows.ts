import { plural } from '../../base/words.ts';
import { ownCommand } from '../../graphql/files/commands.ts';
import { placeText, type SourcePlace } from '../../graphql/place.ts';
import type { AcceptedChange } from '../model/accepted.ts';
import { type CodePlace, codeDoubt } from '../model/code-check.ts';
import { type Finding, type FindingKind, isChange } from '../model/finding.ts';
import { listed } from '../model/place-list.ts';
import type { DriftVerdict } from '../model/policy.ts';
import { mostLines } from './defaults.ts';
import { allCodePlaces, groupedFindings, isQuiet, type RankedFinding } from './group.ts';
import { type JudgedReport, shownFindings } from './report.ts';

/** A place of a row, with the names of its operations or the message of the checker. */
export interface RowPlace extends SourcePlace {
  readonly text: string;
}

/** One item of a report: a finding, a remark on the check, or a change that affects no operation. */
export interface Row {
  readonly part: RankedFinding['status'] | 'remark' | 'other';
  readonly level: 'error' | 'warning' | 'notice';
  /** The kind of a finding in words; otherwise empty. */
  readonly label: string;
  /** The changed element, or the operation of a warning; otherwise empty. */
  readonly subject: string;
  readonly message: string;
  readonly suggestion?: string | undefined;
  readonly added?: readonly string[] | undefined;
  readonly reason?: string | undefined;
  readonly places: readonly RowPlace[];
  readonly codePlaces: readonly RowPlace[];
}

/** The rows in the order failing, noted and accepted findings, remarks, other changes. */
export function rowsOf(report: JudgedReport): readonly Row[] {
  const { verdict, all } = report;
  return [
    ...shownFindings(report).map(findingRow),
    ...remarks(report),
    ...(all ? verdict.otherChanges : []).map(({ message }) => ({ ...plain, part: 'other' as const, message })),
  ];
}

const plain = { level: 'warning', label: '', subject: '', places: [], codePlaces: [] } as const;

function remark(message: string, subject = '', ...places: readonly SourcePlace[]): Row {
  return { ...plain, part: 'remark', message, subject, places: places.map((place) => ({ ...place, text: '' })) };
}

function remarkIf(isSo: boolean, message: string): readonly Row[] {
  return isSo ? [remark(message)] : [];
}

function findingRow({ finding, status, reason }: RankedFinding): Row {
  const { kind, direction, coordinate, message, suggestion, added, places, codePlaces = [] } = finding;
  const isSafe = direction === 'safe' && kind === 'types';
  return {
    part: status,
    level: status === 'failing' ? 'error' : isSafe ? 'notice' : 'warning',
    label: label(finding),
    subject: coordinate,
    ...{ message, suggestion, added },
    reason,
    places: places.map((place) => ({ ...place, text: listed(place.operations, 6) })),
    codePlaces: codePlaces.map((place) => ({ ...place, text: codeMessage(place) })),
  };
}

const labels: Readonly<Record<FindingKind, string>> = {
  mistake: 'Invalid operation',
  broken: 'Broken',
  types: 'Types changed',
  behaviour: 'Behaviour changed',
  deprecated: 'Deprecated',
};

function label(finding: Finding): string {
  const { kind, direction } = finding;
  if (!isChange(finding)) return labels.mistake;
  const isQualified = kind === 'types' || (kind === 'behaviour' && direction === 'breaking');
  return isQualified ? `${labels[kind]} (${direction})` : labels[kind];
}

/** The suggested replacement, or else the names added beside the removed element, as a sentence. */
export function hint({ suggestion, added }: Row, show = (name: string): string => name): string {
  if (suggestion !== undefined) return ` Did you mean ${show(suggestion)}?`;
  return added === undefined ? '' : ` Added beside it: ${listed(added.map(show), 5)}.`;
}

export function remarkText({ places, subject, message }: Row): string {
  return [...places.map(placeText), ...(subject === '' ? [] : [`${subject}:`]), message].join(' ');
}

function remarks(report: JudgedReport): readonly Row[] {
  const { verdict, all } = report;
  const { hasSnapshot, notComparable, expired, unused, otherChanges, accepted } = verdict;
  const others = plural(otherChanges.length, 'other change');
  const quiet = all ? 0 : groupedFindings(verdict).filter(isQuiet).length;
  return [
    ...remarkIf(
      !hasSnapshot,
      'No snapshot: the operations were only validated. Changes of types, behaviour and deprecations were not checked.',
    ),
    ...remarkIf(
      notComparable.length > 0,
      `Newer than the snapshot, and compared only in the part that the snapshot accepts: ${notComparable.join(', ')}. To update the snapshot, run \`${ownCommand()} schema pull\`.`,
    ),
    ...verdict.undecided.map(({ message }) => remark(`Could not compare: ${message}`)),
    ...verdict.warnings.map(({ message, place, operation }) => remark(message, operation, place)),
    ...codeRemarks(verdict),
    ...expired.map((it) => remark(`The accepted change ${changeText(it)} expired on ${it.until}.`)),
    ...unused.map((it) => remark(`The accepted change ${changeText(it)} matches no finding: remove it.`)),
    ...remarkIf(accepted.length > 0, `Accepted: ${plural(accepted.length, 'finding')}.`),
    ...remarkIf(
      quiet > 0,
      `${plural(quiet, 'safe change')} of generated types: code written for the old ones compiles. To see all, pass \`--all\`.`,
    ),
    ...remarkIf(
      hasSnapshot && otherChanges.length > 0,
      `${others} of the schema ${otherChanges.length === 1 ? 'affects' : 'affect'} no operation${all ? ':' : '. To see all, pass `--all`.'}`,
    ),
  ];
}

function codeRemarks(verdict: DriftVerdict): readonly Row[] {
  const { code, findings } = verdict;
  if (code === undefined) return [];
  const notCovered = code.notCovered.map((message) => remark(message));
  if (code.doubt !== undefined) return [remark(code.doubt), ...notCovered];
  const count = new Set(allCodePlaces(verdict).map(({ file, line }) => `${file}:${line}`)).size;
  const doubt = codeDoubt(code);
  const first = findings.some(({ kind }) => kind === 'broken') ? ' once the broken operations are corrected' : '';
  const unaffected =
    doubt === undefined
      ? `No line of yours is affected: safe to regenerate${first}.`
      : 'No line of what was checked is affected.';
  const affected = `${count} ${count === 1 ? 'line of yours does' : 'lines of yours do'} not compile with code generated for the live schema.`;
  return [
    remark(`${count === 0 ? unaffected : affected} (\`${code.command}\`, ${code.seconds} s)`),
    ...code.unexplained.slice(0, mostLines).map((place) => remark(codeMessage(place), '', place)),
    ...remarkIf(
      code.unexplained.length > mostLines,
      `And ${plural(code.unexplained.length - mostLines, 'more line')} of your code.`,
    ),
    ...remarkIf(
      code.stale.length > 0,
      `${code.stale.join(', ')} ${code.stale.length === 1 ? 'was' : 'were'} not generated from the snapshot and these operations: run \`${ownCommand()} generate\` before the next check.`,
    ),
    ...(doubt === undefined ? [] : [remark(doubt)]),
    ...notCovered,
  ];
}

function changeText({ coordinate, change, from, to }: AcceptedChange): string {
  const values = from === null ? (to ?? '') : `${from} → ${to ?? 'nothing'}`;
  return `${coordinate} (${[change, values].filter(Boolean).join(': ')})`;
}

/** The first line of a checker's message. The other lines give reasons. */
function codeMessage({ message, code }: CodePlace): string {
  return `${message.split('\n', 1).join('')}${code === undefined ? '' : ` (TS${code})`}`;
}

/** Text of a schema in one line, without control characters and direction marks. */
export function plainText(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ');
}

export function firstOf<Item>(
  items: readonly Item[],
  show: (item: Item) => string,
  more: (count: number) => string,
): readonly string[] {
  const lines = items.slice(0, mostLines).map(show);
  return items.length <= mostLines ? lines : [...lines, more(items.length - mostLines)];
}

export function morePlaces(count: number): string {
  return `and ${plural(count, 'more place')}`;
}

export function moreCodeLines(count: number): string {
  return `and ${plural(count, 'more line')} of your code`;
}

/** A text of a schema, such as a deprecation reason, cut for a report with a size limit. */
export function shortened(text: string, most = 600): string {
  return text.length <= most ? text : `${text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
