import type { Transport } from './transport.ts';

/** A transport that is opened at the first request: many clients make none. What is never opened needs no close. */
export function lazyTransport(open: () => Transport): Transport {
  let opened: Transport | undefined;
  const it = (): Transport => {
    opened ??= open();
    return opened;
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
