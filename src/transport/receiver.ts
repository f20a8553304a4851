import type { Transform } from 'node:stream';
import type { Clock } from './clock.ts';
import { type BodySink, createDecoder } from './decoder.ts';
import { brokeHttp } from './faults.ts';
import {
  type AnswerHead,
  type BodyFault,
  type Cancelled,
  isOk,
  type Reach,
  type TransportAnswer,
  TransportFailure,
  type TransportRequest,
} from './transport.ts';

/** How much is read of the body of an answer that is not 2xx, in bytes, and for how long: it is evidence beside the status. */
const ERROR_BODY_BYTES = 1024 * 1024;
const ERROR_BODY_MS = 2_000;

/** The connection that an answer comes from, as its receiver controls it. */
export interface Source {
  /** Ends the exchange, and with it a connection that can't be used again. May be called before anything arrived. */
  abandon(cancelled?: Cancelled): void;
  /** How far a request came whose connection ended by itself before an answer, and after a byte may have left. */
  reach?(cause: unknown): Reach;
}

/** Takes what became of a request. */
export type Settle = (ended: TransportAnswer | TransportFailure) => void;

/** The promise of what `begin` settles. */
export function settledBy(begin: (settle: Settle) => void): Promise<TransportAnswer> {
  return new Promise((resolve, reject) => {
    begin((ended) => (ended instanceof TransportFailure ? reject(ended) : resolve(ended)));
  });
}

/**
 * Settles one request, exactly once: takes the answer in, its head first and then its body piece by piece, within the limits
 * of the request. A broken body never discards the head of an answer that is not 2xx.
 */
export class Receiver {
  /** Whether a byte of the request may have left this machine. */
  sent = false;
  settled = false;
  /** Status and headers, once they are there. */
  head: AnswerHead | undefined;
  readonly #request: TransportRequest;
  readonly #clock: Clock;
  readonly #source: Source;
  #settled: Settle | undefined;
  readonly #offCancel: () => void;
  #offTimer: (() => void) | undefined;
  #collector: BodyCollector | undefined;
  /** Undoes the content codings that the body comes in. */
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

  /** Calls `run` where a phase takes longer than `ms`. Returns what takes that off; the head and the end do. */
  limit(ms: number, run: () => void): () => void {
    this.#offTimer = this.#clock.after(ms, run);
    return this.#offTimer;
  }

  /** Status and headers are there. `decoded`: the body comes without its content codings. */
  begin(head: AnswerHead, decoded = false): void {
    if (this.settled) return;
    this.sent = true;
    this.head = head;
    const { maxBytes } = this.#request;
    const ok = isOk(head);
    this.#limit = ok ? maxBytes : Math.min(maxBytes, ERROR_BODY_BYTES);
    this.#offTimer?.();
    this.#collector = new BodyCollector(this.#limit);
    if (!ok) this.limit(ERROR_BODY_MS, () => this.fail('cut'));
    const encoding = head.header('content-encoding');
    if (!decoded && encoding !== undefined) this.#decoder = this.#decoderOf(encoding);
    const announced = encoding === undefined ? Number(head.header('content-length')) : 0;
    if (ok && announced > this.#limit) this.fail('too-large');
  }

  /** A piece of the body arrived. */
  piece(piece: Uint8Array): void {
    if (this.settled) return;
    if (this.#decoder) this.#decoder.piece(piece);
    else this.#add(piece);
  }

  /** The body has arrived whole, as far as HTTP can say. */
  end(): void {
    if (this.settled) return;
    if (this.#decoder) this.#decoder.end();
    else this.#succeed();
  }

  /** Something ended the exchange before the answer was whole; a connection may have failed since the answer breaks HTTP. */
  fail(why: 'network' | 'cancelled' | BodyFault, cause?: unknown, ended?: Cancelled): void {
    if (this.settled) return;
    const fault = why === 'network' && brokeHttp(cause) ? 'malformed' : why;
    const head = this.head;
    if (head && !isOk(head)) {
      const ofBody = fault === 'network' ? 'truncated' : fault === 'cancelled' ? 'cut' : fault;
      this.#settle({ ...head, body: this.#body(), fault: ofBody });
    } else {
      const kind = fault === 'cut' || (head && fault === 'network') ? 'truncated' : fault;
      this.#settle(new TransportFailure(kind, this.#reach(kind, cause), head, cause));
    }
    for (const transform of this.#transforms) transform.destroy();
    this.#source.abandon(ended);
  }

  #reach(kind: string, cause: unknown): Reach {
    if (!this.sent) return 'nowhere';
    return (kind === 'network' && this.#source.reach?.(cause)) || 'service';
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
    // Not there yet where the request was cancelled as it began.
    this.#offCancel?.();
    this.#offTimer?.();
    this.#settled?.(ended);
    // Its request may be kept for longer than an answer should be.
    this.#settled = undefined;
  }
}

/** Collects the pieces of a body, within a limit. */
export class BodyCollector {
  readonly #maxBytes: number;
  #pieces: Uint8Array[] = [];
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Adds a piece; false when that is more than the limit: then only what fits is kept. */
  add(piece: Uint8Array): boolean {
    const room = this.#maxBytes - this.#bytes;
    const kept = piece.length > room ? piece.subarray(0, room) : piece;
    this.#bytes += kept.length;
    // A piece costs about a hundred bytes beside its own: a stream of tiny ones must not cost a multiple of the limit.
    if (this.#pieces.push(kept) > 1024 + this.#bytes / 64) this.#pieces = [this.take()];
    return kept === piece;
  }

  /** Hands out the body, as far as it was added, and holds none of it any longer. */
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
