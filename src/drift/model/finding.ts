import type { ObservedChange } from '../../base/observed-drift.ts';
import type { CodePlace } from './code-check.ts';
import type { levels } from './defaults.ts';
import { comparePlaces, type Place } from './place-list.ts';

/**
 * The meaning of a change for an operation:
 * - `mistake`: no change: the operation is invalid, whatever the schema is, and was not compared;
 * - `broken`: the live schema rejects the operation;
 * - `types`: the operation is valid, but its generated TypeScript changes;
 * - `behaviour`: the TypeScript is the same, but the service may answer differently;
 * - `deprecated`: something it uses is newly deprecated.
 */
export type FindingKind = 'mistake' | 'broken' | 'types' | 'behaviour' | 'deprecated';

/**
 * Whether code written for the old schema keeps working: `breaking` if it may no longer compile or may receive values that
 * it does not expect, or if values that it sends may be rejected; `safe` if it keeps working; `unclear` if that depends on
 * the code, e.g. a comparison with a removed enum value no longer compiles.
 */
export type Direction = 'breaking' | 'safe' | 'unclear';

/** One change of the schema that affects the operations. */
export interface Finding extends ObservedChange {
  /** The effect of the change on the operations. */
  readonly kind: FindingKind;
  /** Whether code written for the old schema keeps working. */
  readonly direction: Direction;
  /**
   * The changed element as a schema coordinate: `Type.field`, `Type.field(argument:)`, `Enum.VALUE`, `@directive`. For a mistake, the
   * name of the operation, or its file.
   */
  readonly coordinate: string;
  /** Whether the schema itself says so: its deprecation reason names the replacement. @defaultValue false */
  readonly isCertain?: boolean;
  /** The names that were added beside what was removed, where no replacement is known. @defaultValue none */
  readonly added?: readonly string[];
  /** Every place in the operations that the change affects, sorted by file, line and column. */
  readonly places: readonly Place[];
  /**
   * Every place in your own code that no longer compiles and names the change, sorted by file, line and column; undefined if
   * the code was not checked.
   */
  readonly codePlaces?: readonly CodePlace[];
}

/** A finding without its places. */
export type Fact = Omit<Finding, 'places' | 'codePlaces'>;

/** The values of a fact as text, each where there is one. */
export function beforeAndAfter(before: unknown, after?: unknown): Pick<Fact, 'before' | 'after'> {
  return { ...(before == null ? {} : { before: String(before) }), ...(after == null ? {} : { after: String(after) }) };
}

/**
 * How serious a finding is: its kind, or `breaking` if code written for the old schema may stop working. A mistake is as serious
 * as a broken operation.
 */
export type Level = (typeof levels)[number];

/** The level of a finding. */
export function levelOf({ kind, direction }: Pick<Finding, 'kind' | 'direction'>): Level {
  if (kind === 'mistake') return 'broken';
  return direction === 'breaking' && kind !== 'broken' ? 'breaking' : kind;
}

/** Whether the schema changed: an operation that was never valid needs a correction, and cannot be accepted. */
export function isChange({ change }: Pick<Finding, 'change'>): boolean {
  return change !== 'invalid-document';
}

/** The order of reports: a deprecation has a date, so it precedes what depends on the code. */
const order = ['mistake', 'broken', 'breaking', 'behaviour', 'deprecated', 'unclear', 'safe'] as const;

function rankOf(fact: Fact): number {
  const level = fact.kind === 'mistake' ? fact.kind : levelOf(fact);
  return order.indexOf(level === 'types' ? fact.direction : level);
}

/** Sorts findings: the most serious first, then in the order of the files. */
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
