import type { Transform } from 'node:stream';
import { BodyCollector } from './body-collector.ts';
import { createDecoder } from './decoder.ts';
import { brokeHttp } from './faults.ts';
import {
  type AnswerHead,
  type BodyFault,
  type Cancelled,
  isOk,
  type TimedPhase,
  type TransportAnswer,
  TransportFailure,
  type TransportRequest,
} from './transport.ts';

/** How much is read of the body of an answer that is not 2xx, in bytes: it is evidence beside the status. */
const ERROR_BODY_BYTES = 1024 * 1024;

/** The connection that an answer comes from, as its receiver controls it. */
export interface Source {
  /** Ends the exchange, and with it a connection that can't be used again. May be called before anything arrived. */
  abandon(cancelled?: Cancelled): void;
  /** It ended before an answer, by itself. Whether it had served before. */
  died?(): boolean;
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
 * of the request. Once the head of an answer that is not 2xx is there, nothing that becomes of its body takes it away.
 */
export class Receiver {
  /** Whether a byte of the request may have left this machine. */
  sent = false;
  settled = false;
  /** Status and headers, once they are there. */
  head: AnswerHead | undefined;
  readonly #request: TransportRequest;
  readonly #source: Source;
  #settled: Settle | undefined;
  readonly #offCancel: () => void;
  #offOverdue: (() => void) | undefined;
  #collector: BodyCollector | undefined;
  /** The content coding that the body comes in, and what undoes it from the first piece on. */
  #encoding: string | undefined;
  #decoder: Transform | undefined;
  /** How many bytes it was given. */
  #undone = 0;
  #limit = 0;

  constructor(request: TransportRequest, source: Source, settle: Settle) {
    this.#request = request;
    this.#source = source;
    this.#settled = settle;
    this.#offCancel = request.onCancel((ended) => this.fail('cancelled', undefined, ended));
  }

  /** A phase begins: calls `run` where it takes too long. Returns what takes that off; the head and the end do. */
  limit(phase: TimedPhase, run: () => void): () => void {
    this.#offOverdue = this.#request.onOverdue(phase, run);
    return this.#offOverdue;
  }

  /** Status and headers are there. `decoded`: the body comes without its content codings. */
  begin(head: AnswerHead, decoded = false): void {
    if (this.settled) return;
    this.sent = true;
    this.head = head;
    const { maxBytes } = this.#request;
    const ok = isOk(head);
    this.#limit = ok ? maxBytes : Math.min(maxBytes, ERROR_BODY_BYTES);
    this.#offOverdue?.();
    this.#collector = new BodyCollector(this.#limit);
    if (!ok) this.limit('error-body', () => this.fail('cut'));
    const encoding = head.header('content-encoding');
    if (!decoded) this.#encoding = encoding;
    const announced = encoding === undefined ? Number(head.header('content-length')) : 0;
    if (ok && announced > this.#limit) this.fail('too-large');
  }

  /** A piece of the body arrived. */
  piece(piece: Uint8Array): void {
    if (this.settled) return;
    if (this.#encoding !== undefined) {
      this.#decoder ??= createDecoder(this.#encoding, piece)
        ?.on('data', (decoded: Uint8Array) => this.#add(decoded))
        .on('end', () => this.#succeed())
        .on('error', (error) => this.fail('malformed', error));
    }
    if (!this.#decoder) this.#add(piece);
    else {
      this.#decoder.write(piece);
      // No coding makes a body so much larger: it would come without end, or faster than it can be undone.
      this.#undone += piece.length;
      if (this.#undone > 1024 + 2 * this.#limit) this.fail('too-large');
    }
  }

  /** The body has arrived whole, as far as HTTP can say. */
  end(): void {
    if (this.settled) return;
    if (this.#decoder) this.#decoder.end();
    else this.#succeed();
  }

  /** Something ended it before it was whole; a connection may have failed since the answer breaks HTTP. */
  fail(said: 'network' | 'cancelled' | BodyFault, cause?: unknown, ended?: Cancelled): void {
    if (this.settled) return;
    const why = said === 'network' && brokeHttp(cause) ? 'malformed' : said;
    const head = this.head;
    if (head && !isOk(head)) {
      const fault = why === 'network' ? 'truncated' : why === 'cancelled' ? 'cut' : why;
      this.#settle({ ...head, body: this.#body(), fault });
    } else {
      const kind = why === 'cut' || (head && why === 'network') ? 'truncated' : why;
      const died = kind === 'network' && this.#source.died?.() === true;
      this.#settle(new TransportFailure(kind, this.sent, head, cause, died));
    }
    this.#decoder?.destroy();
    this.#source.abandon(ended);
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
    this.#offOverdue?.();
    this.#settled?.(ended);
    // Its request may be kept for longer than an answer should be.
    this.#settled = undefined;
  }
}
