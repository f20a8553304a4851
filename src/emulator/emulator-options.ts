import type { Authorization } from './authorization.ts';

/** How an emulator is started; everything has a default. */
export interface EmulatorOptions {
  /** The schema to serve: SDL or an introspection result, or the path of a file of either. Default: the documented surface. */
  readonly schema?: string;
  /** The loopback port to listen on, 0 to 65535. Default 0: a free one. */
  readonly port?: number;
  /** How many devices the team has. Default 25. */
  readonly devices?: number;
  /** What names, ids, keys and all other values follow from: the same seed gives the same world. Default 1. */
  readonly seed?: string | number;
  /** The most items in one page of a field that takes `first` or `last`. Default 100, also where neither is given. */
  readonly maxPageSize?: number;
  /** Told of every GraphQL request that reached the emulator. */
  readonly onRequest?: (request: EmulatorRequest) => void;
}

/** What is told of a request: enough to assert on, and never the key. */
export interface EmulatorRequest {
  /** The operation's name, where its document gives one. */
  readonly operationName: string | undefined;
  /** What the `Authorization` header was worth; `none` when there was no header. */
  readonly authorization: Authorization;
}

/** A running emulator. */
export interface Emulator {
  /** The base URL, to be given to `createControlClient`; the endpoint is `/graphql` under it. */
  readonly url: string;
  /** The port it listens on. */
  readonly port: number;
  /** A key that it accepts: the first of {@link Emulator.keys}. */
  readonly key: string;
  /** Every key that it accepts; two, so that a rotation can be tried. */
  readonly keys: readonly string[];
  /** Ends it, and every connection to it. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}
