import { ControlApiError } from '../index.ts';

export interface Allowed {
  readonly wanted: string;
  readonly has: (value: unknown) => boolean;
}

export type AllowedOptions<Options> = { readonly [Name in keyof Options]-?: Allowed };

export const anyText: Allowed = { wanted: 'a text', has: (value) => typeof value === 'string' && value !== '' };

export const seedValue: Allowed = {
  wanted: 'a text or a number',
  has: (value) => typeof value === 'string' || Number.isFinite(value),
};

export const callback: Allowed = { wanted: 'a function', has: (value) => typeof value === 'function' };

export const share: Allowed = {
  wanted: 'a number from 0 to 1',
  has: (value) => typeof value === 'number' && value >= 0 && value <= 1,
};

/** The default end is the longest delay of a timer. */
export function whole(least: number, most = 2_147_483_647, noun = 'whole number'): Allowed {
  const has = (value: unknown) => Number.isInteger(value) && Number(value) >= least && Number(value) <= most;
  return { wanted: `a ${noun} from ${least} to ${most}`, has };
}

export function oneOfThese(...values: readonly unknown[]): Allowed {
  return { wanted: values.join(' or '), has: (value) => values.includes(value) };
}

/** @throws {ControlApiError} if `owner` has no such option, or an option may not have its value. */
export function checkOptions(owner: string, allowed: Readonly<Record<string, Allowed>>, given: object): void {
  for (const [name, value] of Object.entries(given)) {
    const values = Object.hasOwn(allowed, name) ? allowed[name] : undefined;
    const names = Object.keys(allowed).map((each) => `\`${each}\``);
    if (!values) throw refusedSetting(`The ${owner} has no \`${name}\`: it takes ${names.join(', ')}.`);
    if (value !== undefined && !values.has(value))
      throw refusedSetting(`The ${owner}'s \`${name}\` must be ${values.wanted}.`);
  }
}

export function refusedSetting(message: string): ControlApiError {
  return new ControlApiError('configuration', message);
}
