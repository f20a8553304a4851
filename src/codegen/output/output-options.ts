import type { ScalarMap } from '../../graphql/mapped-scalar.ts';

/** The options of the generated file. */
export interface OutputOptions {
  /** The file to write: TypeScript, or `.js`, `.mjs` or `.cjs` for JavaScript with a declaration file beside it. */
  readonly output: string;
  /**
   * TypeScript types by custom scalar: `{ DateTime: 'string' }`, or `{ DateTime: './date-time.js#DateTime' }` for an import. A scalar
   * without an entry is `unknown`.
   *
   * @defaultValue {}
   */
  readonly scalars?: ScalarMap | undefined;
  /**
   * Whether enums in results accept values that are added later: `Color | (string & {})`. Enums in variables stay closed.
   *
   * @defaultValue false
   */
  readonly openEnums?: boolean | undefined;
  /**
   * The form of an operation: `string`, a `TypedOperation` that `paginate` accepts; or `ast`, a `TypedDocumentNode` for other clients.
   *
   * @defaultValue 'string'
   */
  readonly documents?: 'string' | 'ast' | undefined;
  /**
   * Whether each operation has its `origin`: its file, and the SDL of the part of the schema that all operations use. `watchDrift` needs
   * it. Only with `documents: 'string'`.
   *
   * @defaultValue false
   */
  readonly origins?: boolean | undefined;
  /**
   * The module that the output imports `TypedOperation` from.
   *
   * @defaultValue 'control-api-sdk'
   */
  readonly importFrom?: string | undefined;
}
