import type { OperationKind } from './typed-operation.ts';

/** Every failure this SDK knows, as a closed union: safe to `switch` over. */
export type ControlApiErrorCode =
  | 'configuration'
  | 'browser_runtime'
  | 'operation_not_allowed'
  | 'network'
  | 'timeout'
  | 'aborted'
  | 'unauthenticated'
  | 'forbidden'
  | 'rate_limited'
  | 'redirected'
  | 'http_status'
  | 'malformed_response'
  | 'response_too_large'
  | 'graphql'
  | 'stuck_cursor'
  | 'incomplete_list';

/** The codes of failures that a call can meet on its way; the others arise before or after one. */
export type CallFailureCode = Exclude<
  ControlApiErrorCode,
  'browser_runtime' | 'operation_not_allowed' | 'stuck_cursor' | 'incomplete_list'
>;

/**
 * What is known of the operation's effect:
 * - `not-sent`: no byte of it left this machine;
 * - `rejected`: the server answered that it did not execute it (a 4xx but 408, or a GraphQL answer without `data`);
 * - `unknown`: it may have been executed.
 */
export type Outcome = 'not-sent' | 'rejected' | 'unknown';

/** One entry of a GraphQL answer's `errors`, a scrubbed copy of what the server sent. */
export interface GraphQLFormattedError {
  readonly message: string;
  readonly path?: readonly (string | number)[];
  readonly locations?: readonly { readonly line: number; readonly column: number }[];
  readonly extensions?: Readonly<Record<string, unknown>>;
}

/** What an error may carry besides its message. Nothing here ever holds a key, variables, request headers or a body. */
export interface ControlApiErrorDetails<Data = unknown> {
  readonly outcome?: Outcome;
  readonly operationName?: string;
  readonly operationKind?: OperationKind;
  readonly status?: number;
  readonly attempts?: number;
  readonly retryAfterMs?: number;
  readonly requestId?: string;
  readonly errors?: readonly GraphQLFormattedError[];
  readonly data?: Data;
  readonly cause?: unknown;
}

const brand = Symbol.for('control-api-sdk.error');

/** The family every failure of this SDK belongs to. Recognise it with {@link isControlApiError}, which works across copies. */
export class ControlApiError<Data = unknown> extends Error {
  override readonly name: string = 'ControlApiError';
  /** Which failure this is. Stable: compare this, never the message. */
  readonly code: ControlApiErrorCode;
  /** What is known of the operation's effect. */
  readonly outcome: Outcome;
  /** The operation's name, where its document has one. */
  declare readonly operationName?: string;
  /** The operation's kind, where it could be told. */
  declare readonly operationKind?: OperationKind;
  /** The answer's HTTP status, where there was an answer. */
  declare readonly status?: number;
  /** How many attempts were begun; 0 when nothing was tried. */
  readonly attempts: number;
  /** How long the server asked to wait, in milliseconds, where it did. */
  declare readonly retryAfterMs?: number;
  /** The id that the answer's headers gave the request, where they gave one. */
  declare readonly requestId?: string;
  /** The answer's GraphQL errors, a scrubbed copy. */
  declare readonly errors?: readonly GraphQLFormattedError[];
  /** Partial data that came along with errors, a scrubbed copy. */
  declare readonly data?: Data;

  constructor(code: ControlApiErrorCode, message: string, details: ControlApiErrorDetails<Data> = {}) {
    super(message, 'cause' in details ? { cause: details.cause } : undefined);
    this.code = code;
    this.outcome = details.outcome ?? 'not-sent';
    this.attempts = details.attempts ?? 0;
    if (details.operationName !== undefined) this.operationName = details.operationName;
    if (details.operationKind !== undefined) this.operationKind = details.operationKind;
    if (details.status !== undefined) this.status = details.status;
    if (details.retryAfterMs !== undefined) this.retryAfterMs = details.retryAfterMs;
    if (details.requestId !== undefined) this.requestId = details.requestId;
    if (details.errors !== undefined) this.errors = details.errors;
    if (details.data !== undefined) this.data = details.data;
  }

  static {
    // On the prototype, so that it is no own key of an error.
    Object.defineProperty(ControlApiError.prototype, brand, { value: true });
  }
}

/** Options or the environment are wrong, or a part that you passed in (a key function, a limiter) failed. Never retried. */
export class ConfigurationError extends ControlApiError {
  override readonly name = 'ConfigurationError';
  constructor(message: string, details?: ControlApiErrorDetails) {
    super('configuration', message, details);
  }
}

/** The SDK was loaded or used where a key must not live: a browser, a browser worker, React Native. */
export class BrowserRuntimeError extends ControlApiError {
  override readonly name = 'BrowserRuntimeError';
  constructor(message: string) {
    super('browser_runtime', message);
  }
}

/** The client's `access` setting, or the kind of operation, forbids sending this one. Nothing was sent. */
export class OperationNotAllowedError extends ControlApiError {
  override readonly name = 'OperationNotAllowedError';
  constructor(message: string, details?: ControlApiErrorDetails) {
    super('operation_not_allowed', message, details);
  }
}

/** No complete answer arrived: connection refused, reset, DNS, TLS, or an answer cut short. */
export class NetworkError extends ControlApiError {
  override readonly name = 'NetworkError';
  constructor(message: string, details?: ControlApiErrorDetails) {
    super('network', message, details);
  }
}

/** The call's deadline passed. */
export class TimeoutError extends ControlApiError {
  override readonly name = 'TimeoutError';
  constructor(message: string, details?: ControlApiErrorDetails) {
    super('timeout', message, details);
  }
}

/** The caller's signal aborted the call; `cause` is the signal's own reason. Named `AbortError`, as the platform does. */
export class AbortedError extends ControlApiError {
  override readonly name = 'AbortError';
  constructor(message: string, details?: ControlApiErrorDetails) {
    super('aborted', message, details);
  }
}

/** The service did not accept the key. */
export class UnauthenticatedError<Data = unknown> extends ControlApiError<Data> {
  override readonly name = 'UnauthenticatedError';
  constructor(message: string, details?: ControlApiErrorDetails<Data>) {
    super('unauthenticated', message, details);
  }
}

/** The service knows the key, and refuses this operation. */
export class ForbiddenError<Data = unknown> extends ControlApiError<Data> {
  override readonly name = 'ForbiddenError';
  constructor(message: string, details?: ControlApiErrorDetails<Data>) {
    super('forbidden', message, details);
  }
}

/** The service asks to slow down (status 429); `retryAfterMs` says how long, where the answer did. */
export class RateLimitedError extends ControlApiError {
  override readonly name = 'RateLimitedError';
  constructor(message: string, details?: ControlApiErrorDetails) {
    super('rate_limited', message, details);
  }
}

/** The server answered with a redirect, which is never followed: the key goes to one place. */
export class RedirectedError extends ControlApiError {
  override readonly name = 'RedirectedError';
  constructor(message: string, details?: ControlApiErrorDetails) {
    super('redirected', message, details);
  }
}

/** Any other answer whose status is not 2xx. */
export class HttpStatusError extends ControlApiError {
  override readonly name = 'HttpStatusError';
  constructor(message: string, details?: ControlApiErrorDetails) {
    super('http_status', message, details);
  }
}

/** The answer is not a GraphQL answer: HTML, empty, broken JSON, another shape. */
export class MalformedResponseError extends ControlApiError {
  override readonly name = 'MalformedResponseError';
  constructor(message: string, details?: ControlApiErrorDetails) {
    super('malformed_response', message, details);
  }
}

/** The answer exceeded `maxResponseBytes`, counted after decompression. */
export class ResponseTooLargeError extends ControlApiError {
  override readonly name = 'ResponseTooLargeError';
  constructor(message: string, details?: ControlApiErrorDetails) {
    super('response_too_large', message, details);
  }
}

/** A GraphQL answer with `errors`. Partial `data` is kept where the answer had any. */
export class GraphQLResponseError<Data = unknown> extends ControlApiError<Data> {
  override readonly name = 'GraphQLResponseError';
  constructor(message: string, details?: ControlApiErrorDetails<Data>) {
    super('graphql', message, details);
  }
}

/** Paging cannot go on: the server promises another page but gives no new cursor to ask for it. */
export class StuckCursorError extends ControlApiError {
  override readonly name = 'StuckCursorError';
  constructor(message: string, details?: ControlApiErrorDetails) {
    super('stuck_cursor', message, details);
  }
}

/** A list cannot be proven complete, so it is not handed out as if it were. */
export class IncompleteListError extends ControlApiError {
  override readonly name = 'IncompleteListError';
  constructor(message: string, details?: ControlApiErrorDetails) {
    super('incomplete_list', message, details);
  }
}

/** Which class stands for which code. */
export interface ControlApiErrorsByCode<Data = unknown> {
  configuration: ConfigurationError;
  browser_runtime: BrowserRuntimeError;
  operation_not_allowed: OperationNotAllowedError;
  network: NetworkError;
  timeout: TimeoutError;
  aborted: AbortedError;
  unauthenticated: UnauthenticatedError<Data>;
  forbidden: ForbiddenError<Data>;
  rate_limited: RateLimitedError;
  redirected: RedirectedError;
  http_status: HttpStatusError;
  malformed_response: MalformedResponseError;
  response_too_large: ResponseTooLargeError;
  graphql: GraphQLResponseError<Data>;
  stuck_cursor: StuckCursorError;
  incomplete_list: IncompleteListError;
}

/**
 * Whether `error` is a failure of this SDK (and, given `code`, that one). Works across copies of the package and across
 * realms, where `instanceof` does not.
 *
 * @example
 * if (isControlApiError(error, 'rate_limited')) await wait(error.retryAfterMs ?? 1000);
 */
export function isControlApiError(error: unknown): error is ControlApiError;
export function isControlApiError<Code extends ControlApiErrorCode>(
  error: unknown,
  code: Code,
): error is ControlApiErrorsByCode[Code];
export function isControlApiError(error: unknown, code?: ControlApiErrorCode): boolean {
  if (typeof error !== 'object' || error === null || !(brand in error)) return false;
  return code === undefined || ('code' in error && error.code === code);
}
