import type { WebRequest } from '../base/web.ts';
import type { GraphQLFormattedError } from '../index.ts';

/** The answer to a mocked operation: data, or a failure. */
export type MockAnswer<Result> =
  | {
      /** The data, in the shape of the operation. */
      readonly data: Result;
      /** Errors beside the data, which are then partial. */
      readonly errors?: readonly GraphQLFormattedError[];
      /** The answer's extensions. @defaultValue none */
      readonly extensions?: Readonly<Record<string, unknown>>;
      /** Not together with data. */
      readonly error?: never;
    }
  | {
      /** The failure; or a fault of the network, see {@link MockNetworkFault}. */
      readonly error: MockFailure<Result> | MockNetworkFault;
      /** Not together with an error: partial data are a part of it. */
      readonly data?: never;
    };

/**
 * A fault of the network:
 * - `network`: an answer begins and breaks off, so that a mutation may have been executed (outcome `unknown`);
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
  /** Partial data, or null; left out, the answer has none, which proves nothing of what was executed. @defaultValue none */
  readonly data?: Result | null;
}

/** A request for a mocked operation. */
export interface MockedRequest<Variables> {
  /** The variables of the request. */
  readonly variables: Variables;
  /** How many requests this mock has had, this one included. */
  readonly nth: number;
  /** The HTTP request. */
  readonly request: WebRequest;
}

/** A mock's answers: always the same one, or made for each request. */
export type MockAnswers<Result, Variables> =
  | MockAnswer<Result>
  | ((request: MockedRequest<Variables>) => MockAnswer<Result> | Promise<MockAnswer<Result>>);

/** The HTTP response of a failure: body, status and headers. */
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

/** The response of a network fault. @throws the error of a connection that is refused, as Node has it, for `no-connection`. */
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
