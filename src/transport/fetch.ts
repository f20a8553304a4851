import type { Fetch } from '../base/web.ts';
import { misconfigured } from '../errors.ts';
import { type Clock, systemClock } from './clock.ts';
import { neverConnected } from './faults.ts';
import { builtin } from './node-builtin.ts';
import { Receiver, type Settle, settledBy } from './receiver.ts';
import { allHeaders, type Transport, type TransportRequest } from './transport.ts';

export function createFetchTransport({ href }: URL, fetch: Fetch, clock: Clock = systemClock): Transport {
  return {
    send: (request) => settledBy((settle) => exchange(href, clock, fetch, request, settle)),
    close: () => {},
  };
}

function exchange(href: string, clock: Clock, fetch: Fetch, request: TransportRequest, settle: Settle): void {
  // The runtime's own: jsdom replaces the global one, which `fetch` refuses.
  const controller = builtin('node:util')?.transferableAbortController() ?? new AbortController();
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  const abandon = () => {
    controller.abort();
    reader?.cancel().catch(() => {});
  };
  // A cancelled request settles at once, since a caller's `fetch` may ignore the signal.
  const receiver = new Receiver(request, clock, { abandon }, settle);

  const run = async () => {
    // `fetch` does not report whether a byte left, so it is presumed.
    receiver.sent = true;
    const headers = allHeaders(request);
    const { body } = request;
    const { signal } = controller;
    const response = readableResponse(await fetch(href, { method: 'POST', headers, body, redirect: 'manual', signal }));
    reader = response.body?.getReader();
    if (receiver.settled) return abandon();
    // The fetch standard hides the status of a redirect. A followed redirect counts as one.
    const status = response.type === 'opaqueredirect' || response.redirected ? 302 : response.status;
    receiver.begin({ status, header: readerOf(response.headers) }, true);
    for (;;) {
      const chunk = await reader?.read();
      if (!chunk || chunk.done) return receiver.end();
      if (!ArrayBuffer.isView(chunk.value)) throw unreadable();
      receiver.piece(chunk.value);
      if (receiver.settled) return;
    }
  };
  if (receiver.settled) return;
  run().catch((error) => {
    if (!receiver.head) receiver.sent = !neverConnected(error);
    receiver.fail('network', error);
  });
}

/** Refers to nothing else of the response. */
const readerOf = (headers: Pick<Headers, 'get'>) => (name: string) => headers.get(name) ?? undefined;

function readableResponse(value: unknown): Response {
  const { status, headers, body, bodyUsed } = (value ?? {}) as Partial<Response>;
  const isReadable = !bodyUsed && (!body || (!body.locked && typeof body.getReader === 'function'));
  if (typeof status !== 'number' || typeof headers?.get !== 'function' || !isReadable) throw unreadable();
  return value as Response;
}

const unreadable = (): Error =>
  misconfigured('The `fetch` option must return a Response whose body can still be read, as bytes.');
