/** What the generated file depends on, beside the schema and the operations. */
export interface OutputOptions {
  /** The TypeScript file to write. */
  readonly output: string;
  /**
   * TypeScript types of custom scalars: `{ DateTime: 'string' }`, or `{ DateTime: './date-time.js#DateTime' }` to import
   * one. A scalar without an entry is `unknown`.
   */
  readonly scalars?: Readonly<Record<string, string | { readonly input: string; readonly output: string }>> | undefined;
  /** Whether enums in results admit values added later: `Color | (string & {})`. Inputs stay closed. Default: false. */
  readonly openEnums?: boolean | undefined;
  /**
   * What an operation becomes: `string`, a `TypedOperation` that `paginate` takes; or `ast`, a `TypedDocumentNode` for
   * clients that take nothing else. Default: `string`.
   */
  readonly documents?: 'string' | 'ast' | undefined;
  /** Where the output imports `TypedOperation` from. Default: `control-api-sdk`. */
  readonly importFrom?: string | undefined;
}
