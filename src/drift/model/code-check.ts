import type { SourcePlace } from '../../graphql/place.ts';

/** A place in your own code that no longer compiles with code generated for the live schema. */
export interface CodePlace extends SourcePlace {
  /** What TypeScript reports there. */
  readonly message: string;
  /** The number of TypeScript's error: 18047 for `TS18047`. */
  readonly code: number;
}

/** A place in your own code that no longer compiles, and that no finding explains. */
export interface UnexplainedPlace extends CodePlace {
  /** The change of the schema that explains it, if there is one: what else changed in a broken operation is no finding. */
  readonly change?: { readonly coordinate: string; readonly message: string };
}

/** The check of your own code. The places that a finding explains are in its `codePlaces`. */
export interface CodeCheck {
  /** The TypeScript project that was compiled, e.g. `tsconfig.json`. */
  readonly tsconfig: string;
  /** The version of TypeScript. */
  readonly typescript: string;
  /** The places that no finding explains, sorted by file, line and column. */
  readonly unexplained: readonly UnexplainedPlace[];
  /** The generated files that were not made from the snapshot and these operations; looked for where a place is listed. */
  readonly stale: readonly string[];
  /** What the check does not cover: a sentence each. */
  readonly notCovered: readonly string[];
}
