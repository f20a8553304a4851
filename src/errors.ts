import { ADVICE, type Advice } from './base/advice.ts';
import { isRecord } from './base/is-record.ts';
import type { ObservedDrift } from './base/observed-drift.ts';
import type { OperationKind } from './base/typed-operation.ts';

/** The codes of all failures, as a closed union for a `switch`. */
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

export type CallFailureCode = Exclude<ControlApiErrorCode, 'browser_runtime' | 'stuck_cursor' | 'incomplete_list'>;

/**
 * The effect of an operation, as far as it is known:
 * - `not-sent`: no byte of the operation left this machine, or HTTP/2 proves that the server processed none;
 * - `rejected`: the answer proves that the server did not execute the operation;
 * - `unknown`: the operation may have been executed.
 */
export type Outcome = 'not-sent' | 'rejected' | 'unknown';

/** An entry of `errors` in a GraphQL answer, as a scrubbed copy. */
export interface GraphQLFormattedError {
  /** The server's message. */
  readonly message: string;
  /** The place in the data: response keys and list indexes. */
  readonly path?: readonly (string | number)[];
  /** The places in the document: lines and columns, counted from 1. */
  readonly locations?: readonly { readonly line: number; readonly column: number }[];
  /** Facts that the server adds, such as a `code`. */
  readonly extensions?: Readonly<Record<string, unknown>>;
}

/** Reads a header of an answer, scrubbed of keys; never `set-cookie`. Undefined without such a header. */
export type ReadHeader = (name: string) => string | undefined;

const brand = Symbol.for('control-api-sdk.error');

const OPTIONAL_FIELDS = [
  'status',
  'operationName',
  'operationKind',
  'requestId',
  'retryAfterMs',
  'serverMessage',
  'errors',
  'drift',
  'data',
] as const;

/** Facts that an error may carry besides its message; each is a field of {@link ControlApiError}. */
export interface ControlApiErrorDetails<Data = unknown>
  extends Undefinable<Omit<ControlApiError, keyof Error | 'code' | 'data' | 'toJSON'>> {
  /** The partial data; or a function that returns them, called at the first read. */
  readonly data?: Data | (() => Data) | undefined;
  /** The error behind this one. */
  readonly cause?: unknown;
}

type Undefinable<Type> = { readonly [Name in keyof Type]?: Type[Name] | undefined };

/** A failure of this SDK, with a `code`. {@link isControlApiError} recognizes it, also from another copy of the package. */
export class ControlApiError<Data = unknown, Code extends ControlApiErrorCode = ControlApiErrorCode> extends Error {
  /** `ControlApiError`; for an aborted call `AbortError`, as on the platform. */
  declare readonly name: string;
  /** The code of the failure. Stable: compare the code, never the message. */
  readonly code: Code;
  /** The effect of the operation, as far as it is known; for a list, the effect of all its requests. */
  readonly outcome: Outcome;
  /** The number of attempts, 0 without any; for a list, the attempts of all its requests. */
  readonly attempts: number;
  /** The HTTP status of the answer; absent without an answer. */
  declare readonly status?: number;
  /** The name of the operation; absent for an anonymous operation. */
  declare readonly operationName?: string;
  /** The kind of the operation; absent if the document cannot be read. */
  declare readonly operationKind?: OperationKind;
  /** The id of the request in the headers of the answer; absent without such a header. */
  declare readonly requestId?: string;
  /** The wait that the server asked for, in milliseconds; absent without one. */
  declare readonly retryAfterMs?: number;
  /** The server's own words: at most 500 characters, scrubbed of keys. They may repeat variables, so `message` never has them. */
  declare readonly serverMessage?: string;
  /** The advice as one word; the message ends with its sentence. Not printed. */
  declare readonly advice?: Advice;
  /** Reads a header of the answer, such as a remaining limit, scrubbed of keys; never `set-cookie`. */
  declare readonly header: ReadHeader;
  /** The GraphQL errors of the answer, as a scrubbed copy. */
  declare readonly errors?: readonly GraphQLFormattedError[];
  /** The schema changes behind a refused operation, found by the option `watch`. */
  declare readonly drift?: ObservedDrift;
  /** The partial data beside errors: a scrubbed copy, made at the first read. */
  declare readonly data?: Data;

  /** Called by the SDK; your own code rarely needs the constructor. */
  constructor(code: Code, message: string, details: ControlApiErrorDetails<Data> = {}) {
    const { advice, header = () => undefined } = details;
    const todo = advice ? ADVICE[advice] : '';
    super(message.endsWith(todo) ? message : `${message} ${todo}`, details.cause === undefined ? undefined : details);
    this.code = code;
    this.outcome = details.outcome ?? 'not-sent';
    this.attempts = details.attempts ?? 0;
    addHidden(this, { advice, header, ...(code === 'aborted' && { name: 'AbortError' }) });
    for (const field of OPTIONAL_FIELDS) {
      const value: unknown = details[field];
      if (typeof value === 'function') defineLazily(this, field, () => value());
      else if (value !== undefined) Object.assign(this, { [field]: value });
    }
  }

  /** The error for `JSON.stringify`. Post this from a worker: a structured clone keeps neither name nor brand. */
  toJSON(): Readonly<Record<string, unknown>> {
    const shown = { ...{ name: this.name, message: this.message }, ...(this as object) };
    return JSON.parse(JSON.stringify(shown, (_, value) => (typeof value === 'bigint' ? String(value) : value)));
  }

  static {
    // On the prototype, so not an own key of an error.
    addHidden(ControlApiError.prototype, { [brand]: true, name: 'ControlApiError' });
    // For loggers: bundlers shorten class names.
    addHidden(ControlApiError, { name: 'ControlApiError' });
  }
}

export function misconfigured(message: string, details?: ControlApiErrorDetails): ControlApiError {
  return new ControlApiError('configuration', message, details);
}

function defineLazily(target: object, name: string, make: () => unknown): void {
  const define = (how: PropertyDescriptor) =>
    Object.defineProperty(target, name, { ...how, enumerable: true, configurable: true });
  const get = () => {
    const value = make();
    define({ value });
    return value;
  };
  define({ get });
}

/**
 * Whether `error` is a failure of this SDK, with this `code` if one is given, from any copy of the package and any realm.
 * @example
 * if (isControlApiError(error, 'rate_limited')) await wait(error.retryAfterMs ?? 1000);
 */
export function isControlApiError(error: unknown): error is ControlApiError;
export function isControlApiError<Code extends ControlApiErrorCode>(
  error: unknown,
  code: Code,
): error is ControlApiError<unknown, Code>;
export function isControlApiError(error: unknown, code?: ControlApiErrorCode): boolean {
  return isRecord(error) && brand in error && (code === undefined || error['code'] === code);
}

/** Adds non-enumerable members: they are not printed, spread or cloned. */
export function addHidden<Target extends object, Hidden extends object>(
  target: Target,
  hidden: Hidden,
): Target & Hidden {
  for (const name of Reflect.ownKeys(hidden))
    Object.defineProperty(target, name, { value: Reflect.get(hidden, name), writable: true, configurable: true });
  return target as Target & Hidden;
}
