import { exitCodes } from '../exit.ts';
import { problemOf } from '../problem.ts';

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

/** One check of `doctor`. */
export interface Check {
  /** Stable, for scripts. */
  readonly id: string;
  readonly title: string;
  /** The ids of earlier checks: if one of them fails or is skipped, so is this one. */
  readonly needs?: readonly string[];
  /** Its error is its failure. */
  look(): Diagnosis | Promise<Diagnosis>;
}

/** A check with what it found. */
export interface Examined extends Diagnosis {
  readonly id: string;
  readonly title: string;
}

/**
 * Runs the checks, in their order and one at a time.
 *
 * @param checks - The checks.
 * @param found - Called after each check.
 * @returns the exit code of the first that failed; 0 if none did.
 */
export async function examine(checks: readonly Check[], found: (examined: Examined) => void): Promise<number> {
  // Failed and skipped checks, each with the title of the check that all of it goes back to.
  const unknown = new Map<string, string>();
  let exitCode: number | undefined;
  for (const { id, title, needs = [], look } of checks) {
    const missing = needs.find((need) => unknown.has(need));
    const root = missing === undefined ? undefined : unknown.get(missing);
    const diagnosis = root === undefined ? await settled(look) : skipped(`Not checked: it depends on “${root}”.`);
    if (diagnosis.state === 'failed') exitCode ??= diagnosis.exitCode ?? exitCodes.unknown;
    if (diagnosis.state === 'failed' || diagnosis.state === 'skipped') unknown.set(id, root ?? title);
    found({ id, title, ...diagnosis });
  }
  return exitCode ?? exitCodes.ok;
}

/** A thrown error is reported as by any command. */
async function settled(look: Check['look']): Promise<Diagnosis> {
  try {
    return await look();
  } catch (error) {
    const { message: text, hint, serverMessage, exitCode } = await problemOf(error);
    // A message without a hint says itself what to do.
    return { state: 'failed', text, exitCode, serverMessage, ...(hint !== null && { fix: hint }) };
  }
}
