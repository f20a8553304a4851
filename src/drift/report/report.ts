import type { OperationSource } from '../../graphql/parse-operations.ts';
import type { Finding, FindingKind } from '../model/finding.ts';
import type { DriftVerdict, FailOn } from '../model/policy.ts';

/** What every report says about itself. */
interface ReportHead {
  /** Where the live schema was read. */
  readonly live: string;
  /** The snapshot's file; undefined where there was none. */
  readonly snapshot: string | undefined;
  /** When the check was made. */
  readonly at: Date;
  /** The version of this package. */
  readonly version: string;
}

/** A report on a comparison that was made. */
export interface JudgedReport extends ReportHead {
  readonly outcome: 'in-step' | 'drifted';
  readonly failOn: FailOn;
  readonly verdict: DriftVerdict;
  /** The operation files, for the lines that reports quote. */
  readonly sources: readonly OperationSource[];
  /** Whether changes that touch no operation are listed as well. */
  readonly all: boolean;
}

/** A report on a comparison that could not be made. */
export interface UntoldReport extends ReportHead {
  readonly outcome: 'could-not-tell';
  readonly error: { readonly code: string; readonly message: string };
}

/** What a check came to: in step, drifted, or could not tell. */
export type DriftReport = JudgedReport | UntoldReport;

/** A finding as it counts in a report. */
export interface RankedFinding {
  readonly finding: Finding;
  readonly status: 'failing' | 'noted' | 'ignored';
  /** Why it is ignored. */
  readonly reason?: string;
}

/** All findings: those that fail the check first, then what is only noted, then what is ignored. */
export function rankedFindings({ failing, noted, ignored }: DriftVerdict): readonly RankedFinding[] {
  return [
    ...failing.map((finding): RankedFinding => ({ finding, status: 'failing' })),
    ...noted.map((finding): RankedFinding => ({ finding, status: 'noted' })),
    ...ignored.map(({ finding, reason }): RankedFinding => ({ finding, reason, status: 'ignored' })),
  ];
}

const labels: Readonly<Record<FindingKind, string>> = {
  broken: 'Broken',
  types: 'Types changed',
  behaviour: 'Behaviour changed',
  deprecated: 'Deprecated',
};

/** What a finding is called in reports. */
export function label({ kind, direction }: Finding): string {
  return kind === 'types' ? `${labels.types} (${direction})` : labels[kind];
}

/** The whole outcome in one sentence. */
export function headline(report: DriftReport): string {
  if (report.outcome === 'could-not-tell') return `Could not check: ${report.error.message}`;
  const { verdict } = report;
  const count = plural(verdict.operations.length, 'operation');
  if (report.outcome === 'drifted')
    return `Drifted: changes of the live schema affect ${touched(verdict.failing)} of ${count}.`;
  const rest = verdict.noted.length === 0 ? '' : ` For information: ${plural(verdict.noted.length, 'change')}.`;
  return `In step: ${count} ${verdict.operations.length === 1 ? 'matches' : 'match'} the live schema.${rest}`;
}

/** Remarks on the check itself: no snapshot, what could not be compared, ignore entries that are out of date. */
export function remarks({ verdict, all }: JudgedReport): readonly string[] {
  const { hasSnapshot, notComparable, expired, unused, otherChanges, ignored } = verdict;
  const others = plural(otherChanges.length, 'other change');
  return [
    ...(hasSnapshot
      ? []
      : [
          'No snapshot: the operations were only validated. Changes of types, behaviour and deprecations were not checked.',
        ]),
    ...(notComparable.length === 0
      ? []
      : [
          `Not compared, because they are invalid for the snapshot: ${notComparable.join(', ')}. Update it with \`--update\`.`,
        ]),
    ...expired.map((it) => `The ignore entry for ${it.coordinate} expired on ${it.until}.`),
    ...unused.map((it) => `The ignore entry for ${it.coordinate} matches no finding: remove it.`),
    ...(ignored.length === 0 ? [] : [`Ignored: ${plural(ignored.length, 'finding')}.`]),
    ...(!hasSnapshot || otherChanges.length === 0
      ? []
      : [
          `Also changed: ${others} of the schema, in use by no operation${all ? ':' : '. To list them, pass `--all`.'}`,
        ]),
  ];
}

/** A number with its noun. */
export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

function touched(findings: readonly Finding[]): number {
  return new Set(findings.flatMap(({ places }) => places.flatMap(({ operations }) => operations))).size;
}

/** The line of a file that a place points at; undefined where the file is not at hand. */
export function sourceLine(sources: readonly OperationSource[], file: string, line: number): string | undefined {
  return sources.find((source) => source.file === file)?.text.split(/\r?\n/)[line - 1];
}
