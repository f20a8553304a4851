import type { SourcePlace } from '../../graphql/place.ts';
import { listed } from './place-list.ts';

/** A place in your own code that no longer compiles with code generated for the live schema. */
export type CodePlace = SourcePlace & {
  readonly message: string;
  /** The number of TypeScript's error: 18047 for `TS18047`; undefined without one. */
  readonly code?: number;
};

/** The check of your own code. The places beside a finding are in its `codePlaces`. */
export type CodeCheck = {
  /** The command that checked the code, e.g. `tsc --noEmit`. */
  readonly command: string;
  /** The duration of the check in seconds. */
  readonly seconds: number;
  /** The places whose line and message name no finding, sorted by file, line and column. */
  readonly unexplained: readonly CodePlace[];
  /** The generated files that differ from the code for the snapshot; searched only if `unexplained` has places. */
  readonly stale: readonly string[];
  /** The files that import generated code and that the command may not have checked. */
  readonly uncompiled: readonly string[];
  /** The gaps of the check, a sentence each. */
  readonly notCovered: readonly string[];
  /** The reason why nothing is known about the code, as a sentence. */
  readonly doubt?: string;
};

/** The reason why some code that uses generated types may not compile, as a sentence; undefined without one. */
export function codeDoubt({ doubt, uncompiled, command }: CodeCheck): string | undefined {
  if (doubt !== undefined || uncompiled.length === 0) return doubt;
  return `\`${command}\` does not check every file that may use generated types: ${listed(uncompiled, 10)}. To know, pass the command that does: \`--code-command 'npm run typecheck'\`. One that stops at the first package that fails has to go on: \`--continue\` of turbo, \`--no-bail\` of pnpm.`;
}
