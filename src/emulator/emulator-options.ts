import type { Disposable, PlatformFetch } from '../base/web.ts';
import type { Authorization } from './authorization.ts';
import type { Fault, FaultName } from './fault.ts';
import type { ResolverMap, WorldContent, WorldSnapshot } from './world/model/world-options.ts';

/** The options of {@link startEmulator}; all have a default. */
export interface EmulatorOptions<Resolvers extends object = ResolverMap> extends WorldContent<Resolvers> {
  /** The schema to serve: SDL, an introspection result as JSON, or the path of a file with either. @defaultValue the documented surface */
  readonly schema?: string | undefined;
  /** The port on 127.0.0.1, from 0 to 65535; 0 chooses a free port. @defaultValue 0 */
  readonly port?: number | undefined;
  /** The number of devices of the team. @defaultValue 25 */
  readonly devices?: number | undefined;
  /** The seed of names, ids, keys and all other values: the same seed gives the same values. @defaultValue 1 */
  readonly seed?: string | number | undefined;
  /** The maximum number of items in a page of a list that takes a page size (`first`, `limit`), given or not. @defaultValue 100 */
  readonly maxPageSize?: number | undefined;
  /** The maximum bytes of a body; a larger body is refused with status 413. @defaultValue 10,000,000 */
  readonly maxBodyBytes?: number | undefined;
  /** Whether the emulator listens on a port. If not, only {@link Emulator.fetch} reaches it, and nothing has to be closed. @defaultValue true */
  readonly listen?: boolean | undefined;
  /** The faults from the start on; a reset brings them back. @defaultValue none */
  readonly faults?: readonly Fault[] | undefined;
  /** A function that is called once for each note, such as one about an unknown filter. @defaultValue a function that prints to stderr */
  readonly onNote?: ((note: string) => void) | undefined;
  /** A function that is called with each GraphQL request before the answer. @defaultValue none */
  readonly onRequest?: ((request: EmulatorRequest) => void) | undefined;
}

/** A request that reached the emulator, without its key. */
export interface EmulatorRequest {
  /** The name of the operation; undefined for an anonymous operation. */
  readonly operationName: string | undefined;
  /** The kind of the operation; undefined if the document cannot be parsed, or leaves open which operation to run. */
  readonly kind: 'query' | 'mutation' | 'subscription' | undefined;
  /** The variables; empty without any. */
  readonly variables: Readonly<Record<string, unknown>>;
  /** The fate of the key: `accepted`, `refused`, or `none` without a header `Authorization`. */
  readonly authorization: Authorization;
  /** The faults that struck the request. */
  readonly faults: readonly FaultName[];
  /** The notes on the request, such as one about an unknown filter, each once. The message of a refused mutation is one, too. */
  readonly notes: readonly string[];
}

/** An operation by its name, or a generated operation, which knows its name. */
export type OperationReference = string | { readonly operationName: string };

/** A running emulator; `await using` stops it. */
export interface Emulator extends Disposable<Promise<void>> {
  /** The base URL for `createControlClient`, such as `http://127.0.0.1:4000`; the endpoint is `/graphql` under it. */
  readonly url: string;
  /** The port of the emulator; 0 if it does not listen. */
  readonly port: number;
  /**
   * A `fetch` that reaches this emulator without a socket: `createControlClient({ baseUrl: emulator.url, apiKey: emulator.key, fetch:
   * emulator.fetch })`. Several emulators in one process have nothing in common.
   */
  readonly fetch: PlatformFetch;
  /** The GraphQL requests that arrived, the oldest first; at most 100,000 are kept. */
  readonly requests: readonly EmulatorRequest[];
  /** The faults in force, also faults that will not strike again. */
  readonly faults: readonly Fault[];
  /** A valid key: the first of {@link Emulator.keys}. */
  readonly key: string;
  /** All valid keys: two, so that a rotation can be tested. */
  readonly keys: readonly string[];
  /** Adds a fault. @throws {ControlApiError} if the fault is unknown or invalid. */
  fail(fault: Fault): Promise<void>;
  /** Removes every fault; a schema that has moved stays. */
  clearFaults(): void;
  /** Expects that exactly these operations arrived, each at least once. @throws {Error} that names unexpected and missing operations. */
  expectOperations(operations: readonly OperationReference[]): void;
  /** Brings back the data, the schema and the faults of the start, and forgets the requests. */
  reset(): void;
  /** The changes to the data so far, as JSON. */
  snapshot(): WorldSnapshot;
  /**
   * Brings back the data of a snapshot, from this emulator or another one with the same schema, counts and fixtures.
   *
   * @throws {ControlApiError} if the value is no snapshot of this version.
   */
  restore(snapshot: unknown): void;
  /** Stops the emulator and closes all connections. A second call does nothing. */
  close(): Promise<void>;
}
