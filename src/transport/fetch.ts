import { brokeHttp, neverConnected } from './faults.ts';
import { Receiver } from './receiver.ts';
import type { Transport, TransportAnswer, TransportFailure, TransportRequest } from './transport.ts';

/** The transport of every runtime but Node, and of callers who bring their own `fetch`. */
export function createFetchTransport(endpoint: URL, fetch: typeof globalThis.fetch): Transport {
  return {
    send: (request) =>
      new Promise<TransportAnswer>((resolve, reject) => new Exchange(endpoint, fetch, request, resolve, reject)),
    close: () => {},
  };
}

/** One request and its answer. */
class Exchange {
  readonly #abort = new AbortController();
  readonly #receiver: Receiver;
  #reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  #begun = false;

  constructor(
    endpoint: URL,
    fetch: typeof globalThis.fetch,
    request: TransportRequest,
    resolve: (answer: TransportAnswer) => void,
    reject: (failure: TransportFailure) => void,
  ) {
    // What is cancelled settles at once, since a caller's own `fetch` may not heed the signal.
    this.#receiver = new Receiver(request, this, resolve, reject);
    if (!this.#receiver.settled) this.#run(endpoint, fetch, request).catch((error) => this.#failed(error));
  }

  // A body is read piece by piece as it is asked for, and comes decoded.
  pause(): void {}
  resume(): void {}

  abandon(): void {
    this.#abort.abort();
    // A caller's own `fetch` may not have tied the body to the signal.
    this.#reader?.cancel().catch(() => {});
  }

  async #run(endpoint: URL, fetch: typeof globalThis.fetch, { headers, body }: TransportRequest): Promise<void> {
    // `fetch` does not say whether a byte left, so once it has been called we presume it.
    this.#receiver.sent = true;
    const { signal } = this.#abort;
    const given: unknown = await fetch(endpoint.href, { method: 'POST', headers, body, redirect: 'manual', signal });
    const response = readableResponse(given);
    this.#reader = response.body?.getReader();
    if (this.#receiver.settled) return this.abandon();
    // The fetch standard hides a redirect's status; servers' runtimes show it. One that was followed all the same counts as one.
    const status = response.type === 'opaqueredirect' || response.redirected ? 302 : response.status;
    this.#begun = true;
    this.#receiver.begin({ status, header: (name) => response.headers.get(name) ?? undefined }, true);
    for (;;) {
      const chunk = await this.#reader?.read();
      if (!chunk || chunk.done) return this.#receiver.end();
      if (!ArrayBuffer.isView(chunk.value)) throw unreadable('a Response whose body is not made of bytes');
      this.#receiver.piece(chunk.value);
      if (this.#receiver.settled) return;
    }
  }

  #failed(error: unknown): void {
    if (!this.#begun) this.#receiver.sent = !neverConnected(error);
    this.#receiver.fail(brokeHttp(error) ? 'malformed' : 'network', error);
  }
}

/** What a caller's own `fetch` brought, if a body can be read from it. */
function readableResponse(given: unknown): Response {
  const response = given as Partial<Response> | undefined;
  if (typeof response?.status !== 'number' || typeof response.headers?.get !== 'function') {
    throw unreadable('something that is not a Response');
  }
  if (response.bodyUsed || response.body?.locked) throw unreadable('a Response whose body was already read');
  if (response.body && typeof response.body.getReader !== 'function') {
    throw unreadable('a Response whose body is not a web stream');
  }
  return response as Response;
}

const unreadable = (what: string): Error =>
  Object.assign(new TypeError(`The \`fetch\` option returned ${what}.`), { code: 'ERR_FETCH_RESPONSE' });
