import type { Delivery, Journal } from './journal.ts';
import type { Answer, Server } from './server.ts';
import { isData, isGraphQL, isKeyRefusal, isRefusedByHead, isRejection } from './server.ts';
import type { Happening, VirtualTime } from './virtual-time.ts';

/** The client's end of a line. */
export interface Client {
  connected(): void;
  head(answer: Answer): void;
  piece(bytes: Uint8Array): void;
  end(): void;
  /** The connection broke, with this code of the system. */
  broken(code: BreakCode): void;
}

type BreakCode = 'ECONNREFUSED' | 'ECONNRESET' | 'HPE_INVALID_CHUNK_SIZE';

const ENDLESS_EVERY_MS = 700;
/** Longer than any call. */
const ENDLESS_PIECES = 100;

/** One connection for one planned exchange. */
export class Line {
  readonly #time: VirtualTime;
  readonly #server: Server;
  readonly #delivery: Delivery;
  readonly #client: Client;
  #next: Happening | undefined;
  #closed = false;

  readonly #ended: boolean;
  readonly #journal: Journal;

  /** @param standing - Whether the connection exists already. The service may have ended it. */
  constructor(
    time: VirtualTime,
    journal: Journal,
    server: Server,
    delivery: Delivery,
    standing: false | 'well' | 'ended',
    client: Client,
  ) {
    this.#time = time;
    this.#server = server;
    this.#delivery = delivery;
    this.#client = client;
    this.#journal = journal;
    this.#ended = standing === 'ended';
    const { line, connectMs } = delivery.planned;
    if (line !== 'fine') journal.met(line);
    if (standing || line === 'no-connection') return;
    this.#then(connectMs, () => {
      if (line === 'refused') this.#broken('ECONNREFUSED');
      else if (line === 'reset-before') this.#broken('ECONNRESET');
      else client.connected();
    });
  }

  /** The client writes its request. It arrives, even if the client is gone by then. */
  write(body: string, authorization: string | undefined): void {
    const delivery = this.#delivery;
    const { line, wayMs, answer } = delivery.planned;
    delivery.wrote = true;
    if (this.#ended) {
      this.#journal.met('a kept connection that had ended unseen');
      this.#then(delivery.planned.connectMs, () => {
        delivery.stale = true;
        this.#broken('ECONNRESET');
      });
      return;
    }
    if (line === 'lost') return;
    this.#time.plan(wayMs, () => {
      if (line !== 'fine') this.#server.hear(delivery);
      if (line === 'reset-after') this.#then(answer.headMs, () => this.#broken('ECONNRESET'));
      if (line !== 'fine') return;
      const given = this.#server.answer(delivery, body, authorization);
      this.#then(answer.headMs, () => this.#answer(given));
    });
  }

  /** The client is done with it, or has abandoned it. */
  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    if (this.#next) this.#time.cancel(this.#next);
  }

  #answer(given: Answer): void {
    const delivery = this.#delivery;
    const { fault, bodyMs } = delivery.planned.answer;
    delivery.status = given.status;
    delivery.headAt = this.#time.now();
    // The status proves it, or a readable part of the body, unless the whole body has data.
    delivery.refusedKey = given.status === 401 || (given.status >= 400 && isKeyRefusal(given.planned));
    delivery.rejected = isRefusedByHead(given.planned);
    const wait = given.headers['retry-after'];
    if (wait !== undefined && /^\d+$/.test(wait)) delivery.retryAfterMs = Number(wait) * 1000;
    this.#client.head(given);
    if (this.#closed) return;
    if (fault === 'endless') this.#endless(given.body, ENDLESS_PIECES);
    else if (bodyMs === 0) this.#body(given);
    else this.#then(bodyMs, () => this.#body(given));
  }

  #body(given: Answer): void {
    const { fault } = this.#delivery.planned.answer;
    const cut = fault === 'truncated' || fault === 'malformed';
    // Cut in the middle, or before trailing spaces, so that only the length shows it.
    const arrived = cut && this.#delivery.call % 2 ? given.body.subarray(0, given.body.length >> 1) : given.body;
    // Errors in a part of an answer that is not 2xx are evidence.
    if (given.status !== 200 && arrived === given.body && isGraphQL(given.planned)) this.#note(given);
    this.#client.piece(arrived);
    if (this.#closed) return;
    if (cut) {
      this.#broken(fault === 'truncated' ? 'ECONNRESET' : 'HPE_INVALID_CHUNK_SIZE');
      return;
    }
    this.#note(given);
    this.#client.end();
    this.close();
  }

  /** The proof in a whole answer. */
  #note({ planned }: Answer): void {
    const delivery = this.#delivery;
    delivery.answered = isData(planned);
    delivery.rejected = isRejection(planned);
    delivery.refusedKey = isKeyRefusal(planned);
  }

  #endless(body: Uint8Array, left: number): void {
    this.#client.piece(body.subarray(0, 40));
    if (this.#closed || left === 0) return;
    this.#then(ENDLESS_EVERY_MS, () => this.#endless(body, left - 1));
  }

  #broken(code: BreakCode): void {
    this.#client.broken(code);
    this.close();
  }

  #then(ms: number, run: () => void): void {
    if (!this.#closed) this.#next = this.#time.plan(ms, run);
  }
}
