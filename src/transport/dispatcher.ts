import { CODINGS } from './decoder.ts';
import { neverProcessed } from './faults.ts';
import { Receiver, type Settle, settledBy } from './receiver.ts';
import { allHeaders, type Transport, type TransportRequest, type UndiciDispatcher } from './transport.ts';

/** A header's value as undici hands it over: raw bytes in the handlers of undici 6, text from undici 7 on. */
type HeaderValue = Uint8Array | string | readonly (Uint8Array | string)[];

/** Controller of a request under way (undici 7 and newer). */
interface Controller {
  abort(reason: Error): void;
}

/**
 * The transport of callers who bring a dispatcher of their own undici. What it is composed of neither follows redirects nor
 * sends a request again: that is switched off where undici lets it be, and ended before anything is written where not.
 */
export function createDispatcherTransport(endpoint: URL, dispatcher: UndiciDispatcher): Transport {
  const target = {
    origin: endpoint.origin,
    path: endpoint.pathname,
    method: 'POST',
    // The deadline is ours.
    headersTimeout: 0,
    bodyTimeout: 0,
    // For the interceptors `redirect` and `retry`: each answer comes to us as it is.
    maxRedirections: 0,
    retryOptions: { maxRetries: 0, methods: [], statusCodes: [], errorCodes: [], throwOnError: false },
  };
  return {
    send: (request) => settledBy((settle) => new DispatcherExchange(request, settle).dispatch(dispatcher, target)),
    close: () => {},
  };
}

/** One request and its answer: undici's handler, in its form up to version 7 and in the one from 7 on. */
class DispatcherExchange {
  readonly #request: TransportRequest;
  readonly #receiver: Receiver;
  #abort: ((reason: Error) => void) | undefined;

  constructor(request: TransportRequest, settle: Settle) {
    this.#request = request;
    this.#receiver = new Receiver(request, this, settle);
  }

  dispatch(dispatcher: UndiciDispatcher, target: object): void {
    if (this.#receiver.settled) return;
    const { body, freshSocket } = this.#request;
    try {
      dispatcher.dispatch(
        {
          headers: { ...allHeaders(this.#request), 'Accept-Encoding': CODINGS },
          body,
          // A mutation gets its own connection.
          idempotent: !freshSocket,
          ...target,
        },
        this,
      );
    } catch (error) {
      this.onError(error);
    }
  }

  abandon(): void {
    this.#abort?.(new Error('The request is over.'));
  }

  /** The connection stands, and the request is about to be written. */
  onConnect(abort: (reason: Error) => void): void {
    const again = this.#abort !== undefined;
    this.#abort = abort;
    // A request that settled while it waited is not written. Nor is one that was written before: a redirect that is followed,
    // a retry, or a connection that broke under several requests.
    if (this.#receiver.settled) this.abandon();
    else if (again) this.onError(new Error('The dispatcher was about to send the request again.'));
    else this.#receiver.sent = true;
  }

  // Both say that more may come.
  onHeaders(status: number, raw: readonly HeaderValue[]): boolean {
    this.#begin(status, byName(raw));
    return true;
  }

  onData(piece: Uint8Array): boolean {
    this.#receiver.piece(piece);
    return true;
  }

  onComplete(): void {
    this.#receiver.end();
  }

  onError(error: unknown): void {
    const { code, statusCode, headers } = (error ?? {}) as {
      readonly code?: unknown;
      readonly statusCode?: unknown;
      readonly headers?: Readonly<Record<string, HeaderValue>>;
    };
    // Interceptors make errors of answers: the status is evidence all the same.
    if (!this.#receiver.head && typeof statusCode === 'number' && statusCode >= 300)
      this.#begin(statusCode, headers ?? {});
    if (!this.#receiver.head && neverProcessed(error)) this.#receiver.sent = false;
    this.#receiver.fail(code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE' ? 'too-large' : 'network', error);
  }

  onRequestStart(controller: Controller): void {
    this.onConnect((reason) => controller.abort(reason));
  }

  onResponseStart(_controller: Controller, status: number, headers: Record<string, HeaderValue>): void {
    this.#begin(status, headers);
  }

  onResponseData(_controller: Controller, piece: Uint8Array): void {
    this.#receiver.piece(piece);
  }

  onResponseEnd(): void {
    this.#receiver.end();
  }

  onResponseError(_controller: Controller, error: unknown): void {
    this.onError(error);
  }

  #begin(status: number, headers: Readonly<Record<string, HeaderValue>>): void {
    // Informational answers come before the answer.
    if (status < 200) return;
    this.#receiver.begin({ status, header: (name) => headers[name] && textOf(headers[name]) });
  }
}

/** Headers by lower-case name, from a list of names and values in turn. */
function byName(raw: readonly HeaderValue[]): Record<string, HeaderValue> {
  const headers: Record<string, HeaderValue> = Object.create(null);
  for (let at = 0; at < raw.length; at += 2) {
    const [name, value] = [textOf(raw[at] ?? '').toLowerCase(), raw[at + 1] ?? ''];
    const earlier = headers[name];
    headers[name] = earlier === undefined ? value : `${textOf(earlier)}, ${textOf(value)}`;
  }
  return headers;
}

function textOf(value: HeaderValue): string {
  if (typeof value === 'string') return value;
  return value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : value.map(textOf).join(', ');
}
