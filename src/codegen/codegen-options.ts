import type { OutputOptions } from './output/output-options.ts';

/** A server that is started to be introspected, such as what `startEmulator` gives. */
export interface IntrospectableServer {
  /** Its base URL, without `/graphql`. */
  readonly url: string;
  close(): Promise<unknown>;
}

/** What {@link controlApiCodegen} needs to know: whose schema, which operations, and where the result goes. */
export interface ControlApiCodegenOptions extends OutputOptions {
  /**
   * The base URL whose `/graphql` is introspected, without a key; or a function that starts a server to be introspected
   * and stopped again. Default: `CONTROL_API_URL`.
   */
  readonly baseUrl?: string | URL | (() => Promise<IntrospectableServer>) | undefined;
  /** A snapshot file (`.graphql`, or `.json` with an introspection result) to read instead of asking a server. */
  readonly schema?: string | undefined;
  /**
   * Your operations: files, folders of `.graphql` files, or glob patterns. Templates in code, tagged `gql` or `graphql`, are
   * read as well where a pattern matches the file. A pattern that begins with `!` takes files out.
   */
  readonly operations: string | readonly string[];
}
