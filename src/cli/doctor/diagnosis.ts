import { exitCodes } from '../exit.ts';

/** The result of a check of `doctor`. */
export interface Diagnosis {
  /** `skipped`: it could not be checked, so nothing is known. */
  readonly state: 'ok' | 'warning' | 'failed' | 'skipped';
  /** The finding, in a sentence or a few words. */
  readonly text: string;
  /** The advice. */
  readonly fix?: string;
  /** The service's own words. */
  readonly serverMessage?: string | undefined;
  /** The exit code of the command, if this is the first check that failed. */
  readonly exitCode?: number;
}

/** All is well. */
export function fine(text: string): Diagnosis {
  return { state: 'ok', text };
}

/** It works, but it is a risk, or only some commands work. */
export function caution(text: string, fix: string): Diagnosis {
  return { state: 'warning', text, fix };
}

/** It must be corrected. */
export function failed(text: string, fix: string, exitCode: number = exitCodes.usage): Diagnosis {
  return { state: 'failed', text, fix, exitCode };
}

/** It was not checked. */
export function skipped(text: string): Diagnosis {
  return { state: 'skipped', text };
}
