import { isRecord } from '../base/is-record.ts';
import type { Signal } from '../base/web.ts';
import { ConfigurationError } from '../errors.ts';
import type { OptionNames } from './own-options.ts';

/** Options of one call; they win over the client's. */
export interface CallOptions {
  /** Aborts the call, promptly, wherever it is. @defaultValue none */
  readonly signal?: Signal | undefined;
  /** Bounds this call, in milliseconds. @defaultValue the client's: 30000 unless set */
  readonly timeoutMs?: number | undefined;
  /** How often this call is tried again at most, 0 to 10. @defaultValue the client's: 2 unless set */
  readonly maxRetries?: number | undefined;
  /** Which operation to run, of a document that holds several. @defaultValue the only one */
  readonly operationName?: string | undefined;
  /** Further request headers. Those that the SDK sets itself, `authorization` first, can't be given. @defaultValue none */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** The names of {@link CallOptions}. */
export const CALL_OPTION_NAMES: OptionNames<CallOptions> = {
  signal: true,
  timeoutMs: true,
  maxRetries: true,
  operationName: true,
  headers: true,
};

/** Headers that the SDK or HTTP itself sets; the key goes to one place, in one header. */
const RESERVED_HEADERS: ReadonlySet<string> = new Set([
  ...['authorization', 'proxy-authorization', 'cookie', 'host', 'content-type', 'content-length', 'content-encoding'],
  ...['accept', 'accept-encoding', 'user-agent', 'connection', 'keep-alive', 'transfer-encoding', 'te', 'trailer'],
  ...['upgrade', 'expect'],
]);

const NO_HEADERS = Object.freeze({});

/**
 * A copy of the headers, checked: what their owner does with them later changes nothing.
 *
 * @throws {ConfigurationError} for a header that HTTP does not allow, or that is not the caller's to set.
 */
export function readHeaders(headers?: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  if (headers === undefined) return NO_HEADERS;
  // A `Headers` has no entries of its own: its headers would be lost without a word.
  if (!isRecord(headers) || Symbol.iterator in headers) {
    throw new ConfigurationError('The option `headers` must be a plain object of names and values.');
  }
  for (const [name, value] of Object.entries(headers)) {
    if (!/^[!#$%&'*+.^_`|~\w-]+$/.test(name))
      throw new ConfigurationError('A header name in the `headers` option is not valid.');
    if (RESERVED_HEADERS.has(name.toLowerCase())) {
      throw new ConfigurationError(
        `The header ${name.toLowerCase()} is set by the SDK and cannot be given in the \`headers\` option.`,
      );
    }
    if (typeof value !== 'string' || !/^[\t\x20-\x7e\x80-\xff]*$/.test(value)) {
      throw new ConfigurationError(`The header ${name.toLowerCase()} has a value that a header cannot hold.`);
    }
  }
  return { ...headers };
}

/** @throws {ConfigurationError} for a value that is not a signal, such as an AbortController. */
export function readSignal(signal: AbortSignal | undefined): AbortSignal | undefined {
  if (signal === undefined || typeof signal?.addEventListener === 'function') return signal;
  throw new ConfigurationError(
    'The option `signal` must be an AbortSignal. Of an AbortController, pass its property `signal`.',
  );
}
