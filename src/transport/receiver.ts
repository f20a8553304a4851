import { BodyCollector } from './body-collector.ts';
import { createDecoder, type Decoder } from './decoder.ts';
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
  pause(): void;
  resume(): void;
  /** Ends the exchange, and with it a connection that can't be used again. May be called before anything arrived. */
  abandon(cancelled?: Cancelled): void;
  /** It ended before an answer, by itself. Whether it had served before. */
  died?(): boolean;
}

/**
 * Settles one request, exactly once: takes the answer in, its head first and then its body piece by piece, within the limits
 * of the request. Once the head of an answer that is not 2xx is there, nothing that becomes of its body takes it away.
 */
export class Receiver {
  /** Whether a byte of the request may have left this machine. */
  sent = false;
  settled = false;
  readonly #request: TransportRequest;
  readonly #source: Source;
  readonly #resolve: (answer: TransportAnswer) => void;
  readonly #reject: (failure: TransportFailure) => void;
  readonly #offCancel: () => void;
  #offOverdue: (() => void) | undefined;
  #head: AnswerHead | undefined;
  #collector: BodyCollector | undefined;
  #decoder: Decoder | undefined;

  constructor(
    request: TransportRequest,
    source: Source,
    resolve: (answer: TransportAnswer) => void,
    reject: (failure: TransportFailure) => void,
  ) {
    this.#request = request;
    this.#source = source;
    this.#resolve = resolve;
    this.#reject = reject;
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
    this.#head = head;
    const { maxBytes } = this.#request;
    const ok = isOk(head);
    const limit = ok ? maxBytes : Math.min(maxBytes, ERROR_BODY_BYTES);
    this.#offOverdue?.();
    this.#collector = new BodyCollector(limit);
    if (!ok) this.limit('error-body', () => this.fail('cut'));
    const encoding = head.header('content-encoding');
    if (encoding !== undefined && !decoded && !this.settled) {
      this.#decoder = createDecoder(encoding, {
        data: (piece) => this.#add(piece),
        end: () => this.#succeed(),
        error: (error) => this.fail('malformed', error),
        drain: () => this.#source.resume(),
      });
    }
    const announced = encoding === undefined ? Number(head.header('content-length')) : 0;
    if (ok && announced > limit) this.fail('too-large');
  }

  /** A piece of the body arrived. */
  piece(piece: Uint8Array): void {
    if (this.settled) return;
    if (!this.#decoder) this.#add(piece);
    else if (!this.#decoder.write(piece)) this.#source.pause();
  }

  /** The body has arrived whole, as far as HTTP can say. */
  end(): void {
    if (this.settled) return;
    if (this.#decoder) this.#decoder.end();
    else this.#succeed();
  }

  /** Something ended it before it was whole; a connection may have failed since the answer breaks HTTP. */
  fail(said: 'network' | 'cancelled' | BodyFault, cause?: unknown, ended?: Cancelled): void {
    const why = said === 'network' && brokeHttp(cause) ? 'malformed' : said;
    const head = this.#head;
    if (!this.#settle()) return;
    if (head && !isOk(head)) {
      const fault = why === 'network' ? 'truncated' : why === 'cancelled' ? 'cut' : why;
      this.#resolve({ ...head, body: this.#body(), fault });
    } else {
      const kind = why === 'cut' || (head && why === 'network') ? 'truncated' : why;
      const died = kind === 'network' && this.#source.died?.() === true;
      this.#reject(new TransportFailure(kind, this.sent, head, cause, died));
    }
    this.#decoder?.destroy();
    this.#source.abandon(ended);
  }

  #add(piece: Uint8Array): void {
    if (!this.settled && this.#collector?.add(piece) === false) this.fail('too-large');
  }

  #succeed(): void {
    const head = this.#head;
    if (head && this.#settle()) this.#resolve({ status: head.status, header: head.header, body: this.#body() });
  }

  #body(): Uint8Array {
    return this.#collector?.whole() ?? new Uint8Array();
  }

  #settle(): boolean {
    if (this.settled) return false;
    this.settled = true;
    // Not there yet where the request was cancelled as it began.
    this.#offCancel?.();
    this.#offOverdue?.();
    return true;
  }
}
