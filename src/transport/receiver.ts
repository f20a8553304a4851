import type { Transform } from 'node:stream';
import { entryOf } from '../base/is-record.ts';
import type { Clock } from './clock.ts';
import { type BodySink, createDecoder } from './decoder.ts';
import { brokeHttp } from './faults.ts';
import {
  type AnswerHead,
  type Cancelled,
  type Reach,
  type TransportAnswer,
  TransportFailure,
  type TransportFailureKind,
  type TransportRequest,
} from './transport.ts';

/** The limits on the body of an answer that is not 2xx: its status is what counts. */
const ERROR_BODY_BYTES = 1024 * 1024;
const ERROR_BODY_MS = 2_000;

export const isOk = ({ status }: Pick<AnswerHead, 'status'>): boolean => status >= 200 && status < 300;

export const readerOf =
  (headers: object): AnswerHead['header'] =>
  (name) => {
    const value = entryOf(headers, name);
    return value === undefined ? undefined : String(value);
  };

export interface Source {
  /** Ends the exchange, and a connection that cannot be reused. May be called before anything arrived. */
  abandon(cancelled?: Cancelled): void;
  reach?(cause: unknown): Reach;
}

export type Settle = (ended: TransportAnswer | TransportFailure) => void;

export function settledBy(begin: (settle: Settle) => void): Promise<TransportAnswer> {
  return new Promise((resolve, reject) => {
    begin((ended) => (ended instanceof TransportFailure ? reject(ended) : resolve(ended)));
  });
}

/** Settles one request exactly once. A broken body never discards the head of an answer that is not 2xx. */
export class Receiver {
  sent = false;
  settled = false;
  head: AnswerHead | undefined;
  readonly #request: TransportRequest;
  readonly #clock: Clock;
  readonly #source: Source;
  #settled: Settle | undefined;
  readonly #offCancel: () => void;
  #offTimer: (() => void) | undefined;
  #collector: BodyCollector | undefined;
  #decoder: BodySink | undefined;
  readonly #transforms: Transform[] = [];
  #limit = 0;

  constructor(request: TransportRequest, clock: Clock, source: Source, settle: Settle) {
    this.#request = request;
    this.#clock = clock;
    this.#source = source;
    this.#settled = settle;
    this.#offCancel = request.onCancel((ended) => this.fail('cancelled', undefined, ended));
  }

  /** Limits the current phase; the head and the end clear it. Returns a function that clears it. */
  limit(ms: number, run: () => void): () => void {
    this.#offTimer = this.#clock.after(ms, run);
    return this.#offTimer;
  }

  begin(head: AnswerHead, decoded = false): void {
    if (this.settled) return;
    this.sent = true;
    this.head = head;
    const { maxBytes } = this.#request;
    const ok = isOk(head);
    this.#limit = ok ? maxBytes : Math.min(maxBytes, ERROR_BODY_BYTES);
    this.#offTimer?.();
    this.#collector = new BodyCollector(this.#limit);
    if (!ok) this.limit(ERROR_BODY_MS, () => this.fail('cancelled'));
    const encoding = head.header('content-encoding');
    if (!decoded && encoding !== undefined) this.#decoder = this.#decoderOf(encoding);
    const announced = encoding === undefined ? Number(head.header('content-length')) : 0;
    if (ok && announced > this.#limit) this.fail('too-large');
  }

  piece(piece: Uint8Array): void {
    if (this.settled) return;
    if (this.#decoder) this.#decoder.piece(piece);
    else this.#add(piece);
  }

  end(): void {
    if (this.settled) return;
    if (this.#decoder) this.#decoder.end();
    else this.#succeed();
  }

  /** The exchange ended before the answer was whole. An answer that breaks HTTP may look like a failed connection. */
  fail(reason: TransportFailureKind, cause?: unknown, cancelled?: Cancelled): void {
    if (this.settled) return;
    const { head } = this;
    const fault = reason !== 'network' ? reason : brokeHttp(cause) ? 'malformed' : head && 'truncated';
    if (head && !isOk(head))
      this.#settle({ ...head, body: this.#body(), fault: fault === 'cancelled' ? 'cut' : fault });
    else this.#settle(new TransportFailure(fault ?? 'network', this.#reach(fault, cause), head, cause));
    for (const transform of this.#transforms) transform.destroy();
    this.#source.abandon(cancelled);
  }

  #reach(fault: string | undefined, cause: unknown): Reach {
    if (!this.sent) return 'nowhere';
    return (!fault && this.#source.reach?.(cause)) || 'service';
  }

  #decoderOf(encoding: string): BodySink | undefined {
    return createDecoder(encoding, 1024 + 2 * this.#limit, (made) => this.#transforms.push(made), {
      piece: (piece) => this.#add(piece),
      end: () => this.#succeed(),
      fail: (why, cause) => this.fail(why, cause),
    });
  }

  #add(piece: Uint8Array): void {
    if (!this.settled && this.#collector?.add(piece) === false) this.fail('too-large');
  }

  #succeed(): void {
    const head = this.head;
    if (head && !this.settled) this.#settle({ status: head.status, header: head.header, body: this.#body() });
  }

  #body(): Uint8Array {
    return this.#collector?.take() ?? new Uint8Array();
  }

  #settle(ended: TransportAnswer | TransportFailure): void {
    this.settled = true;
    // Undefined if the request was cancelled as it began.
    this.#offCancel?.();
    this.#offTimer?.();
    this.#settled?.(ended);
    // The request may outlive the answer.
    this.#settled = undefined;
  }
}

export class BodyCollector {
  readonly #maxBytes: number;
  #pieces: Uint8Array[] = [];
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  add(piece: Uint8Array): boolean {
    const room = this.#maxBytes - this.#bytes;
    const kept = piece.length > room ? piece.subarray(0, room) : piece;
    this.#bytes += kept.length;
    // A piece costs about a hundred bytes: many tiny ones must not multiply the limit.
    if (this.#pieces.push(kept) > 1024 + this.#bytes / 64) this.#pieces = [this.take()];
    return kept === piece;
  }

  take(): Uint8Array {
    const pieces = this.#pieces;
    const [only] = pieces;
    this.#pieces = [];
    if (only && pieces.length === 1) return only;
    const body = new Uint8Array(this.#bytes);
    let offset = 0;
    for (const piece of pieces) {
      body.set(piece, offset);
      offset += piece.length;
    }
    return body;
  }
}
