import type { WebRequest } from '../base/web.ts';
import type { GraphQLFormattedError } from '../index.ts';

/** The answer to a mocked operation: data, or a failure. */
export type MockAnswer<Result> =
  | {
      /** The data of the operation. */
      readonly data: Result;
      /** GraphQL errors beside the data, which are then partial. @defaultValue none */
      readonly errors?: readonly GraphQLFormattedError[];
      /** The extensions of the answer. @defaultValue none */
      readonly extensions?: Readonly<Record<string, unknown>>;
      /** Excluded by `data`. */
      readonly error?: never;
    }
  | {
      /** The failure, or a network fault. */
      readonly error: MockFailure<Result> | MockNetworkFault;
      /** Excluded by `error`, which has its own partial data. */
      readonly data?: never;
    };

/**
 * A fault of the network:
 * - `network`: the answer breaks off, so that a mutation may have been executed (outcome `unknown`);
 * - `no-connection`: no connection is established, so that nothing is sent (outcome `not-sent`).
 */
export type MockNetworkFault = 'network' | 'no-connection';

/** A failure of a mocked operation. */
export interface MockFailure<Result = unknown> {
  /** The message of the GraphQL error. @defaultValue 'Something went wrong.' */
  readonly message?: string | undefined;
  /** The `extensions.code` of the GraphQL error. @defaultValue none */
  readonly code?: string | undefined;
  /** The HTTP status. @defaultValue 200 */
  readonly status?: number | undefined;
  /** The header `Retry-After`, in seconds. @defaultValue none */
  readonly retryAfter?: number | undefined;
  /** Partial data, or null. An answer without `data` proves nothing about execution. @defaultValue none */
  readonly data?: Result | null | undefined;
}

/** A request for a mocked operation. */
export interface MockedRequest<Variables> {
  /** The variables of the request. */
  readonly variables: Variables;
  /** The number of requests to this mock, with this one. */
  readonly nth: number;
  /** The HTTP request. */
  readonly request: WebRequest;
}

/** The answers of a mock: one for all requests, or a function of the request. */
export type MockAnswers<Result, Variables> =
  | MockAnswer<Result>
  | ((request: MockedRequest<Variables>) => MockAnswer<Result> | Promise<MockAnswer<Result>>);
