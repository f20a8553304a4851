import { entryOf } from '../base/is-record.ts';
import type { Door, RetryBudget } from './shared-limits.ts';

/** Headers of a request, as a map or the platform's `Headers` has them. */
export interface RequestHeaders extends Iterable<readonly [name: string, value: string]> {
  forEach(each: (value: string, name: string) => void): void;
}

/** One HTTP request, complete but for the place it goes to. */
export interface TransportRequest {
  readonly body: string;
  readonly headers: RequestHeaders;
  /** The `Authorization` header's value, apart from the others, so that it is put on last; undefined where no key is sent. */
  readonly authorization?: string | undefined;
  /** Whether the request must not take a connection that the server may have closed unnoticed. */
  readonly freshSocket: boolean;
  /** Whether the request takes no kept connection at all: one has just ended under it. */
  readonly newSocket?: boolean | undefined;
  /** The most bytes of a 2xx answer's body, after decompression. */
  readonly maxBytes: number;
  /** Registers what ends the request early, which learns why; returns what takes that off again. */
  readonly onCancel: (cancel: (ended?: Cancelled) => void) => () => void;
}

/** Why a request ended early: its time ran out, or nobody waits for it any more. */
export interface Cancelled {
  readonly why: 'timeout' | 'aborted';
}

/** All headers of a request. */
export function allHeaders({ headers, authorization }: TransportRequest): Readonly<Record<string, string>> {
  return { ...Object.fromEntries(headers), ...(authorization !== undefined && { Authorization: authorization }) };
}

/** Status and headers: evidence as soon as they arrive. Programs keep them, so they refer to nothing else of the answer. */
export interface AnswerHead {
  readonly status: number;
  /** A header's value by its lower-case name. */
  readonly header: (name: string) => string | undefined;
}

/** Reads a header of a head, and keeps nothing else of an exchange. */
export const readerOf =
  (headers: object): AnswerHead['header'] =>
  (name) => {
    const value = entryOf(headers, name);
    return value === undefined ? undefined : String(value);
  };

/** Whether a status says that the request was carried out: 2xx. */
export const isOk = ({ status }: Pick<AnswerHead, 'status'>): boolean => status >= 200 && status < 300;

/** Why a body is not whole. `malformed` breaks HTTP or its own compression; `cut` is where we stopped reading. */
export type BodyFault = 'truncated' | 'malformed' | 'too-large' | 'cut';

/**
 * An answer. Of a 2xx answer the body is whole. Of any other the status is what counts, and the body extra evidence: what
 * arrived of it within 1 MiB and before it was stopped; `fault` says why it isn't whole.
 */
export interface TransportAnswer extends AnswerHead {
  readonly body: Uint8Array;
  readonly fault?: BodyFault | undefined;
}

/** Why there is no answer. */
export type TransportFailureKind = 'network' | 'cancelled' | Exclude<BodyFault, 'cut'>;

/**
 * How far a request came: `nowhere`, not a byte left this machine; `handshake`, the server refused the connection as it was made;
 * `service`, a byte may have left; `dead-connection`, likewise, over a kept connection that ended before a byte of an answer.
 */
export type Reach = 'nowhere' | 'handshake' | 'service' | 'dead-connection';

/** The one way in which a transport fails: there is no answer, or it is a 2xx answer whose body isn't whole. */
export class TransportFailure extends Error {
  override readonly name = 'TransportFailure';
  readonly kind: TransportFailureKind;
  readonly reach: Reach;
  /** The head of the answer, where one arrived before the failure. */
  readonly head: AnswerHead | undefined;

  constructor(kind: TransportFailureKind, reach: Reach, head?: AnswerHead, cause?: unknown) {
    super(kind, { cause });
    this.kind = kind;
    this.reach = reach;
    this.head = head;
  }
}

/** Delivers one request and brings back one answer, or throws a {@link TransportFailure}. Knows nothing of GraphQL. */
export interface Transport {
  /** The way into its room, where its requests are bounded: to be entered before each request, and left after it. */
  readonly door?: Door | undefined;
  /** The retries that all clients which share its connections can afford. */
  readonly budget?: RetryBudget | undefined;
  send(request: TransportRequest): Promise<TransportAnswer>;
  /** Ends idle connections of its own. */
  close(): void;
}

/** An agent of `node:http` or `node:https`, by what all of them have: so nobody needs Node's types to compile. */
export interface HttpAgent {
  /** How many connections it has to a host at most. */
  readonly maxSockets: number;
  /** Ends its connections; the client never calls it. */
  destroy(): void;
}

/**
 * A dispatcher of undici 7 or newer, by what all of them have (`Agent`, `Pool`, `Client`, `ProxyAgent`, `EnvHttpProxyAgent`,
 * `MockAgent`): so nobody needs undici's types to compile.
 */
export interface UndiciDispatcher {
  /** Sends a request, and calls the handler with what comes back. */
  dispatch(options: object, handler: object): boolean;
}
