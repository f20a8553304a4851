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
}

/** A complete answer, as it came. */
export interface TransportAnswer {
  readonly status: number;
  readonly body: Uint8Array;
  header(name: string): string | undefined;
}

/** Why there is no complete answer. `malformed` is an answer that breaks HTTP or its own compression. */
export type TransportFailureKind = 'network' | 'truncated' | 'malformed' | 'too-large' | 'cancelled';

/** The one way in which a transport fails. */
export class TransportFailure extends Error {
  override readonly name = 'TransportFailure';
  readonly kind: TransportFailureKind;
  /** Whether a byte of the request may have left this machine. */
  readonly sent: boolean;
  readonly status: number | undefined;

  constructor(kind: TransportFailureKind, sent: boolean, status?: number, cause?: unknown) {
    super(kind, { cause });
    this.kind = kind;
    this.sent = sent;
    this.status = status;
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
