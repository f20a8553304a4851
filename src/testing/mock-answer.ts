import type { WebRequest } from '../base/web.ts';
import type { GraphQLFormattedError } from '../index.ts';

/** The answer to a mocked operation: data, or a failure. */
export type MockAnswer<Result> =
  | {
      /** The data of the operation. */
      readonly data: Result;
      /** GraphQL errors beside the data, which is then partial. */
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
  readonly message?: string;
  /** The `extensions.code` of the GraphQL error. @defaultValue none */
  readonly code?: string;
  /** The HTTP status. @defaultValue 200 */
  readonly status?: number;
  /** The header `Retry-After`, in seconds. @defaultValue none */
  readonly retryAfter?: number;
  /** Partial data, or null. An answer without `data` proves nothing about execution. @defaultValue none */
  readonly data?: Result | null;
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

export function failureResponse({
  message = 'Something went wrong.',
  code,
  status = 200,
  retryAfter,
  data,
}: MockFailure): {
  readonly body: Readonly<Record<string, unknown>>;
  readonly init: { readonly status: number; readonly headers: Record<string, string> };
} {
  return {
    body: {
      ...(data !== undefined && { data }),
      errors: [{ message, ...(code !== undefined && { extensions: { code } }) }],
    },
    init: { status, headers: retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) } },
  };
}

/** The response of a network fault; for `no-connection`, Node's error is thrown instead. */
export function brokenResponse(fault: MockNetworkFault): Response {
  if (fault === 'no-connection') {
    const refused = { code: 'ECONNREFUSED', errno: -111, syscall: 'connect', address: '127.0.0.1', port: 443 };
    throw Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:443'), refused);
  }
  const broken = new ReadableStream<Uint8Array>({
    start: (stream) => stream.enqueue(new TextEncoder().encode('{')),
    pull: (stream) => stream.error(new TypeError('The mock broke off the answer.')),
  });
  return new Response(broken, { headers: { 'content-type': 'application/json' } });
}
