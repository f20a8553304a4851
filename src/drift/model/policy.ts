import type { Drift } from '../model/drift.ts';
import type { IgnoreEntry } from './drift-config.ts';
import type { Finding } from './finding.ts';

/**


 * The least serious finding that counts as drift. Each level includes the more serious levels, in the order `broken`,
 * `breaking` (types that change incompatibly), `types`, `behaviour`, `deprecated`. `any` includes every finding.
 */
export type FailOn = 'broken' | 'breaking' | 'types' | 'behaviour' | 'deprecated' | 'any';

/** The levels of {@link FailOn}, most serious first. */
export const failOnLevels: readonly FailOn[] = ['broken', 'breaking', 'types', 'behaviour', 'deprecated', 'any'];

/** Which findings count. */
export interface DriftPolicy {
  /**
   * The least serious finding that counts.
   *
   * @defaultValue 'breaking'
   */
  readonly failOn?: FailOn;
  /**
   * Changes that were reviewed and accepted.
   *
   * @defaultValue []
   */
  readonly ignore?: readonly IgnoreEntry[];
  /**
   * The day, in UTC, that expiry dates are compared with.
   *
   * @defaultValue the current time
   */
  readonly today?: Date;
}

/** A drift with its verdict. */
export interface DriftVerdict extends Drift {
  /** `drifted` if at least one finding counts. */
  readonly verdict: 'in-step' | 'drifted';
  /** The findings that count. */
  readonly failing: readonly Finding[];
  /** The findings that do not count at this level. */
  readonly noted: readonly Finding[];
  /** The findings that an entry of the ignore list covers, each with the reason of the entry. */
  readonly ignored: readonly { readonly finding: Finding; readonly reason: string }[];
  /** The expired entries of the ignore list; they cover nothing. */
  readonly expired: readonly IgnoreEntry[];
  /** The entries of the ignore list that cover no finding and can be deleted. */
  readonly unused: readonly IgnoreEntry[];
}

/** Decides which findings count. Pure. */
export function judgeDrift(drift: Drift, policy: DriftPolicy = {}): DriftVerdict {
  const { failOn = 'breaking', ignore = [], today = new Date() } = policy;
  const day = today.toISOString().slice(0, 10);
  const expired = ignore.filter(({ until }) => until !== undefined && until < day);
  const current = ignore.filter((entry) => !expired.includes(entry));
  const coverOf = (finding: Finding): IgnoreEntry | undefined => current.find((entry) => covers(entry, finding));
  const used = new Set<IgnoreEntry>();
  const ignored: { finding: Finding; reason: string }[] = [];
  const failing: Finding[] = [];
  const noted: Finding[] = [];
  for (const finding of drift.findings) {
    const cover = coverOf(finding);
    if (cover !== undefined) {
      used.add(cover);
      ignored.push({ finding, reason: cover.reason });
    } else (counts(finding, failOn) ? failing : noted).push(finding);
  }
  const unused = current.filter((entry) => !used.has(entry));
  const verdict = failing.length > 0 ? 'drifted' : 'in-step';
  return { ...drift, verdict, failing, noted, ignored, expired, unused };
}

/** An entry covers its coordinate and everything inside: a type covers its fields, a field covers its arguments. */
function covers({ coordinate }: IgnoreEntry, finding: Finding): boolean {
  const rest = finding.coordinate.startsWith(coordinate) ? finding.coordinate.slice(coordinate.length) : undefined;
  return rest === '' || rest?.startsWith('.') === true || rest?.startsWith('(') === true;
}

function counts({ kind, direction }: Finding, failOn: FailOn): boolean {
  const level: FailOn = kind === 'types' && direction === 'breaking' ? 'breaking' : kind;
  return failOnLevels.indexOf(level) <= failOnLevels.indexOf(failOn);
}
