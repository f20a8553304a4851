import { plural } from '../../base/words.ts';
import type { OperationSource } from '../../graphql/files/read-operations.ts';
import { type Finding, isChange } from '../model/finding.ts';
import type { DriftVerdict, FailOn } from '../model/policy.ts';
import { allCodePlaces, groupedFindings, isQuiet, operationsOf, type RankedFinding } from './group.ts';

export type GivenOption = {
  /** The option as written: `--live`. */
  readonly option: string;
  /** The value; undefined for a flag. */
  readonly value?: string;
};

interface ReportHead {
  /** The endpoint that the live schema was read from. */
  readonly live: string;
  /** The file of the snapshot; undefined without one. */
  readonly snapshot: string | undefined;
  readonly at: Date;
  readonly version: string;
  /** The options of the check, for the proposed commands. @defaultValue none */
  readonly commandOptions?: readonly GivenOption[];
}

/** The report of a completed comparison. */
export interface JudgedReport extends ReportHead {
  readonly outcome: 'in-step' | 'drifted';
  /** The least serious level that counts. */
  readonly failOn: FailOn;
  readonly verdict: DriftVerdict;
  /** The texts of the operation files, which reports quote. */
  readonly sources: readonly OperationSource[];
  /** Whether to list changes that affect no operation or no code. */
  readonly all: boolean;
}

/** The report of a comparison without a verdict: the live schema could not be read, or not enough of it. */
export interface UndecidedReport extends ReportHead {
  readonly outcome: 'could-not-tell';
  /** The reason: an {@link IntrospectionErrorCode} or the code of a {@link Doubt}, and a sentence. */
  readonly error: { readonly code: string; readonly message: string };
  /** Which of the two schemas could not be read. @defaultValue 'live' */
  readonly failedAt?: 'live' | 'against' | undefined;
}

/** The report of a check: in step, drifted, or not possible. */
export type DriftReport = JudgedReport | UndecidedReport;

export function shownFindings({ verdict, all }: JudgedReport): readonly RankedFinding[] {
  return groupedFindings(verdict).filter((ranked) => all || !isQuiet(ranked));
}

/** The outcome in one sentence. */
export function headline(report: DriftReport): string {
  if (report.outcome === 'could-not-tell') return `Could not check: ${report.error.message}`;
  const { verdict } = report;
  const count = plural(verdict.operations.length, 'operation');
  if (report.outcome === 'drifted') {
    const mistakes = verdict.failing.filter(({ kind }) => kind === 'mistake').length;
    const affectedBy = (is: (finding: Finding) => boolean): number =>
      operationsOf(...verdict.failing.filter(is)).length;
    const invalid = affectedBy((finding) => finding.kind === 'broken' && !isChange(finding));
    const affected = affectedBy(isChange);
    const parts = [
      affected > 0 && `${affected} of ${count} ${affected === 1 ? 'is' : 'are'} affected by changes of the live schema`,
      invalid > 0 &&
        `${invalid} of ${count} ${invalid === 1 ? 'matches' : 'match'} neither the live schema nor the snapshot`,
      mistakes > 0 &&
        `${plural(mistakes, 'mistake')} in your own operations ${mistakes === 1 ? 'is' : 'are'} listed first`,
      verdict.failing.length === 0 &&
        `${plural(allCodePlaces(verdict).length, 'place')} in your code would no longer compile`,
    ].filter((part) => part !== false);
    return `${affected > 0 || verdict.failing.length === 0 ? 'Drifted' : 'Invalid'}: ${parts.join('. Besides, ')}.`;
  }
  const noted = shownFindings(report).filter(({ status }) => status === 'noted').length;
  const rest = noted === 0 ? '' : ` For information: ${plural(noted, 'change')}.`;
  return `In step: ${count} ${verdict.operations.length === 1 ? 'matches' : 'match'} the live schema.${rest}`;
}
