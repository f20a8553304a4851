import { isRecord } from '../../base/is-record.ts';
import { type ChangeCode, changeCodes } from '../../base/observed-drift.ts';
import { conflictLine } from '../../graphql/conflict-line.ts';
import { ControlApiError } from '../../index.ts';
import { isDay } from '../../words/is-day.ts';
import { type Finding, isChange, type Level, levelOf, levels } from './finding.ts';

/** One change of the schema that was reviewed and accepted. It covers this change and nothing else. */
export interface AcceptedChange {
  /** The changed element: `Type`, `Type.field`, `Type.field(argument:)`, `Enum.VALUE`, `@directive`. */
  readonly coordinate: string;
  /** The kind of change. */
  readonly change: ChangeCode;
  /** The type or value in the snapshot, as in the finding's `before`; null if the finding has none. */
  readonly from: string | null;
  /** The type or value in the live schema, as in the finding's `after`; null if the finding has none. */
  readonly to: string | null;
  /**
   * The most serious effect that is accepted. Only `broken` covers an operation that the live schema rejects.
   *
   * @defaultValue 'breaking'
   */
  readonly level?: Level;
  /** Why the change is accepted. */
  readonly reason: string;
  /** The last day on which the change is accepted, `YYYY-MM-DD` in UTC; without it, the entry never expires. */
  readonly until?: string;
}

/**
 * Whether an entry covers a finding: the same change of the same element, from and to the same, and no more serious than
 * accepted.
 */
export function covers(entry: AcceptedChange, finding: Finding): boolean {
  return (
    isChange(finding) &&
    keyOf(entry) === keyOf(changeIn(finding)) &&
    levels.indexOf(levelOf(finding)) >= levelIndex(entry)
  );
}

/** The entry that covers a finding exactly. */
export function entryFor(finding: Finding, reason: string, until?: string): AcceptedChange {
  const level = levelOf(finding);
  return {
    ...changeIn(finding),
    ...(level === 'breaking' ? {} : { level }),
    reason,
    ...(until === undefined ? {} : { until }),
  };
}

/** The entries with others added: an added entry replaces the one for the same change. */
export function withEntries(
  entries: readonly AcceptedChange[],
  added: readonly AcceptedChange[],
): readonly AcceptedChange[] {
  const byKey = new Map(entries.map((entry) => [keyOf(entry), entry]));
  // One change may affect several places, each with its own level: the most serious one counts.
  const strict = [...added].sort((a, b) => levelIndex(b) - levelIndex(a));
  for (const entry of strict) byKey.set(keyOf(entry), entry);
  return [...byKey.values()];
}

/** The text of the file: one entry for each change, sorted, so that the same entries give the same bytes. */
export function printAccepted(entries: readonly AcceptedChange[]): string {
  const sorted = [...entries].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  const accepted = sorted.map(({ coordinate, change, from, to, level, reason, until }) => ({
    ...{ coordinate, change, from, to, level, reason, until },
  }));
  return `${JSON.stringify({ accepted }, null, 2)}\n`;
}

/**
 * Reads the accepted changes from the text of their file.
 *
 * @param text - The JSON text.
 * @param file - The name of the file in error messages.
 * @throws {ControlApiError} if the text is invalid JSON, or an entry is incomplete, doubled, or has an invalid date.
 */
export function parseAccepted(text: string, file: string): readonly AcceptedChange[] {
  const fail: Fail = (what) => {
    throw new ControlApiError('configuration', `${file}: ${what}`);
  };
  let data: unknown;
  try {
    data = JSON.parse(text.replace(/^\ufeff/, ''));
  } catch (error) {
    const line = conflictLine(text);
    if (line !== undefined) return fail(`Line ${line}: a merge left a conflict. Resolve it.`);
    return fail(`The file is invalid JSON: ${error instanceof Error ? error.message : String(error)}. Correct it.`);
  }
  if (!isRecord(data)) return fail('The file must contain an object, for example { "accepted": [] }.');
  for (const key of Object.keys(data)) if (key !== 'accepted') fail(moved[key] ?? unknownKey(key));
  const { accepted = [] } = data;
  if (!Array.isArray(accepted)) return fail('"accepted" must be a list.');
  const all = accepted.map((entry, index) => parseEntry(entry, `accepted[${index}]`, fail));
  // A merge may bring the same entry twice.
  const entries = [...new Map(all.map((entry) => [JSON.stringify(entry), entry])).values()];
  const keys = entries.map(keyOf);
  const twin = keys.findIndex((key, index) => keys.indexOf(key) !== index);
  if (twin >= 0) fail(`accepted[${twin}] (${entries[twin]?.coordinate}) repeats an earlier entry: remove one of them.`);
  return entries;
}

type Fail = (what: string) => never;

/** The advice about the members of an older form of the file. */
const moved: Readonly<Record<string, string>> = {
  ignore:
    'The key "ignore" is the old form, in which an entry covered every change of its coordinate. Remove it, then accept the exact changes: npx control-api-sdk check --accept <coordinate>',
  scalars: 'The key "scalars" is now read from codegen.ts: pass it to `controlApiCodegen` there, and remove it here.',
};

function unknownKey(key: string): string {
  return `The key "${key}" is unknown: use "accepted". A report belongs in another file.`;
}

const coordinatePattern = /^(?:@?\w+(?:\(\w+:\))?|\w+\.\w+(?:\(\w+:\))?)$/;

function parseEntry(entry: unknown, where: string, fail: Fail): AcceptedChange {
  if (!isRecord(entry)) return fail(`${where} must be an object.`);
  const { coordinate, change, from, to, level, reason, until, ...others } = entry;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined)
    fail(`${where} has the unknown key "${unknown}": use coordinate, change, from, to, level, reason and until.`);
  if (typeof coordinate !== 'string' || !coordinatePattern.test(coordinate))
    return fail(`${where}.coordinate must be a schema coordinate such as "Device.name".`);
  const at = `${where} (${coordinate})`;
  const code = changeCodes.find((it) => it === change);
  if (code === undefined)
    return fail(`${at} needs the kind of change: copy "change" from the report of \`check --format json\`.`);
  const accepted = levels.find((it) => it === (level ?? 'breaking'));
  if (accepted === undefined) return fail(`${at}.level must be one of ${levels.join(', ')}.`);
  if (typeof reason !== 'string' || reason.trim() === '')
    return fail(`${at} needs a reason: say why this change is accepted.`);
  if (until !== undefined && !isDay(until)) return fail(`${at}.until must be a date, "YYYY-MM-DD".`);
  return {
    coordinate,
    change: code,
    from: textOrNull(from, `${at}.from`, fail),
    to: textOrNull(to, `${at}.to`, fail),
    ...(level === undefined ? {} : { level: accepted }),
    reason,
    ...(until === undefined ? {} : { until }),
  };
}

function textOrNull(value: unknown, where: string, fail: Fail): string | null {
  return value === null || typeof value === 'string'
    ? value
    : fail(`${where} must be the text of the report, or null if the report has none.`);
}

type Change = Pick<AcceptedChange, 'coordinate' | 'change' | 'from' | 'to'>;

function changeIn({ coordinate, change, before, after }: Finding): Change {
  return { coordinate, change, from: before ?? null, to: after ?? null };
}

function keyOf({ coordinate, change, from, to }: Change): string {
  return JSON.stringify([coordinate, change, from, to]);
}

function levelIndex({ level = 'breaking' }: AcceptedChange): number {
  return levels.indexOf(level);
}
