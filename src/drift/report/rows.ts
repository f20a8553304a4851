import { placeText, type SourcePlace } from '../../graphql/place.ts';
import { type Finding, type FindingKind, isChange } from '../model/finding.ts';
import { listed } from '../model/place-list.ts';
import { codeMessage } from './code-lines.ts';
import { groupedFindings, type RankedFinding } from './group.ts';
import { operationNames } from './phrases.ts';
import { type Remark, remarks } from './remarks.ts';
import type { JudgedReport } from './report.ts';

/** A place that a row names, with the names of its operations, or what the checker reports there. */
export interface RowPlace extends SourcePlace {
  readonly text: string;
}

/** One thing that a report says: a finding, a remark on the check, or a change that affects no operation. */
export interface Row {
  readonly part: RankedFinding['status'] | 'remark' | 'other';
  readonly level: 'error' | 'warning' | 'notice';
  /** What happened, in a word or two; empty if it is no finding. */
  readonly label: string;
  /** The changed element, or the operation that a warning is about; may be empty. */
  readonly subject: string;
  readonly message: string;
  /** The new name that the schemas give evidence for. */
  readonly suggestion?: string | undefined;
  /** What was added beside what was removed. */
  readonly added?: readonly string[] | undefined;
  readonly reason?: string | undefined;
  /** In the operations; of a remark, the place that it is about. */
  readonly places: readonly RowPlace[];
  /** In your own code. */
  readonly codePlaces: readonly RowPlace[];
}

/** All that a report says, in its order: findings that fail, that are for information, that are accepted, remarks, other changes. */
export function rowsOf(report: JudgedReport): readonly Row[] {
  const { verdict, all } = report;
  return [
    ...groupedFindings(report).map(findingRow),
    ...remarks(report).map(remarkRow),
    ...(all ? verdict.otherChanges : []).map(({ message }) => ({ ...plain, part: 'other' as const, message })),
  ];
}

const plain = { level: 'warning', label: '', subject: '', places: [], codePlaces: [] } as const;

function remarkRow({ message, subject = '', place }: Remark): Row {
  return { ...plain, part: 'remark', message, subject, places: place === undefined ? [] : [{ ...place, text: '' }] };
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
    places: places.map((place) => ({ ...place, text: operationNames(place) })),
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

/** The replacement of what was removed, or else what was added beside it: a sentence behind the message. */
export function hint({ suggestion, added }: Row, show = (name: string): string => name): string {
  if (suggestion !== undefined) return ` Did you mean ${show(suggestion)}?`;
  return added === undefined ? '' : ` Added beside it: ${listed(added.map(show), 5)}.`;
}

/** A remark in one line, with its place and operation in front. */
export function remarkText({ places, subject, message }: Row): string {
  return [...places.map(placeText), ...(subject === '' ? [] : [`${subject}:`]), message].join(' ');
}
