import { hide } from './base/hide.ts';
import { ControlApiError, type ControlApiErrorCode, type ControlApiErrorDetails } from './errors.ts';

/** The class of the errors of one code: `new NetworkError(message, details)`. */
export interface ControlApiErrorClass<Code extends ControlApiErrorCode> {
  new <Data = unknown>(message: string, details?: ControlApiErrorDetails<Data>): ControlApiError<Data, Code>;
  readonly prototype: ControlApiError<unknown, Code>;
}

/** `rate_limited` is `RateLimitedError`: written so, no bundler that shortens identifiers can change it. */
function classNameOf(code: ControlApiErrorCode): string {
  return `${code.replace(/(?:^|_)./g, (start) => start.slice(-1).toUpperCase())}Error`;
}

/** The class of each code. */
export const errorClasses = {} as { readonly [Code in ControlApiErrorCode]: ControlApiErrorClass<Code> };

/** Makes the class of the errors with a code. */
function errorClass<Code extends ControlApiErrorCode>(
  code: Code,
  className: string = classNameOf(code),
  name: string = className,
): ControlApiErrorClass<Code> {
  const made = class<Data> extends ControlApiError<Data, Code> {
    constructor(message: string, details?: ControlApiErrorDetails<Data>) {
      super(code, message, details);
    }
  };
  hide(made, { name: className });
  hide(made.prototype, { name });
  Object.assign(errorClasses, { [code]: made });
  return made;
}

/** Options or the environment are wrong, or a part that you passed in (a key function, a limiter) failed. Never retried. */
export const ConfigurationError: ControlApiErrorClass<'configuration'> = errorClass('configuration');
/** Options or the environment are wrong, or a part that you passed in (a key function, a limiter) failed. Never retried. */
export type ConfigurationError<Data = unknown> = ControlApiError<Data, 'configuration'>;

/** The SDK was loaded or used where a key must not live: a browser, a browser worker, React Native. */
export const BrowserRuntimeError: ControlApiErrorClass<'browser_runtime'> = errorClass('browser_runtime');
/** The SDK was loaded or used where a key must not live: a browser, a browser worker, React Native. */
export type BrowserRuntimeError<Data = unknown> = ControlApiError<Data, 'browser_runtime'>;

/** The client's `access` setting, or the kind of operation, forbids sending this one. Nothing was sent. */
export const OperationNotAllowedError: ControlApiErrorClass<'operation_not_allowed'> =
  errorClass('operation_not_allowed');
/** The client's `access` setting, or the kind of operation, forbids sending this one. Nothing was sent. */
export type OperationNotAllowedError<Data = unknown> = ControlApiError<Data, 'operation_not_allowed'>;

/** No complete answer arrived: connection refused, reset, DNS, TLS, or an answer cut short. */
export const NetworkError: ControlApiErrorClass<'network'> = errorClass('network');
/** No complete answer arrived: connection refused, reset, DNS, TLS, or an answer cut short. */
export type NetworkError<Data = unknown> = ControlApiError<Data, 'network'>;

/** The call's deadline passed. `cause` holds the failure of the attempt before, where there was one. */
export const TimeoutError: ControlApiErrorClass<'timeout'> = errorClass('timeout');
/** The call's deadline passed. `cause` holds the failure of the attempt before, where there was one. */
export type TimeoutError<Data = unknown> = ControlApiError<Data, 'timeout'>;

/** The caller's signal aborted the call; `cause` is the signal's own reason. Its `name` is `AbortError`, as the platform has it. */
export const AbortedError: ControlApiErrorClass<'aborted'> = errorClass('aborted', 'AbortedError', 'AbortError');
/** The caller's signal aborted the call; `cause` is the signal's own reason. Its `name` is `AbortError`, as the platform has it. */
export type AbortedError<Data = unknown> = ControlApiError<Data, 'aborted'>;

/** The service did not accept the key. */
export const UnauthenticatedError: ControlApiErrorClass<'unauthenticated'> = errorClass('unauthenticated');
/** The service did not accept the key. */
export type UnauthenticatedError<Data = unknown> = ControlApiError<Data, 'unauthenticated'>;

/** The service knows the key, and refuses this operation. */
export const ForbiddenError: ControlApiErrorClass<'forbidden'> = errorClass('forbidden');
/** The service knows the key, and refuses this operation. */
export type ForbiddenError<Data = unknown> = ControlApiError<Data, 'forbidden'>;

/** The service asks to slow down; `retryAfterMs` says how long, in milliseconds, where the answer did. */
export const RateLimitedError: ControlApiErrorClass<'rate_limited'> = errorClass('rate_limited');
/** The service asks to slow down; `retryAfterMs` says how long, in milliseconds, where the answer did. */
export type RateLimitedError<Data = unknown> = ControlApiError<Data, 'rate_limited'>;

/** The server answered with a redirect, which is never followed: the key goes to one place. */
export const RedirectedError: ControlApiErrorClass<'redirected'> = errorClass('redirected');
/** The server answered with a redirect, which is never followed: the key goes to one place. */
export type RedirectedError<Data = unknown> = ControlApiError<Data, 'redirected'>;

/** Any other answer whose status is not 2xx. */
export const HttpStatusError: ControlApiErrorClass<'http_status'> = errorClass('http_status');
/** Any other answer whose status is not 2xx. */
export type HttpStatusError<Data = unknown> = ControlApiError<Data, 'http_status'>;

/** The answer is not a GraphQL answer: HTML, empty, broken JSON, another shape. */
export const MalformedResponseError: ControlApiErrorClass<'malformed_response'> = errorClass('malformed_response');
/** The answer is not a GraphQL answer: HTML, empty, broken JSON, another shape. */
export type MalformedResponseError<Data = unknown> = ControlApiError<Data, 'malformed_response'>;

/** The answer exceeded `maxResponseBytes`, counted after decompression. */
export const ResponseTooLargeError: ControlApiErrorClass<'response_too_large'> = errorClass('response_too_large');
/** The answer exceeded `maxResponseBytes`, counted after decompression. */
export type ResponseTooLargeError<Data = unknown> = ControlApiError<Data, 'response_too_large'>;

/** A GraphQL answer with `errors`. Partial `data` is kept where the answer had any. */
export const GraphQLResponseError: ControlApiErrorClass<'graphql'> = errorClass('graphql', 'GraphQLResponseError');
/** A GraphQL answer with `errors`. Partial `data` is kept where the answer had any. */
export type GraphQLResponseError<Data = unknown> = ControlApiError<Data, 'graphql'>;

/** Paging cannot go on: the server promises another page but gives no new cursor to ask for it. */
export const StuckCursorError: ControlApiErrorClass<'stuck_cursor'> = errorClass('stuck_cursor');
/** Paging cannot go on: the server promises another page but gives no new cursor to ask for it. */
export type StuckCursorError<Data = unknown> = ControlApiError<Data, 'stuck_cursor'>;

/** A list cannot be proven complete, so it is not handed out as if it were. */
export const IncompleteListError: ControlApiErrorClass<'incomplete_list'> = errorClass('incomplete_list');
/** A list cannot be proven complete, so it is not handed out as if it were. */
export type IncompleteListError<Data = unknown> = ControlApiError<Data, 'incomplete_list'>;
