/** One HTTP request, complete but for the place it goes to. */
export interface TransportRequest {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Whether it must not take a connection that the server may have closed unnoticed. */
  readonly freshSocket: boolean;
  /** How many bytes the answer's body may have, after decompression. */
  readonly maxBytes: number;
  /** Registers what ends the request early; returns what takes that off again. */
  readonly onCancel: (cancel: () => void) => () => void;
  /** Registers what ends the reading of a non-2xx answer's body, which is extra evidence only; returns what takes that off. */
  readonly onErrorBodyOver: (stop: () => void) => () => void;
}

/** An answer's status and headers: evidence as soon as they arrive, whatever becomes of the body. */
export interface AnswerHead {
  readonly status: number;
  /** The value of a header, by its name in lower case. */
  header(name: string): string | undefined;
}

/** Why a body is not whole; `cut` where reading it was ended from this side. */
export type BodyFault = 'truncated' | 'malformed' | 'too-large' | 'cut';

/** An answer. The body of a 2xx answer is whole; of any other it is what came of it, and `fault` says why that is not all. */
export interface TransportAnswer extends AnswerHead {
  readonly body: Uint8Array;
  readonly fault?: BodyFault;
}

/** Why there is no answer. `malformed` is an answer that breaks HTTP or its own compression. */
export type TransportFailureKind = 'network' | 'truncated' | 'malformed' | 'too-large' | 'cancelled';

/** The one way in which a transport fails: no answer arrived, or a 2xx answer whose body is not whole. */
export class TransportFailure extends Error {
  override readonly name = 'TransportFailure';
  readonly kind: TransportFailureKind;
  /** Whether a byte of the request may have left this machine. */
  readonly sent: boolean;
  /** Status and headers, where they had arrived. */
  readonly head: AnswerHead | undefined;

  constructor(kind: TransportFailureKind, sent: boolean, head?: AnswerHead, cause?: unknown) {
    super(kind, { cause });
    this.kind = kind;
    this.sent = sent;
    this.head = head;
  }
}

/** Delivers one request and brings back one answer, or throws a {@link TransportFailure}. Knows nothing of GraphQL. */
export interface Transport {
  send(request: TransportRequest): Promise<TransportAnswer>;
  /** Ends idle connections. */
  close(): void;
}

/** An agent of `node:http` or `node:https`, by what all of them have: so nobody needs Node's types to compile. */
export interface HttpAgent {
  readonly maxSockets: number;
  destroy(): void;
}
