import type { ClientQueue, RetryBudget } from './shared-limits.ts';

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
  readonly queue?: ClientQueue | undefined;
  readonly budget?: RetryBudget | undefined;
  send(request: TransportRequest): Promise<TransportAnswer>;
  close(): void;
}

/** An agent of `node:http` or `node:https`, by its common members: no types of Node are needed to compile. */
export interface HttpAgent {
  /** The maximum number of connections to a host. */
  readonly maxSockets: number;
  /** Ends the connections of the agent; the client never calls this method. */
  destroy(): void;
}

/** A dispatcher of undici 7 or newer, by its common members: no types of undici are needed to compile. */
export interface UndiciDispatcher {
  /** Sends a request, and passes the answer to the handler. */
  dispatch(options: object, handler: object): boolean;
}
