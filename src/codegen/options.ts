/** A server that is started to be introspected, such as what `startEmulator` gives. */
export interface IntrospectableServer {
  /** Its base URL, without `/graphql`. */
  readonly url: string;
  close(): Promise<unknown>;
}

/** What {@link controlApiCodegen} needs to know: whose schema, which operations, and where the result goes. */
export interface ControlApiCodegenOptions {
  /**
   * The base URL whose `/graphql` is introspected, without a key; or a function that starts a server to be introspected
   * and stopped again. Default: `CONTROL_API_URL`.
   */
  readonly baseUrl?: string | URL | (() => Promise<IntrospectableServer>) | undefined;
  /** A snapshot file (`.graphql`, or `.json` with an introspection result) to read instead of asking a server. */
  readonly schema?: string | undefined;
  /** Your operations: files or glob patterns. */
  readonly operations: string | readonly string[];
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
