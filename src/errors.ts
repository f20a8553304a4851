import type { OperationKind } from './operation.ts';

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

/**
 * What is known of the operation's effect:
 * - `not-sent`: no byte of it left this machine;
 * - `rejected`: the server answered that it did not execute it (a 4xx but 408, or a GraphQL answer without `data`);
 * - `unknown`: it may have been executed.
 */
export type Outcome = 'not-sent' | 'rejected' | 'unknown';

/** One entry of a GraphQL answer's `errors`, a scrubbed copy of what the server sent. */
export interface GraphQLAnswerError {
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
  readonly errors?: readonly GraphQLAnswerError[];
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
  readonly operationName?: string;
  /** The operation's kind, where it could be told. */
  readonly operationKind?: OperationKind;
  /** The answer's HTTP status, where there was an answer. */
  readonly status?: number;
  /** How many attempts were begun; 0 when nothing was tried. */
  readonly attempts: number;
  /** How long the server asked to wait, in milliseconds, where it did. */
  readonly retryAfterMs?: number;
  /** The id that the answer's headers gave the request, where they gave one. */
  readonly requestId?: string;
  /** The answer's GraphQL errors, a scrubbed copy. */
  readonly errors?: readonly GraphQLAnswerError[];
  /** Partial data that came along with errors, a scrubbed copy. */
  readonly data?: Data;

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

  /** The brand that guards look for; inherited, so that it is no own key of the error. */
  get [brand](): true {
    return true;
  }
}
