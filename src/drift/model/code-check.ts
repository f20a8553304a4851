import type { SourcePlace } from '../../graphql/place.ts';

/** A place in your own code that no longer compiles with code generated for the live schema. */
export type CodePlace = SourcePlace & {
  /** The report of the checker there. */
  readonly message: string;
  /** The number of TypeScript's error: 18047 for `TS18047`; undefined where the checker does not say it. */
  readonly code?: number;
};

/** A place in your own code that no longer compiles, and that no finding explains. */
export type UnexplainedPlace = CodePlace & {
  /** The change of the schema that explains it, if there is one: what else changed in a broken operation is no finding. */
  readonly change?: { readonly coordinate: string; readonly message: string };
};

/** The check of your own code. The places that a finding explains are in its `codePlaces`. */
export type CodeCheck = {
  /** The command that checked it, e.g. `tsc --noEmit`. */
  readonly command: string;
  /** How long that took, in seconds. */
  readonly seconds: number;
  /** The places that no finding explains, sorted by file, line and column. */
  readonly unexplained: readonly UnexplainedPlace[];
  /** Whether each change was tried alone, so that lines have reasons: there are few enough. */
  readonly isTried: boolean;
  /** The generated files that were not made from the snapshot and these operations; looked for where a place is listed. */
  readonly stale: readonly string[];
  /** The files that use generated types, directly or through others, and that the command did not check. */
  readonly uncompiled: readonly string[];
  /** The gaps of the check: a sentence each. */
  readonly notCovered: readonly string[];
  /** Why nothing is known of the code: a sentence. */
  readonly doubt?: string;
};

/** Why it is not known whether all code that uses generated types compiles: a sentence; undefined if it is. */
export function codeDoubt({ doubt, uncompiled, command }: CodeCheck): string | undefined {
  if (doubt !== undefined || uncompiled.length === 0) return doubt;
  const more = uncompiled.length - 10;
  const files = `${uncompiled.slice(0, 10).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
  return `\`${command}\` does not check all that uses generated types: ${files}. To know, pass the command that does: \`--code-command 'npm run typecheck'\`.`;
}
