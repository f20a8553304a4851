import type { Fetch } from '../base/web.ts';
import { misconfigured } from '../errors.ts';
import { type Clock, systemClock } from './clock.ts';
import { neverConnected } from './faults.ts';
import { builtin } from './node-builtin.ts';
import { Receiver, type Settle, settledBy } from './receiver.ts';
import { allHeaders, type Transport, type TransportRequest } from './transport.ts';

/** The transport of every runtime but Node, and of callers who bring their own `fetch`. */
export function createFetchTransport({ href }: URL, fetch: Fetch, clock: Clock = systemClock): Transport {
  return {
    send: (request) => settledBy((settle) => exchange(href, clock, fetch, request, settle)),
    close: () => {},
  };
}

/** A controller whose signal `fetch` takes: a test runner's jsdom puts one of its own in place of Node's. */
const abortController = (): AbortController =>
  builtin('node:util')?.transferableAbortController() ?? new AbortController();

/** One request and its answer. */
function exchange(href: string, clock: Clock, fetch: Fetch, request: TransportRequest, settle: Settle): void {
  const controller = abortController();
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  const abandon = () => {
    controller.abort();
    // A caller's own `fetch` may not have tied the body to the signal.
    reader?.cancel().catch(() => {});
  };
  // A body is read piece by piece as it is asked for, and comes decoded. What is cancelled settles at once, since a caller's
  // own `fetch` may not heed the signal.
  const receiver = new Receiver(request, clock, { abandon }, settle);

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

/** Reads the headers, and keeps nothing else of the response. */
const readerOf = (headers: Pick<Headers, 'get'>) => (name: string) => headers.get(name) ?? undefined;

/** The response of a caller's own `fetch`. @throws {ControlApiError} where no body can be read from it. */
function readableResponse(value: unknown): Response {
  const { status, headers, body, bodyUsed } = (value ?? {}) as Partial<Response>;
  const isReadable = !bodyUsed && (!body || (!body.locked && typeof body.getReader === 'function'));
  if (typeof status !== 'number' || typeof headers?.get !== 'function' || !isReadable) throw unreadable();
  return value as Response;
}

const unreadable = (): Error =>
  misconfigured('The `fetch` option must return a Response whose body can still be read, as bytes.');
