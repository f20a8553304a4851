import type { Door, RetryBudget } from './shared-limits.ts';

export interface TransportRequest {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The `Authorization` header, apart from the others, so that it is added last. */
  readonly authorization?: string | undefined;
  /** Whether to avoid connections that the server may have closed unnoticed. */
  readonly freshSocket: boolean;
  /** Whether to avoid all kept connections: one has just ended under the request. */
  readonly newSocket?: boolean | undefined;
  readonly maxBytes: number;
  /** Registers what ends the request early. Returns what removes it. */
  readonly onCancel: (cancel: (ended?: Cancelled) => void) => () => void;
}

export interface Cancelled {
  readonly why: 'timeout' | 'aborted';
}

export function allHeaders({ headers, authorization }: TransportRequest): Readonly<Record<string, string>> {
  return { ...headers, ...(authorization !== undefined && { Authorization: authorization }) };
}

/** The first evidence of an answer. Programs keep the reader, so it refers to nothing else of the answer. */
export interface AnswerHead {
  readonly status: number;
  readonly header: (name: string) => string | undefined;
}

/** Why a body is not whole. `malformed` breaks HTTP or its compression; `cut` means that we stopped reading. */
export type BodyFault = 'truncated' | 'malformed' | 'too-large' | 'cut';

/** A 2xx body is whole. Any other is extra evidence of at most 1 MiB, and `fault` says why it is not whole. */
export interface TransportAnswer extends AnswerHead {
  readonly body: Uint8Array;
  readonly fault?: BodyFault | undefined;
}

export type TransportFailureKind = 'network' | 'cancelled' | Exclude<BodyFault, 'cut'>;

/**
 * `nowhere`: no byte left this machine. `handshake`: the server refused the connection. `service`: a byte may have
 * left. `dead-connection`: a kept connection ended before a byte of an answer.
 */
export type Reach = 'nowhere' | 'handshake' | 'service' | 'dead-connection';

/** There is no answer, or a 2xx answer whose body is not whole. */
export class TransportFailure extends Error {
  override readonly name = 'TransportFailure';
  readonly kind: TransportFailureKind;
  readonly reach: Reach;
  readonly head: AnswerHead | undefined;

  constructor(kind: TransportFailureKind, reach: Reach, head?: AnswerHead, cause?: unknown) {
    super(kind, { cause });
    this.kind = kind;
    this.reach = reach;
    this.head = head;
  }
}

export interface Transport {
  readonly door?: Door | undefined;
  readonly budget?: RetryBudget | undefined;
  send(request: TransportRequest): Promise<TransportAnswer>;
  close(): void;
}

/** An agent of `node:http` or `node:https`, by what all of them have: so nobody needs Node's types to compile. */
export interface HttpAgent {
  /** How many connections it has to a host at most. */
  readonly maxSockets: number;
  /** Ends its connections; the client never calls it. */
  destroy(): void;
}

/** A dispatcher of undici 7 or newer, by what all of them have: so nobody needs undici's types to compile. */
export interface UndiciDispatcher {
  /** Sends a request, and calls the handler with what comes back. */
  dispatch(options: object, handler: object): boolean;
}
