import { entryOf } from '../base/is-record.ts';
import { misconfigured } from '../errors.ts';
import { type Clock, systemClock } from './clock.ts';
import { CODINGS } from './decoder.ts';
import { neverProcessed } from './faults.ts';
import { Receiver, readerOf, type Settle, settledBy } from './receiver.ts';
import { allHeaders, type Transport, type TransportRequest, type UndiciDispatcher } from './transport.ts';

type DispatcherHeaders = Readonly<Record<string, string | readonly string[]>>;

interface Controller {
  abort(reason: Error): void;
}

/** Follows no redirect and sends nothing twice: undici is asked not to, and else stopped before a byte. */
export function createDispatcherTransport(
  endpoint: URL,
  dispatcher: UndiciDispatcher,
  clock: Clock = systemClock,
): Transport {
  const target = {
    origin: endpoint.origin,
    path: endpoint.pathname,
    method: 'POST',
    headersTimeout: 0,
    bodyTimeout: 0,
    // For the interceptors `redirect` and `retry`.
    maxRedirections: 0,
    retryOptions: { maxRetries: 0, methods: [], statusCodes: [], errorCodes: [], throwOnError: false },
  };
  return {
    send: (request) =>
      settledBy((settle) => new DispatcherExchange(request, clock, settle).dispatch(dispatcher, target)),
    close: () => {},
  };
}

class DispatcherExchange {
  readonly #request: TransportRequest;
  readonly #receiver: Receiver;
  #controller: Controller | undefined;

  constructor(request: TransportRequest, clock: Clock, settle: Settle) {
    this.#request = request;
    this.#receiver = new Receiver(request, clock, this, settle);
  }

  dispatch(dispatcher: UndiciDispatcher, target: object): void {
    if (this.#receiver.settled) return;
    const { body, freshSocket } = this.#request;
    try {
      dispatcher.dispatch(
        {
          headers: { ...allHeaders(this.#request), 'Accept-Encoding': CODINGS },
          body,
          idempotent: !freshSocket,
          ...target,
        },
        this,
      );
    } catch (error) {
      // Undici up to 6 misses its own handler methods.
      const isOld = entryOf(error, 'code') === 'UND_ERR_INVALID_ARG';
      this.#fail(
        isOld ? misconfigured('The option `dispatcher` must be of undici 7 or newer: `npm install undici@7`.') : error,
      );
    }
  }

  abandon(): void {
    this.#controller?.abort(new Error('The request is over.'));
  }

  onRequestStart(controller: Controller): void {
    const isAgain = this.#controller !== undefined;
    this.#controller = controller;
    // A request that was written before is not written again: after a redirect, a retry, a broken connection.
    if (this.#receiver.settled) this.abandon();
    else if (isAgain) this.#fail(new Error('The dispatcher was about to send the request again.'));
    else this.#receiver.sent = true;
  }

  onResponseStart(_controller: Controller, status: number, headers: DispatcherHeaders): void {
    this.#begin(status, headers);
  }

  onResponseData(_controller: Controller, piece: Uint8Array): void {
    this.#receiver.piece(piece);
  }

  onResponseEnd(): void {
    this.#receiver.end();
  }

  onResponseError(_controller: Controller, error: unknown): void {
    this.#fail(error);
  }

  #fail(error: unknown): void {
    const { code, statusCode, headers } = (error ?? {}) as {
      readonly code?: unknown;
      readonly statusCode?: unknown;
      readonly headers?: DispatcherHeaders;
    };
    // Interceptors turn answers into errors; the status is still evidence.
    if (!this.#receiver.head && typeof statusCode === 'number' && statusCode >= 300)
      this.#begin(statusCode, headers ?? {});
    if (!this.#receiver.head && neverProcessed(error)) this.#receiver.sent = false;
    this.#receiver.fail(code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE' ? 'too-large' : 'network', error);
  }

  #begin(status: number, headers: DispatcherHeaders): void {
    if (status >= 200) this.#receiver.begin({ status, header: readerOf(headers) });
  }
}
