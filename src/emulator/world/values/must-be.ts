import { ControlApiError } from '../../../index.ts';

/** The values that an option may have. */
export interface Allowed {
  /** The values in words: `a text`. */
  readonly wanted: string;
  readonly has: (value: unknown) => boolean;
}

/** A text that says something. */
export const anyText: Allowed = { wanted: 'a text', has: (value) => typeof value === 'string' && value !== '' };

/** A share of all. */
export const share: Allowed = {
  wanted: 'a number from 0 to 1',
  has: (value) => typeof value === 'number' && value >= 0 && value <= 1,
};

/** The whole numbers of a range. */
export function whole(least: number, most: number, noun = 'whole number'): Allowed {
  const has = (value: unknown) => Number.isInteger(value) && Number(value) >= least && Number(value) <= most;
  return { wanted: `a ${noun} from ${least} to ${most}`, has };
}

/** One of these values. */
export function oneOfThese(...values: readonly (number | string)[]): Allowed {
  return { wanted: values.join(' or '), has: (value) => values.some((each) => each === value) };
}

/** Refuses a value that is not allowed. @throws {ControlApiError} that says what must be what. */
export function mustBe({ wanted, has }: Allowed, what: string, value: unknown): void {
  if (!has(value)) throw new ControlApiError('configuration', `${what} must be ${wanted}.`);
}
