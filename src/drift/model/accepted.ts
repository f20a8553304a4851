import { isRecord } from '../../base/is-record.ts';
import { type ChangeCode, changeCodes } from '../../base/observed-drift.ts';
import { conflictLine } from '../../graphql/place.ts';
import { ControlApiError } from '../../index.ts';
import { levels, usualLevel } from './defaults.ts';
import { type Finding, isChange, type Level, levelOf } from './finding.ts';

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
  /** The most serious effect that is accepted. Only `broken` covers an invalid operation. @defaultValue 'breaking' */
  readonly level?: Level;
  /** The reason for accepting the change. */
  readonly reason: string;
  /** The last day on which the change is accepted, `YYYY-MM-DD` in UTC; without it, the entry never expires. */
  readonly until?: string;
}

type Entries = readonly AcceptedChange[];

const keyOf = (it: AcceptedChange): string => JSON.stringify([it.coordinate, it.change, it.from, it.to]);
const rankOf = ({ level = usualLevel }: AcceptedChange): number => levels.indexOf(level);

/** Whether an entry covers a finding: the same change of the same values, and no more serious than accepted. */
export function covers(entry: AcceptedChange, finding: Finding): boolean {
  return isChange(finding) && keyOf(entry) === keyOf(entryFor(finding)) && rankOf(entryFor(finding)) >= rankOf(entry);
}

export function entryFor(finding: Finding, reason = ''): AcceptedChange {
  const { coordinate, change, before: from = null, after: to = null } = finding;
  const level = levelOf(finding);
  return { coordinate, change, from, to, ...(level === usualLevel ? {} : { level }), reason };
}

/** Adds entries, which replace those for the same change. Of several added, the most serious one wins. */
export function withEntries(entries: Entries, added: Entries): Entries {
  const all = [...entries, ...[...added].sort((a, b) => rankOf(b) - rankOf(a))];
  return [...new Map(all.map((entry) => [keyOf(entry), entry])).values()];
}

export function printAccepted(entries: Entries): string {
  const sorted = [...entries].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  return `${JSON.stringify({ accepted: sorted }, ['accepted', ...Object.keys(rules)], 2)}\n`;
}

/**
 * Reads the accepted changes from JSON text. An entry that a merge duplicated counts once.
 *
 * @param file - The name of the file for messages.
 * @throws {ControlApiError} if the text is invalid JSON, an entry is incomplete, or two entries for one change differ.
 */
export function parseAccepted(text: string, file: string): readonly AcceptedChange[] {
  const refuse = (what: string): never => {
    throw new ControlApiError('configuration', `${file}: ${what}`);
  };
  let data: unknown;
  try {
    data = JSON.parse(text.replace(/^\ufeff/, ''));
  } catch (error) {
    const line = conflictLine(text);
    refuse(line ? `Line ${line}: a merge left a conflict. Resolve it.` : `It is invalid JSON: ${error}. Correct it.`);
  }
  const { accepted = [], ...others } = isRecord(data) ? data : { data };
  if (!Array.isArray(accepted) || Object.keys(others).length > 0)
    return refuse('The file must be { "accepted": […] }, with entries alone. A report belongs in another file.');
  const entries = accepted.map((entry: unknown, at): AcceptedChange => {
    assertEntry(entry, (fault) => refuse(`accepted[${at}]${fault}`));
    return entry;
  });
  const unique = withEntries([], entries);
  const other = entries.find((it) => !unique.some((one) => JSON.stringify(one) === JSON.stringify(it)));
  return other === undefined ? unique : refuse(`Two entries for ${other.coordinate} differ: remove one of them.`);
}

const fromReport = 'must be the text of the report, or null if the report has none';

/** The members in the order of the file, each with its check and its demand. */
const rules: Readonly<Record<keyof AcceptedChange, readonly [is: (it: unknown) => boolean, demand: string]>> = {
  coordinate: [
    (it) => typeof it === 'string' && /^@?\w+(\.\w+)?(\(\w+:\))?$/.test(it),
    'must be a schema coordinate such as "Device.name"',
  ],
  change: [(it) => changeCodes.some((code) => code === it), 'must be copied from a report of `check --format json`'],
  from: [(it) => it === null || typeof it === 'string', fromReport],
  to: [(it) => it === null || typeof it === 'string', fromReport],
  level: [(it) => it === undefined || levels.some((level) => level === it), `must be one of ${levels.join(', ')}`],
  reason: [(it) => typeof it === 'string' && it.trim() !== '', 'must say why this change is accepted'],
  until: [(it) => it === undefined || it === new Date(`${it}T00:00Z`).toJSON()?.slice(0, 10), 'must be "YYYY-MM-DD"'],
};

function assertEntry(entry: unknown, refuse: (fault: string) => never): asserts entry is AcceptedChange {
  if (!isRecord(entry)) return refuse(' must be an object.');
  for (const key of Object.keys(entry)) if (!Object.hasOwn(rules, key)) refuse(` has the unknown key "${key}".`);
  for (const [key, [is, demand]] of Object.entries(rules)) if (!is(entry[key])) refuse(`.${key} ${demand}.`);
}
