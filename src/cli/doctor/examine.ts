import { exitCodes } from '../exit.ts';
import { problemOf } from '../problem.ts';

/** The result of a check. */
export interface Diagnosis {
  /** `skipped`: not checked, so nothing is known. */
  readonly state: 'ok' | 'warning' | 'failed' | 'skipped';
  readonly text: string;
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

/** A check. An error that it throws is its failure. */
export interface Check {
  /** The stable id. */
  readonly id: string;
  readonly title: string;
  /** The ids of earlier checks that this one depends on. */
  readonly needs?: readonly string[];
  look(): Diagnosis | Promise<Diagnosis>;
}

/** Runs the checks in their order. Returns the exit code of the first failed check. */
export async function examine(
  checks: readonly Check[],
  found: (diagnosis: Diagnosis & Pick<Check, 'id' | 'title'>) => void,
): Promise<number> {
  // Failed and skipped checks, each with the title of the first cause.
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
