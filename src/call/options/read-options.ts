import { isRecord } from '../../base/is-record.ts';
import { type ControlApiError, isControlApiError, misconfigured } from '../../errors.ts';

export type OptionReaders<Options> = {
  readonly [Name in keyof Options]-?: ReadOption<Exclude<Options[Name], undefined>>;
};

type ReadOption<Value> = (value: Value, name: string) => Value;

export type OwnOptions<Options> = { readonly [Name in keyof Options]-?: Options[Name] | undefined };

/** Reads own properties only: a polluted prototype supplies nothing, and a mistyped name is an error. */
export function ownOptions<Options>(options: unknown, readers: OptionReaders<Options>): OwnOptions<Options>;
export function ownOptions(options: unknown, readers: OptionReaders<Record<string, unknown>>): object {
  if (!isRecord(options)) throw misconfigured('The options must be an object, or left out.');
  const names = Object.keys(readers);
  for (const name of Object.keys(options)) {
    if (names.includes(name)) continue;
    const shown = /^[\w-]{1,40}$/.test(name) ? name : '…';
    throw misconfigured(`There is no option \`${shown}\`. There are: \`${names.join('`, `')}\`.`);
  }
  const own: Record<string, unknown> = {};
  for (const name of names) {
    try {
      const value = Object.hasOwn(options, name) ? options[name] : undefined;
      // Not as a method: a stack frame would have no name.
      const read = readers[name];
      own[name] = value === undefined ? undefined : read?.(value, name);
    } catch (error) {
      // The message of a getter's error may hold the key.
      if (isControlApiError(error, 'configuration')) throw error;
      throw misconfigured(`The option \`${name}\` cannot be read: it throws.`);
    }
  }
  return own;
}

export function wrongOption(name: string, mustBe: string): ControlApiError {
  return misconfigured(`The option \`${name}\` must be ${mustBe}`);
}

export const asGiven = <T>(value: T): T => value;

export const wholeNumber =
  (min: number, max: number = Number.MAX_SAFE_INTEGER, unit = '') =>
  (value: number, name: string): number => {
    if (Number.isInteger(value) && value >= min && value <= max) return value;
    throw wrongOption(name, `a whole number from ${min} to ${max}${unit}.`);
  };

export const readTimeout: (value: number, name: string) => number = wholeNumber(1, 2_147_483_647, ' milliseconds');

export function oneOf<Word extends string>(what: string, value: string, words: readonly Word[]): Word {
  const word = words.find((it) => it === value);
  if (word) return word;
  throw misconfigured(`${what} must be one of: ${words.join(', ')}.`);
}

export function readFunction<T>(value: T, name: string): T {
  if (typeof value === 'function') return value;
  throw wrongOption(name, 'a function.');
}
