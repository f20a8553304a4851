import { ADVICE, type Advice } from './base/advice.ts';
import { isRecord } from './base/is-record.ts';
import type { ObservedDrift } from './base/observed-drift.ts';
import type { OperationKind } from './base/typed-operation.ts';

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

export type CallFailureCode = Exclude<ControlApiErrorCode, 'browser_runtime' | 'stuck_cursor' | 'incomplete_list'>;

/**
 * The operation's effect, as far as it is known:
 * - `not-sent`: no byte of it left this machine, or HTTP/2 proves that the server processed none;
 * - `rejected`: what the server answered proves that it did not execute it;
 * - `unknown`: it may have been executed.
 */
export type Outcome = 'not-sent' | 'rejected' | 'unknown';

/** One entry of a GraphQL answer's `errors`, a scrubbed copy of what the server sent. */
export interface GraphQLFormattedError {
  /** The server's message. */
  readonly message: string;
  /** Where in the data: response keys and list indexes. */
  readonly path?: readonly (string | number)[];
  /** Where in the document: lines and columns, counted from 1. */
  readonly locations?: readonly { readonly line: number; readonly column: number }[];
  /** Facts that the server adds, such as a `code`. */
  readonly extensions?: Readonly<Record<string, unknown>>;
}

/** Gives a header of an answer by its name, scrubbed of keys; never `set-cookie`. Undefined where there is none. */
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
  /** The partial data; or a function that gives it when it is first read. */
  readonly data?: Data | (() => Data) | undefined;
  /** The error behind this one. */
  readonly cause?: unknown;
}

type Undefinable<Type> = { readonly [Name in keyof Type]?: Type[Name] | undefined };

/** Every failure of this SDK; `code` says which. Recognise it with {@link isControlApiError}, which works across copies. */
export class ControlApiError<Data = unknown, Code extends ControlApiErrorCode = ControlApiErrorCode> extends Error {
  /** `ControlApiError`; of an aborted call `AbortError`, as the platform has it. */
  declare readonly name: string;
  /** Which failure this is. Stable: compare this, never the message. */
  readonly code: Code;
  /** The operation's effect, as far as it is known; of an error while a list is read, the effect of all that was sent for it. */
  readonly outcome: Outcome;
  /** How many attempts were begun; 0 when nothing was tried. While a list is read, those of all its requests so far. */
  readonly attempts: number;
  /** The answer's HTTP status, where there was an answer. */
  declare readonly status?: number;
  /** The operation's name, where its document has one. */
  declare readonly operationName?: string;
  /** The operation's kind, where it could be read from the document. */
  declare readonly operationKind?: OperationKind;
  /** The id that the answer's headers gave the request, where they gave one. */
  declare readonly requestId?: string;
  /** How long the server asked to wait, in milliseconds, where it did. */
  declare readonly retryAfterMs?: number;
  /** The server's own words: at most 500 characters, scrubbed of keys. The message never holds them: they may repeat variables. */
  declare readonly serverMessage?: string;
  /** The advice as one word: the last sentence of the message says it. Not printed. */
  declare readonly advice?: Advice;
  /** A header of the answer by its name, such as a limit left, scrubbed of keys; never `set-cookie`. */
  declare readonly header: ReadHeader;
  /** The answer's GraphQL errors, a scrubbed copy. */
  declare readonly errors?: readonly GraphQLFormattedError[];
  /** How the live schema no longer fits the refused operation, as a client with the option `watch` found out. */
  declare readonly drift?: ObservedDrift;
  /** Partial data that came along with errors: a scrubbed copy, made when it is first read. */
  declare readonly data?: Data;

  /** Made by the SDK; your own code rarely needs it. */
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

  /** The error as `JSON.stringify` writes it. Post this out of a worker: a structured clone keeps neither name nor brand. */
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
 * Whether `error` is a failure of this SDK (and, given `code`, that one), of any copy of the package and any realm.
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
