import { isRecord } from '../../base/is-record.ts';

/** TypeScript types by the name of a custom scalar, as in the config of the code generator; other scalars are `unknown`. */
export type ScalarMap = Readonly<Record<string, string>>;

/** A change that was reviewed and accepted. */
export interface IgnoreEntry {
  /** The accepted coordinate: `Type`, `Type.field`, `Type.field(argument:)`, `Enum.VALUE`, `@directive`. */
  readonly coordinate: string;
  /** Why the change is accepted. */
  readonly reason: string;
  /** The last day on which the change is accepted, `YYYY-MM-DD` in UTC; without it, the entry never expires. */
  readonly until?: string;
}

/** The content of the drift check's configuration file. */
export interface DriftConfig {
  /** The accepted changes. */
  readonly ignore: readonly IgnoreEntry[];
  /** TypeScript types of custom scalars, as in code generation. */
  readonly scalars: ScalarMap;
}

/** The configuration file is invalid. The message names the file and the entry. */
export class DriftConfigError extends Error {
  override readonly name = 'DriftConfigError';
}

/**

 *
 * Reads the configuration of the drift check from its text.
 *
 * @param text - The JSON text.
 * @param file - The name of the file in error messages.
 * @throws {DriftConfigError} if the text is invalid JSON, or an entry has no reason or an invalid date.
 */
export function parseDriftConfig(text: string, file: string): DriftConfig {
  const fail = (what: string): never => {
    throw new DriftConfigError(`${file}: ${what}`);
  };
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch (error) {
    return fail(`The file is invalid JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
  if (!isRecord(data)) return fail('The file must contain an object, for example { "ignore": [] }.');
  for (const key of Object.keys(data))
    if (key !== 'ignore' && key !== 'scalars') fail(`The key "${key}" is unknown: use "ignore" and "scalars".`);
  const { ignore = [], scalars = {} } = data;
  if (!Array.isArray(ignore)) return fail('"ignore" must be a list.');
  if (!isTextRecord(scalars)) return fail('"scalars" must map scalar names to TypeScript types.');
  return { ignore: ignore.map((entry, index) => parseEntry(entry, `ignore[${index}]`, fail)), scalars };
}

const coordinatePattern = /^(?:@?\w+(?:\(\w+:\))?|\w+\.\w+(?:\(\w+:\))?)$/;

function parseEntry(entry: unknown, where: string, fail: (what: string) => never): IgnoreEntry {
  if (!isRecord(entry)) return fail(`${where} must be an object.`);
  const { coordinate, reason, until, ...others } = entry;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined)
    return fail(`${where} has the unknown key "${unknown}": use "coordinate", "reason" and "until".`);
  if (typeof coordinate !== 'string' || !coordinatePattern.test(coordinate))
    return fail(`${where}.coordinate must be a schema coordinate such as "Device.name".`);
  if (typeof reason !== 'string' || reason.trim() === '')
    return fail(`${where} (${coordinate}) needs a reason: say why this change is accepted.`);
  if (until === undefined) return { coordinate, reason };
  if (typeof until !== 'string' || !isDay(until))
    return fail(`${where}.until (${coordinate}) must be a date, "YYYY-MM-DD".`);
  return { coordinate, reason, until };
}

function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.slice(0, 10) === text;
}

function isTextRecord(value: unknown): value is Readonly<Record<string, string>> {
  return isRecord(value) && Object.values(value).every((it) => typeof it === 'string');
}
