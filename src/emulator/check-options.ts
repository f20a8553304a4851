import { ControlApiError } from '../index.ts';

/** The values that an option may have. */
export interface Allowed {
  /** The values in words: `a text`. */
  readonly wanted: string;
  readonly has: (value: unknown) => boolean;
}

/** The allowed values of each option. */
export type AllowedOptions<Options> = { readonly [Name in keyof Options]-?: Allowed };

/** A text that says something. */
export const anyText: Allowed = { wanted: 'a text', has: (value) => typeof value === 'string' && value !== '' };

/** A share of all. */
export const share: Allowed = {
  wanted: 'a number from 0 to 1',
  has: (value) => typeof value === 'number' && value >= 0 && value <= 1,
};

/** The whole numbers of a range; without an end of its own, up to the greatest that a timer takes. */
export function whole(least: number, most = 2_147_483_647, noun = 'whole number'): Allowed {
  const has = (value: unknown) => Number.isInteger(value) && Number(value) >= least && Number(value) <= most;
  return { wanted: `a ${noun} from ${least} to ${most}`, has };
}

/** One of these values. */
export function oneOfThese(...values: readonly unknown[]): Allowed {
  return { wanted: values.join(' or '), has: (value) => values.includes(value) };
}

/**
 * Refuses options that `owner` does not have, and values that they may not have.
 *
 * @throws {ControlApiError} that says what must be what.
 */
export function checkOptions(owner: string, allowed: Readonly<Record<string, Allowed>>, given: object): void {
  for (const [name, value] of Object.entries(given)) {
    const values = Object.hasOwn(allowed, name) ? allowed[name] : undefined;
    const names = Object.keys(allowed).map((each) => `\`${each}\``);
    if (!values) throw refusedSetting(`The ${owner} has no \`${name}\`: it takes ${names.join(', ')}.`);
    if (value !== undefined && !values.has(value))
      throw refusedSetting(`The ${owner}'s \`${name}\` must be ${values.wanted}.`);
  }
}

/** The error of an option that makes no sense. */
export function refusedSetting(message: string): ControlApiError {
  return new ControlApiError('configuration', message);
}
