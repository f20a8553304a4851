import type { ObservedChange } from '../../base/observed-drift.ts';
import type { CodePlace } from './code-check.ts';
import type { levels } from './defaults.ts';
import { comparePlaces, type Place } from './place-list.ts';

/**
 * The effect of a change on an operation: the live schema rejects it (`broken`), its generated types change (`types`), the service may
 * answer differently with the same types (`behaviour`), or it uses a newly deprecated element (`deprecated`). A `mistake` is no change:
 * no schema accepts the operation.
 */
export type FindingKind = 'mistake' | 'broken' | 'types' | 'behaviour' | 'deprecated';

/**
 * Whether code written for the old schema keeps working: `safe` if it does; `breaking` if it may no longer compile, receive unexpected
 * values or send rejected ones; `unclear` if that depends on the code, such as a comparison with a removed enum value.
 */
export type Direction = 'breaking' | 'safe' | 'unclear';

/** One change of the schema that affects the operations. */
export interface Finding extends ObservedChange {
  /** The effect of the change on the operations. */
  readonly kind: FindingKind;
  /** Whether code written for the old schema keeps working. */
  readonly direction: Direction;
  /** The changed element as a schema coordinate; for a mistake, the name of the operation or its file. */
  readonly coordinate: string;
  /** Whether a deprecation reason names the suggestion. @defaultValue false */
  readonly isCertain?: boolean;
  /** The names that were added beside a removed element without a known replacement. @defaultValue none */
  readonly added?: readonly string[];
  /** Every place in the operations that the change affects, sorted by file, line and column. */
  readonly places: readonly Place[];
  /** Every place in your own code that no longer compiles and names the change, sorted likewise; undefined if not checked. */
  readonly codePlaces?: readonly CodePlace[];
}

export type Fact = Omit<Finding, 'places' | 'codePlaces'>;

export function beforeAndAfter(before: unknown, after?: unknown): Pick<Fact, 'before' | 'after'> {
  return { ...(before == null ? {} : { before: String(before) }), ...(after == null ? {} : { after: String(after) }) };
}

/** The seriousness of a finding: its kind, or `breaking` if code may stop working. A mistake is as serious as `broken`. */
export type Level = (typeof levels)[number];

export function levelOf({ kind, direction }: Pick<Finding, 'kind' | 'direction'>): Level {
  if (kind === 'mistake') return 'broken';
  return direction === 'breaking' && kind !== 'broken' ? 'breaking' : kind;
}

/** Whether the schema changed. An operation that was never valid needs a correction and cannot be accepted. */
export function isChange({ change }: Pick<Finding, 'change'>): boolean {
  return change !== 'invalid-document';
}

/** The order in reports. A deprecation has a date, so it precedes unclear findings. */
const order = ['mistake', 'broken', 'breaking', 'behaviour', 'deprecated', 'unclear', 'safe'] as const;

function rankOf(fact: Fact): number {
  const level = fact.kind === 'mistake' ? fact.kind : levelOf(fact);
  return order.indexOf(level === 'types' ? fact.direction : level);
}

export function compareFindings(a: Finding, b: Finding): number {
  return (
    rankOf(a) - rankOf(b) ||
    comparePlaces(a.places[0], b.places[0]) ||
    compareText(a.coordinate, b.coordinate) ||
    compareText(a.message, b.message)
  );
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
