import { isRecord } from '../../base/is-record.ts';
import type { Signal } from '../../base/web.ts';
import { misconfigured } from '../../errors.ts';
import type { KeySource } from '../../key/api-key.ts';
import type { Redactor } from '../../redaction/redact.ts';
import type { LazyTransport } from '../../transport/choose-transport.ts';
import type { Clock } from '../../transport/clock.ts';
import type { AccessCheck } from '../document/access.ts';
import type { Operation } from '../document/read-operation.ts';
import type { CallWatcher, Logger } from '../events/telemetry.ts';
import type { LargeIntegers } from '../exchange/lossless-json.ts';
import type { ReadCode } from '../judge/graphql-errors.ts';
import type { Limiter } from '../time/limiter.ts';
import { asGiven, type OptionReaders, readTimeout, wholeNumber, wrongOption } from './read-options.ts';

/** The options of one call; they win over the options of the client. */
export interface CallOptions {
  /** The signal that aborts the call at any point. @defaultValue none */
  readonly signal?: Signal | undefined;
  /** The time limit of this call, in milliseconds. @defaultValue that of the client: 30000 unless set */
  readonly timeoutMs?: number | undefined;
  /** The maximum number of retries of this call, 0 to 10. @defaultValue that of the client: 2 unless set */
  readonly maxRetries?: number | undefined;
  /** The operation to run, in a document with several. @defaultValue the only one */
  readonly operationName?: string | undefined;
  /** Further request headers, except headers that the SDK sets, such as `authorization`. @defaultValue none */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

export interface PageRequest {
  readonly size: number;
  lighter(): object | undefined;
}

export interface CallInput {
  readonly document: unknown;
  readonly operation: Operation;
  readonly variables: object | undefined;
  readonly timeoutMs: number;
  readonly maxRetries: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal | undefined;
  readonly page?: PageRequest | undefined;
}

/** Headers of the SDK or of HTTP itself: the key goes in one header, to one place. */
const RESERVED_HEADERS =
  /^(?:(?:proxy-)?authorization|cookie|host|content-(?:type|length|encoding)|accept(?:-encoding)?|user-agent|connection|keep-alive|transfer-encoding|te|trailer|upgrade|expect)$/;

export function readHeaders(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  // A `Headers` has no entries of its own, and would be lost silently.
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

export function readSignal(signal: AbortSignal): AbortSignal {
  if (typeof signal?.addEventListener === 'function') return signal;
  throw wrongOption('signal', 'an AbortSignal, such as `controller.signal`.');
}

export const CALL_OPTIONS: OptionReaders<CallOptions> = {
  signal: readSignal,
  timeoutMs: readTimeout,
  maxRetries: wholeNumber(0, 10),
  operationName: asGiven,
  headers: readHeaders,
};

export interface Endpoint {
  readonly url: URL | undefined;
  ask(): Promise<URL>;
}

export interface CallSettings {
  readonly endpoint: Endpoint;
  readonly key: KeySource;
  readonly redactor: Redactor;
  readonly attemptTimeoutMs: number | undefined;
  readonly maxResponseBytes: number;
  readonly checkAccess: AccessCheck;
  readonly largeIntegers: LargeIntegers;
  readonly classify: ReadCode | undefined;
  readonly limiter: Limiter | undefined;
  readonly watch: CallWatcher | undefined;
}

export interface CallServices {
  readonly transport: LazyTransport;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly random: () => number;
  readonly epochMs: () => number;
}
