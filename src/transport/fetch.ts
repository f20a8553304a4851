import { misconfigured } from '../errors.ts';
import { neverConnected } from './faults.ts';
import { Receiver, type Settle, settledBy } from './receiver.ts';
import { allHeaders, type Transport, type TransportRequest } from './transport.ts';

/** The transport of every runtime but Node, and of callers who bring their own `fetch`. */
export function createFetchTransport(endpoint: URL, fetch: typeof globalThis.fetch): Transport {
  return {
    send: (request) => settledBy((settle) => exchange(endpoint, fetch, request, settle)),
    close: () => {},
  };
}

/** One request and its answer. */
function exchange({ href }: URL, fetch: typeof globalThis.fetch, request: TransportRequest, settle: Settle): void {
  const controller = new AbortController();
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  const abandon = () => {
    controller.abort();
    // A caller's own `fetch` may not have tied the body to the signal.
    reader?.cancel().catch(() => {});
  };
  // A body is read piece by piece as it is asked for, and comes decoded. What is cancelled settles at once, since a caller's
  // own `fetch` may not heed the signal.
  const receiver = new Receiver(request, { abandon }, settle);

  const run = async () => {
    // `fetch` does not say whether a byte left, so once it has been called we presume it.
    receiver.sent = true;
    const headers = allHeaders(request);
    const { body } = request;
    const { signal } = controller;
    const response = readableResponse(await fetch(href, { method: 'POST', headers, body, redirect: 'manual', signal }));
    reader = response.body?.getReader();
    if (receiver.settled) return abandon();
    // The fetch standard hides a redirect's status; servers' runtimes show it. One that was followed all the same counts as one.
    const status = response.type === 'opaqueredirect' || response.redirected ? 302 : response.status;
    receiver.begin({ status, header: (name) => response.headers.get(name) ?? undefined }, true);
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

/** The response of a caller's own `fetch`. @throws {ControlApiError} where no body can be read from it. */
function readableResponse(value: unknown): Response {
  const { status, headers, body, bodyUsed } = (value ?? {}) as Partial<Response>;
  const isReadable = !bodyUsed && (!body || (!body.locked && typeof body.getReader === 'function'));
  if (typeof status !== 'number' || typeof headers?.get !== 'function' || !isReadable) throw unreadable();
  return value as Response;
}

const unreadable = (): Error =>
  misconfigured('The `fetch` option must return a Response whose body can still be read, as bytes.');
