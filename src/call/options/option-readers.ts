import { type ControlApiError, misconfigured } from '../../errors.ts';

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
