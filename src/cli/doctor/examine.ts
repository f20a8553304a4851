import { exitCodes } from '../exit.ts';
import { problemOf } from '../problem.ts';

/** The result of a check. */
export interface Diagnosis {
  /** `skipped`: it could not be checked, so nothing is known. */
  readonly state: 'ok' | 'warning' | 'failed' | 'skipped';
  readonly text: string;
  /** The advice. */
  readonly fix?: string;
  readonly serverMessage?: string | undefined;
  /** The exit code of the command, if this is the first check that failed. */
  readonly exitCode?: number;
}

export const ok = (text: string): Diagnosis => ({ state: 'ok', text });
export const warning = (text: string, fix: string): Diagnosis => ({ state: 'warning', text, fix });
export const skipped = (text: string): Diagnosis => ({ state: 'skipped', text });
export const failed = (text: string, fix: string, exitCode: number = exitCodes.usage): Diagnosis => {
  return { state: 'failed', text, fix, exitCode };
};

/** One check: its stable id and title, and the ids of earlier checks without which nothing is known. What it throws is its failure. */
export interface Check {
  readonly id: string;
  readonly title: string;
  readonly needs?: readonly string[];
  look(): Diagnosis | Promise<Diagnosis>;
}

/** Runs the checks in their order, and returns the exit code of the first that failed. */
export async function examine(
  checks: readonly Check[],
  found: (diagnosis: Diagnosis & Pick<Check, 'id' | 'title'>) => void,
): Promise<number> {
  // Failed and skipped checks, each with the title of the check that all of it goes back to.
  const unknown = new Map<string, string>();
  let exitCode: number | undefined;
  for (const { id, title, needs = [], look } of checks) {
    const root = needs.flatMap((need) => unknown.get(need) ?? [])[0];
    const diagnosis = root ? skipped(`Not checked: it depends on “${root}”.`) : await settled(look);
    if (diagnosis.state === 'failed') exitCode ??= diagnosis.exitCode ?? exitCodes.unknown;
    if (diagnosis.state === 'failed' || diagnosis.state === 'skipped') unknown.set(id, root ?? title);
    found({ id, title, ...diagnosis });
  }
  return exitCode ?? exitCodes.ok;
}

async function settled(look: Check['look']): Promise<Diagnosis> {
  try {
    return await look();
  } catch (error) {
    const { message: text, hint, serverMessage, exitCode } = await problemOf(error);
    return { state: 'failed', text, exitCode, serverMessage, ...(hint !== null && { fix: hint }) };
  }
}
