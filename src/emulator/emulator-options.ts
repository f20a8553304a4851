import type { Authorization } from './authorization.ts';
import type { ResolverMap, WorldContent } from './world/world-options.ts';

/** The options of {@link startEmulator}; all have a default. */
export interface EmulatorOptions<Resolvers extends object = ResolverMap> extends WorldContent<Resolvers> {
  /**
   * The schema to serve: SDL, an introspection result as JSON, or the path of a file with either.
   *
   * @defaultValue the documented surface
   */
  readonly schema?: string;
  /**
   * The port on 127.0.0.1, from 0 to 65535; 0 chooses a free port.
   *
   * @defaultValue 0
   */
  readonly port?: number;
  /**
   * The number of devices of the team.
   *
   * @defaultValue 25
   */
  readonly devices?: number;
  /**
   * The seed of names, ids, keys and all other values: the same seed gives the same values.
   *
   * @defaultValue 1
   */
  readonly seed?: string | number;
  /**
   * The maximum number of items in a page of a field with the argument `first` or `last`, also if neither is given.
   *
   * @defaultValue 100
   */
  readonly maxPageSize?: number;
  /** Called for every GraphQL request that reaches the emulator. */
  readonly onRequest?: (request: EmulatorRequest) => void;
}

/** A request as reported to `onRequest`: enough for assertions, and never the key. */
export interface EmulatorRequest {
  /** The name of the operation; undefined if its document has none. */
  readonly operationName: string | undefined;
  /** Whether the `Authorization` header was accepted; `none` if there was no header. */
  readonly authorization: Authorization;
}

/** A running emulator. */
export interface Emulator {
  /** The base URL for `createControlClient`, such as `http://127.0.0.1:4000`; the endpoint is `/graphql` under it. */
  readonly url: string;
  /** The port of the emulator. */
  readonly port: number;
  /** A valid key: the first of {@link Emulator.keys}. */
  readonly key: string;
  /** All valid keys: two, so that a rotation can be tested. */
  readonly keys: readonly string[];
  /** Stops the emulator and closes every connection to it. It can be called several times. */
  close(): Promise<void>;
  /** Does the same as {@link Emulator.close}, for `await using`. */
  [Symbol.asyncDispose](): Promise<void>;
}
