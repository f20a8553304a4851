import type { Transport, TransportAnswer, TransportRequest } from './transport.ts';

/** A transport that is opened at the first request: many clients make none. What is never opened needs no close. */
export class LazyTransport implements Transport {
  readonly #open: () => Transport;
  #opened: Transport | undefined;

  constructor(open: () => Transport) {
    this.#open = open;
  }

  get door(): Transport['door'] {
    return this.#it().door;
  }

  get connections(): Transport['connections'] {
    return this.#opened?.connections;
  }

  send(request: TransportRequest): Promise<TransportAnswer> {
    return this.#it().send(request);
  }

  close(): void {
    this.#opened?.close();
  }

  #it(): Transport {
    this.#opened ??= this.#open();
    return this.#opened;
  }
}
