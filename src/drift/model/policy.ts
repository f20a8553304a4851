import type { Drift } from '../model/drift.ts';
import type { IgnoreEntry } from './drift-config.ts';
import type { Finding } from './finding.ts';

/**
 * The least serious finding that counts as drift: each level counts itself and everything more serious, in the order
 * `broken`, `breaking` (also types that change for the worse), `types`, `behaviour`, `deprecated`. `any` counts every
 * finding.
 */
export type FailOn = 'broken' | 'breaking' | 'types' | 'behaviour' | 'deprecated' | 'any';

/** The levels of {@link FailOn}, the most serious first. */
export const failOnLevels: readonly FailOn[] = ['broken', 'breaking', 'types', 'behaviour', 'deprecated', 'any'];

/** Which findings count. */
export interface DriftPolicy {
  /** Default: `breaking`. */
  readonly failOn?: FailOn;
  /** Changes that were looked at and accepted. */
  readonly ignore?: readonly IgnoreEntry[];
  /** The day that expiry dates are held against. Default: today. */
  readonly today?: Date;
}

/** A drift, judged. */
export interface DriftVerdict extends Drift {
  readonly verdict: 'in-step' | 'drifted';
  /** The findings that made it `drifted`. */
  readonly failing: readonly Finding[];
  /** The findings that are there but do not count at this level. */
  readonly noted: readonly Finding[];
  /** The findings that an entry of the ignore list covers, with its reason. */
  readonly ignored: readonly { readonly finding: Finding; readonly reason: string }[];
  /** Entries of the ignore list that have expired, and so cover nothing any more. */
  readonly expired: readonly IgnoreEntry[];
  /** Entries that cover no finding: candidates for deletion. */
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

/** An entry covers its coordinate and what is inside it: a type covers its fields, a field its arguments. */
function covers({ coordinate }: IgnoreEntry, finding: Finding): boolean {
  const rest = finding.coordinate.startsWith(coordinate) ? finding.coordinate.slice(coordinate.length) : undefined;
  return rest === '' || rest?.startsWith('.') === true || rest?.startsWith('(') === true;
}

function counts({ kind, direction }: Finding, failOn: FailOn): boolean {
  const level: FailOn = kind === 'types' && direction === 'breaking' ? 'breaking' : kind;
  return failOnLevels.indexOf(level) <= failOnLevels.indexOf(failOn);
}
