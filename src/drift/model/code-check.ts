import type { SourcePlace } from '../../graphql/place.ts';

/** A place in your own code that no longer compiles with code generated for the live schema. */
export interface CodePlace extends SourcePlace {
  /** The report of TypeScript there. */
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
  /** The TypeScript project that was compiled, e.g. `tsconfig.json`; several are separated by commas. */
  readonly tsconfig: string;
  /** The version of TypeScript. */
  readonly typescript: string;
  /** The places that no finding explains, sorted by file, line and column. */
  readonly unexplained: readonly UnexplainedPlace[];
  /** The generated files that were not made from the snapshot and these operations; looked for where a place is listed. */
  readonly stale: readonly string[];
  /** The files that use generated types, directly or through others, and that were not compiled. */
  readonly uncompiled: readonly string[];
  /** The gaps of the check: a sentence each. */
  readonly notCovered: readonly string[];
}

/** The compilers of components, by what their files are called. */
const componentCompilers = { vue: 'vue-tsc --noEmit', svelte: 'svelte-check', astro: 'astro check' } as const;

/** A sentence that names the files that were not compiled, and what compiles them; undefined if there are none. */
export function uncompiledText({ uncompiled }: Pick<CodeCheck, 'uncompiled'>): string | undefined {
  if (uncompiled.length === 0) return undefined;
  const more = uncompiled.length - 10;
  const files = `${uncompiled.slice(0, 10).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
  const programs = Object.entries(componentCompilers)
    .filter(([extension]) => uncompiled.some((file) => file.endsWith(`.${extension}`)))
    .map(([, program]) => `\`npx ${program}\``);
  const next = [
    ...(uncompiled.some((file) => isTypeScript(file)) ? ['name their project with `--code=<tsconfig>`'] : []),
    ...(programs.length > 0 ? [`generate for the live schema and run ${programs.join(' and ')}`] : []),
  ].join(', or ');
  return `What uses generated types was not compiled: ${files}. To know, ${next}.`;
}

/** Whether a file is code that a TypeScript compiler checks: no declarations, which say what other code is. */
export function isTypeScript(file: string): boolean {
  return /\.[cm]?tsx?$/.test(file) && !/\.d\.[cm]?ts$/.test(file);
}

/** Whether a file is a component that has a compiler of its own. */
export function isComponent(file: string): boolean {
  return Object.keys(componentCompilers).some((extension) => file.endsWith(`.${extension}`));
}
