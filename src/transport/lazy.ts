import type { Transport } from './transport.ts';

/** Checks whether an endpoint can be served. @returns what opens the transport to it. */
export type Serve = (endpoint: URL) => () => Transport;

/**
 * A transport that is opened at the first request: many clients make none, and a base URL that is asked for is known only then. One
 * that is known is checked at once. What is never opened needs no close.
 */
export function lazyTransport(endpoint: { readonly url: URL | undefined }, serve: Serve): Transport {
  const open = endpoint.url && serve(endpoint.url);
  let opened: Transport | undefined;
  const it = (): Transport => {
    if (!opened && endpoint.url) opened = (open ?? serve(endpoint.url))();
    if (opened) return opened;
    throw new TypeError('The endpoint is not known yet.');
  };
  return {
    get door() {
      return it().door;
    },
    get connections() {
      return opened?.connections;
    },
    send: (request) => it().send(request),
    close: () => opened?.close(),
  };
}
