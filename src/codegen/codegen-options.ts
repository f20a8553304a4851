import type { WebUrl } from '../base/web.ts';
import type { OutputOptions } from './output/output.ts';

/** A server that is started for introspection, such as the result of `startEmulator`. */
export interface IntrospectableServer {
  /** Its base URL, without `/graphql`. */
  readonly url: string;
  /** Stops the server; called once, after the introspection. */
  close(): Promise<unknown>;
}

/** The options of {@link controlApiCodegen}: the schema, the operations and the output. */
export interface ControlApiCodegenOptions extends OutputOptions {
  /**
   * The base URL of the server to introspect without a key, without `/graphql`; or a function that starts a server, which is closed
   * after the introspection.
   *
   * @defaultValue the environment variable `CONTROL_API_URL`
   */
  readonly baseUrl?: string | WebUrl | (() => Promise<IntrospectableServer>) | undefined;
  /** A snapshot file to read instead of a server: SDL, or an introspection result as JSON. @defaultValue none */
  readonly schema?: string | undefined;
  /**
   * Whether `generate` also judges the live schema at `CONTROL_API_URL`, as `check` does. A change that breaks operations or code fails
   * the generation, as does a service that does not show its schema. Only with `schema`.
   *
   * @defaultValue false
   */
  readonly checkLive?: boolean | undefined;
  /**
   * Your operations: files, folders of `.graphql` and `.gql` files, or glob patterns. In code files, templates tagged `gql` or
   * `graphql` are read. A pattern that begins with `!` excludes files.
   */
  readonly operations: string | readonly string[];
}

/** A snapshot file or a server; neither if none is configured. */
export type SchemaSource = Pick<ControlApiCodegenOptions, 'schema' | 'baseUrl'>;
