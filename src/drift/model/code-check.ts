import type { SourcePlace } from '../../graphql/place.ts';
import { listed } from './place-list.ts';

/** A place in your own code that no longer compiles with code generated for the live schema. */
export type CodePlace = SourcePlace & {
  /** The report of the checker there. */
  readonly message: string;
  /** The number of TypeScript's error: 18047 for `TS18047`; undefined where the checker does not say it. */
  readonly code?: number;
};

/** The check of your own code. The places beside a finding are in its `codePlaces`. */
export type CodeCheck = {
  /** The command that checked it, e.g. `tsc --noEmit`. */
  readonly command: string;
  /** How long that took, in seconds. */
  readonly seconds: number;
  /** The places whose line and message name no finding, sorted by file, line and column. */
  readonly unexplained: readonly CodePlace[];
  /** The generated files that were not made from the snapshot and these operations; looked for where a place stands alone. */
  readonly stale: readonly string[];
  /** The files that name generated code in an import, and that the command is not known to have checked. */
  readonly uncompiled: readonly string[];
  /** The gaps of the check: a sentence each. */
  readonly notCovered: readonly string[];
  /** Why nothing is known of the code: a sentence. */
  readonly doubt?: string;
};

/** Why it is not known whether all code that uses generated types compiles: a sentence; undefined if it is. */
export function codeDoubt({ doubt, uncompiled, command }: CodeCheck): string | undefined {
  if (doubt !== undefined || uncompiled.length === 0) return doubt;
  return `\`${command}\` does not check all that uses generated types: ${listed(uncompiled, 10)}. To know, pass the command that does: \`--code-command 'npm run typecheck'\`. One that stops at the first package that fails has to go on: \`--continue\` of turbo, \`--no-bail\` of pnpm.`;
}
