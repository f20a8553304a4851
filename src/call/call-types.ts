import type { ControlApiError, GraphQLFormattedError, ReadHeader } from '../errors.ts';
import type { Operation } from './document/read-operation.ts';
import type { PageRequest } from './options/call-options.ts';

/** One call, checked: its options are in range. */
export interface CallInput {
  /** The operation as the caller gave it. */
  readonly document: unknown;
  readonly operation: Operation;
  readonly variables: object | undefined;
  readonly timeoutMs: number;
  readonly maxRetries: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal | undefined;
  /** Undefined for all but the pages of lists. */
  readonly page?: PageRequest | undefined;
}

/** The result of a call. */
export interface CallAnswer {
  readonly data: Readonly<Record<string, unknown>>;
  /** The facts beside the data, scrubbed of every key. */
  readonly errors: readonly GraphQLFormattedError[] | undefined;
  readonly extensions: Readonly<Record<string, unknown>> | undefined;
  /** Says how the call went. */
  readonly meta: () => CallMeta;
  /** Makes the error for `errors`, for callers to whom partial data is a failure; present exactly where there are any. */
  readonly error: (() => ControlApiError) | undefined;
}

/** How a call went. */
export interface CallMeta {
  /** The HTTP status of the answer. */
  readonly status: number;
  /** How many times the request was sent. */
  readonly attempts: number;
  /** From the call to its answer, waiting included, in milliseconds. */
  readonly durationMs: number;
  /** The answer's size after decompression. */
  readonly bytes: number;
  /** The id that the answer's headers gave the request, where they gave one. */
  readonly requestId?: string;
  /** A header of the answer by its name, scrubbed of keys; never `set-cookie`. */
  readonly header: ReadHeader;
}
