import { isRecord } from '../../base/is-record.ts';
import { type ControlApiError, isControlApiError, misconfigured } from '../../errors.ts';

/** How each option of one kind is read: returns its value, or throws where the option of this name must not have it. */
export type OptionReaders<Options> = {
  readonly [Name in keyof Options]-?: ReadOption<Exclude<Options[Name], undefined>>;
};

type ReadOption<Value> = (value: Value, name: string) => Value;

/** Options as they were read: undefined where one was left out. */
export type OwnOptions<Options> = { readonly [Name in keyof Options]-?: Options[Name] | undefined };

/**
 * Reads the options that there are, as own properties alone: a polluted prototype supplies nothing, and a mistyped name is
 * reported rather than ignored.
 *
 * @throws {ControlApiError} where the options are not an object, have a name that there is none of, or a wrong value.
 */
export function ownOptions<Options>(options: unknown, readers: OptionReaders<Options>): OwnOptions<Options>;
export function ownOptions(options: unknown, readers: OptionReaders<Record<string, unknown>>): object {
  if (!isRecord(options)) throw misconfigured('The options must be an object, or left out.');
  const names = Object.keys(readers);
  for (const name of Object.keys(options)) if (!names.includes(name)) throw unknownOption(name, names);
  const own: Record<string, unknown> = {};
  for (const name of names) {
    try {
      const value = Object.hasOwn(options, name) ? options[name] : undefined;
      // Not as a method: a frame of a stack would have no name.
      const read = readers[name];
      own[name] = value === undefined ? undefined : read?.(value, name);
    } catch (error) {
      // A getter's own words may hold the key.
      if (isControlApiError(error, 'configuration')) throw error;
      throw misconfigured(`The option \`${name}\` cannot be read: it throws.`);
    }
  }
  return own;
}

function unknownOption(name: string, names: readonly string[]): ControlApiError {
  const shown = /^[\w-]{1,40}$/.test(name) ? name : '…';
  return misconfigured(`There is no option \`${shown}\`. There are: \`${names.join('`, `')}\`.`);
}

/** The error for an option of a wrong value; the end of its sentence says what it must be. */
export function wrongOption(name: string, mustBe: string): ControlApiError {
  return misconfigured(`The option \`${name}\` must be ${mustBe}`);
}

/** Reads an option that is checked elsewhere, or not at all. */
export const asGiven = <T>(value: T): T => value;

/** Reads a whole number of a range. */
export const wholeNumber =
  (min: number, max: number = Number.MAX_SAFE_INTEGER, unit = '') =>
  (value: number, name: string): number => {
    if (Number.isInteger(value) && value >= min && value <= max) return value;
    throw wrongOption(name, `a whole number from ${min} to ${max}${unit}.`);
  };

/** Reads as many milliseconds as a timer can take. */
export const readTimeout: (value: number, name: string) => number = wholeNumber(1, 2_147_483_647, ' milliseconds');

/** The one of these words that a value is. @throws {ControlApiError} where it is another. */
export function oneOf<Word extends string>(what: string, value: string, words: readonly Word[]): Word {
  const word = words.find((it) => it === value);
  if (word) return word;
  throw misconfigured(`${what} must be one of: ${words.join(', ')}.`);
}

/** Reads a function. */
export function readFunction<T>(value: T, name: string): T {
  if (typeof value === 'function') return value;
  throw wrongOption(name, 'a function.');
}
