import { placeText } from '../../graphql/place.ts';
import { type AcceptedChange, covers } from './accepted.ts';
import { codeDoubt } from './code-check.ts';
import { failOnLevels, usualLevel } from './defaults.ts';
import type { Drift } from './drift.ts';
import { type Finding, type Level, levelOf } from './finding.ts';

/** The least serious level that counts as drift; `any` includes every finding. */
export type FailOn = Level | 'any';

/** The rules by which findings count. */
export interface DriftPolicy {
  /** The least serious level that counts: `broken`, `breaking`, `types`, `behaviour`, `deprecated`, `any`. @defaultValue 'breaking' */
  readonly failOn?: FailOn | undefined;
  /** Changes that were reviewed and accepted. @defaultValue [] */
  readonly accepted?: readonly AcceptedChange[] | undefined;
  /** Whether to judge a live schema that lost more than half of its types; else `could-not-tell`. @defaultValue false */
  readonly confirmLoss?: boolean | undefined;
  /** The day, in UTC, for expiry dates. @defaultValue the current time */
  readonly today?: Date | undefined;
}

/** A drift with its verdict. */
export interface DriftVerdict extends Drift {
  /** `drifted` if a finding counts or a line of your code stops compiling; `could-not-tell` with a `doubt`; else `in-step`. */
  readonly verdict: 'in-step' | 'drifted' | 'could-not-tell';
  /** The findings that count. */
  readonly failing: readonly Finding[];
  /** The findings that do not count at this level. */
  readonly noted: readonly Finding[];
  /** The findings that an accepted change covers, each with the reason of the entry. */
  readonly accepted: readonly { readonly finding: Finding; readonly reason: string }[];
  /** The accepted changes whose last day has passed. They cover nothing. */
  readonly expired: readonly AcceptedChange[];
  /** The accepted changes that cover no finding and can be removed. */
  readonly unused: readonly AcceptedChange[];
  /** The reason for `could-not-tell`; else undefined. */
  readonly doubt?: Doubt;
}

/** The reason why a comparison has no verdict. */
export type Doubt = {
  /**
   * The live schema lost more than half of its types (`types_lost`), may hide a deprecated input in use (`partial`), or code that uses
   * generated types was not compiled (`not_compiled`). Stable.
   */
  readonly code: 'types_lost' | 'partial' | 'not_compiled';
  readonly message: string;
};

/** Decides which findings count. The function is pure. */
export function judgeDrift(drift: Drift, policy: DriftPolicy = {}): DriftVerdict {
  const { failOn = usualLevel, accepted: entries = [], today = new Date() } = policy;
  const day = today.toISOString().slice(0, 10);
  const expired = entries.filter(({ until }) => until !== undefined && until < day);
  const current = entries.filter((entry) => !expired.includes(entry));
  const used = new Set<AcceptedChange>();
  const accepted: { finding: Finding; reason: string }[] = [];
  const failing: Finding[] = [];
  const noted: Finding[] = [];
  for (const finding of drift.findings) {
    const cover = current.find((entry) => covers(entry, finding));
    if (cover !== undefined) {
      used.add(cover);
      accepted.push({ finding, reason: cover.reason });
    } else (failOnLevels.indexOf(levelOf(finding)) <= failOnLevels.indexOf(failOn) ? failing : noted).push(finding);
  }
  const unused = current.filter((entry) => !used.has(entry));
  const isDrifted = failing.length > 0 || (failOn !== 'broken' && hasOpenLines(drift, accepted, noted));
  const loss = policy.confirmLoss ? undefined : lossOf(drift);
  const doubt = loss ?? (isDrifted ? undefined : (gapOf(drift) ?? uncompiledOf(drift)));
  const verdict = doubt !== undefined ? 'could-not-tell' : isDrifted ? 'drifted' : 'in-step';
  return { ...drift, verdict, failing, noted, accepted, expired, unused, ...(doubt === undefined ? {} : { doubt }) };
}

/**
 * Whether a line stops compiling for a reason that is not accepted. A line beside an accepted change is open if the generated code was
 * stale, or another change may be the reason.
 */
function hasOpenLines({ code }: Drift, accepted: DriftVerdict['accepted'], noted: readonly Finding[]): boolean {
  if (code === undefined || code.unexplained.length > 0) return code !== undefined;
  const isOpen = code.stale.length > 0 || noted.some((it) => it.kind === 'types' && it.direction !== 'safe');
  return isOpen && accepted.some(({ finding }) => finding.codePlaces !== undefined && finding.codePlaces.length > 0);
}

function lossOf({ lostTypes: { lost, of } }: Drift): Doubt | undefined {
  if (lost * 2 <= of) return undefined;
  const message = `The live schema lacks ${lost} of the snapshot's ${of} types, which looks like an outage or another server. Check the base URL; if the types are really gone, run \`control-api schema pull\`.`;
  return { code: 'types_lost', message };
}

function gapOf({ undecided }: Drift): Doubt | undefined {
  const [first, ...others] = undecided;
  if (first === undefined) return undefined;
  const [place] = first.places;
  const at = place && ` (${placeText(place)})`;
  const more = others.length > 0 ? ` The same is true of ${others.map((it) => it.coordinate).join(', ')}.` : '';
  return { code: 'partial', message: `${first.message.replace(/\.$/, '')}${at ?? ''}.${more}` };
}

function uncompiledOf({ code }: Drift): Doubt | undefined {
  const message = code === undefined ? undefined : codeDoubt(code);
  return message === undefined ? undefined : { code: 'not_compiled', message };
}
