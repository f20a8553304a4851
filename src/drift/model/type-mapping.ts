/**
 * TypeScript types by the name of a custom scalar, as in the config of the code generator: one type, or one for variables
 * and one for results. Other scalars are `unknown`.
 */
export type ScalarMap = Readonly<Record<string, string | { readonly input: string; readonly output: string }>>;

/** The settings of the code generator that decide which types a schema becomes. */
export interface TypeMapping {
  /** TypeScript types of custom scalars, e.g. `{ DateTime: 'string' }`. */
  readonly scalars: ScalarMap;
  /** Whether enums in results accept values that are added later. */
  readonly openEnums: boolean;
}
