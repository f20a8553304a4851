import type { ScalarMap } from '../../graphql/mapped-scalar.ts';

/** The settings of the code generator that decide which types a schema becomes. */
export interface TypeMapping {
  /** TypeScript types of custom scalars, e.g. `{ DateTime: 'string' }`. */
  readonly scalars: ScalarMap;
  /** Whether enums in results accept values that are added later. */
  readonly openEnums: boolean;
}
