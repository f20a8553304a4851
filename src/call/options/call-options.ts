import { isRecord } from '../../base/is-record.ts';
import type { Signal } from '../../base/web.ts';
import { misconfigured } from '../../errors.ts';
import type { KeySource } from '../../key/api-key.ts';
import type { Redactor } from '../../redaction/redact.ts';
import type { LazyTransport } from '../../transport/choose-transport.ts';
import type { Clock } from '../../transport/clock.ts';
import type { AccessCheck } from '../document/access.ts';
import type { Operation } from '../document/read-operation.ts';
import type { CallWatcher } from '../events/call-watcher.ts';
import type { Logger } from '../events/telemetry.ts';
import type { LargeIntegers } from '../exchange/lossless-json.ts';
import type { ReadCode } from '../judge/graphql-errors.ts';
import type { Limiter } from '../time/limiter.ts';
import { asGiven, type OptionReaders, readTimeout, wholeNumber, wrongOption } from './read-options.ts';

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

/** The page that a query asks for. */
export interface PageRequest {
  /** How many nodes are asked for. */
  readonly size: number;
  /** The variables of a lighter page, after one that failed; undefined where none is lighter. */
  lighter(): object | undefined;
}

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

/** Headers that the SDK or HTTP itself sets; the key goes to one place, in one header. */
const RESERVED_HEADERS =
  /^(?:(?:proxy-)?authorization|cookie|host|content-(?:type|length|encoding)|accept(?:-encoding)?|user-agent|connection|keep-alive|transfer-encoding|te|trailer|upgrade|expect)$/;

/**
 * A copy of the headers under names in lower case, checked: what their owner does with them later changes nothing.
 *
 * @throws {ControlApiError} for a header that HTTP does not allow, or that is not the caller's to set.
 */
export function readHeaders(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  // A `Headers` has no entries of its own: its headers would be lost without a word.
  if (!isRecord(headers) || Symbol.iterator in headers) {
    throw wrongOption('headers', 'a plain object of names and values.');
  }
  const entries = Object.entries(headers).map(([header, value]) => {
    const name = header.toLowerCase();
    if (!/^[!#$%&'*+.^_`|~\w-]+$/.test(name))
      throw misconfigured('A header name in the `headers` option is not valid.');
    if (RESERVED_HEADERS.test(name)) throw misconfigured(`The header ${name} is set by the SDK. Leave it out.`);
    if (typeof value !== 'string' || !/^[\t\x20-\x7e\x80-\xff]*$/.test(value))
      throw misconfigured(`The header ${name} has a value that a header cannot hold.`);
    return [name, value] as const;
  });
  return Object.fromEntries(entries);
}

/** @throws {ControlApiError} for a value that is not a signal, such as an AbortController. */
export function readSignal(signal: AbortSignal): AbortSignal {
  if (typeof signal?.addEventListener === 'function') return signal;
  throw wrongOption('signal', 'an AbortSignal, such as `controller.signal`.');
}

/** How each of {@link CallOptions} is read. */
export const CALL_OPTIONS: OptionReaders<CallOptions> = {
  signal: readSignal,
  timeoutMs: readTimeout,
  maxRetries: wholeNumber(0, 10),
  operationName: asGiven,
  headers: readHeaders,
};

/** The place where the calls of a client go. */
export interface Endpoint {
  /** Undefined until it is known. */
  readonly url: URL | undefined;
  /** Asks for it, where it is not known. @throws {ControlApiError} where there is none, or it has a mistake. */
  ask(): Promise<URL>;
}

/** The settings that all calls of a client share. */
export interface CallSettings {
  readonly endpoint: Endpoint;
  readonly key: KeySource;
  /** Knows every key that the client ever held: what is handed out is scrubbed of all of them. */
  readonly redactor: Redactor;
  readonly attemptTimeoutMs: number | undefined;
  readonly maxResponseBytes: number;
  readonly checkAccess: AccessCheck;
  readonly largeIntegers: LargeIntegers;
  readonly classify: ReadCode | undefined;
  readonly limiter: Limiter | undefined;
  readonly watch: CallWatcher | undefined;
}

/** The connections, clock, logger and randomness that calls use; tests put their own in. */
export interface CallServices {
  readonly transport: LazyTransport;
  readonly clock: Clock;
  readonly logger: Logger;
  /** A number in [0, 1). */
  readonly random: () => number;
  /** Milliseconds since 1970, to read dates in `Retry-After`. */
  readonly epochMs: () => number;
}
