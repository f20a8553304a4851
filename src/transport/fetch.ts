import { BodyCollector } from './body-collector.ts';
import {
  type AnswerHead,
  type Transport,
  type TransportAnswer,
  TransportFailure,
  type TransportRequest,
} from './transport.ts';

/** The codes with which runtimes say that a connection never came about, so that nothing can have been sent. */
const NEVER_CONNECTED: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** What the system was asked for when it said so; while reading, the same codes come from a host that vanished later. */
const CONNECTING: ReadonlySet<unknown> = new Set([undefined, 'connect', 'getaddrinfo']);

/** The codes of answers that break HTTP, or their own compression. */
const BROKEN_ANSWER = /^(?:HPE_|Z_|ERR__ERROR_FORMAT|UND_ERR_HEADERS_OVERFLOW)/;

/** The transport of every runtime but Node, and of callers who bring their own `fetch`. */
export function createFetchTransport(endpoint: URL, fetch: typeof globalThis.fetch): Transport {
  return {
    send: (request) =>
      new Promise<TransportAnswer>((resolve, reject) => {
        const abort = new AbortController();
        // `fetch` does not say whether a byte left, so once it has been called we presume it.
        const progress: Progress = { sent: false };
        const offCancel = request.onCancel(() => {
          // Rejected here, since a caller's own `fetch` may not heed the signal.
          reject(new TransportFailure('cancelled', progress.sent, progress.head));
          abort.abort();
        });
        if (abort.signal.aborted) return;
        exchange(endpoint, fetch, request, abort, progress)
          .then(resolve, (error) => reject(failureFrom(error, progress)))
          .finally(offCancel);
      }),
    close: () => {},
  };
}

interface Progress {
  sent: boolean;
  head?: AnswerHead;
}

async function exchange(
  endpoint: URL,
  fetch: typeof globalThis.fetch,
  request: TransportRequest,
  abort: AbortController,
  progress: Progress,
): Promise<TransportAnswer> {
  progress.sent = true;
  const response = await fetch(endpoint.href, {
    method: 'POST',
    headers: request.headers,
    body: request.body,
    redirect: 'manual',
    signal: abort.signal,
  });
  // The fetch standard hides a redirect's status; servers' runtimes show it. One that was followed all the same counts as one.
  const status = response.type === 'opaqueredirect' || response.redirected ? 302 : response.status;
  const head: AnswerHead = { status, header: (name) => response.headers.get(name) ?? undefined };
  progress.head = head;
  const body = await readWithin(response, head, request.maxBytes, abort);
  return { ...head, body };
}

function failureFrom(error: unknown, { head }: Progress): TransportFailure {
  if (error instanceof TransportFailure) return error;
  if (faultsIn(error).some(({ code }) => BROKEN_ANSWER.test(code)))
    return new TransportFailure('malformed', true, head, error);
  if (head) return new TransportFailure('truncated', true, head, error);
  return new TransportFailure('network', !neverConnected(error), undefined, error);
}

async function readWithin(
  response: Response,
  head: AnswerHead,
  maxBytes: number,
  abort: AbortController,
): Promise<Uint8Array> {
  const reader = response.body?.getReader();
  // A caller's own `fetch` may not have tied the body to the signal.
  const cancel = () => void reader?.cancel().catch(() => {});
  if (abort.signal.aborted) cancel();
  abort.signal.addEventListener('abort', cancel);
  const tooLarge = () => {
    abort.abort();
    return new TransportFailure('too-large', true, head);
  };
  const { headers } = response;
  if (!headers.has('content-encoding') && Number(headers.get('content-length')) > maxBytes) throw tooLarge();
  const collector = new BodyCollector(maxBytes);
  for (let chunk = await reader?.read(); chunk && !chunk.done; chunk = await reader?.read()) {
    if (!collector.add(chunk.value)) throw tooLarge();
  }
  return collector.whole();
}

function neverConnected(error: unknown): boolean {
  return faultsIn(error).some(({ code, syscall }) => NEVER_CONNECTED.has(code) && CONNECTING.has(syscall));
}

/** The coded errors in an error's chain of causes; of several errors at once (one an address), the last one's. */
function faultsIn(error: unknown): { readonly code: string; readonly syscall: unknown }[] {
  const faults: { code: string; syscall: unknown }[] = [];
  for (let it = error, depth = 0; typeof it === 'object' && it !== null && depth < 8; depth++) {
    if ('code' in it && typeof it.code === 'string') {
      faults.push({ code: it.code, syscall: 'syscall' in it ? it.syscall : undefined });
    }
    it = 'cause' in it ? it.cause : it instanceof AggregateError ? it.errors.at(-1) : undefined;
  }
  return faults;
}
