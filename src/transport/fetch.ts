import { type Transport, type TransportAnswer, TransportFailure, type TransportRequest } from './transport.ts';

/** The codes with which runtimes say that a connection never came about, so that nothing can have been sent. */
const NEVER_CONNECTED: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

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
          reject(new TransportFailure('cancelled', progress.sent, progress.status));
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
  status?: number;
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
  // The fetch standard hides a redirect's status; servers' runtimes show it.
  const status = response.type === 'opaqueredirect' ? 302 : response.status;
  progress.status = status;
  const body = await readWithin(response, request.maxBytes, abort);
  return { status, body, header: (name) => response.headers.get(name) ?? undefined };
}

function failureFrom(error: unknown, { status }: Progress): TransportFailure {
  if (error instanceof TransportFailure) return error;
  if (codesOf(error).some((code) => BROKEN_ANSWER.test(code)))
    return new TransportFailure('malformed', true, status, error);
  if (status !== undefined) return new TransportFailure('truncated', true, status, error);
  return new TransportFailure('network', !neverConnected(error), undefined, error);
}

async function readWithin(response: Response, maxBytes: number, abort: AbortController): Promise<Uint8Array> {
  const tooLarge = () => {
    abort.abort();
    return new TransportFailure('too-large', true, response.status);
  };
  const { headers } = response;
  if (!headers.has('content-encoding') && Number(headers.get('content-length')) > maxBytes) throw tooLarge();
  const reader = response.body?.getReader();
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for (let chunk = await reader?.read(); chunk && !chunk.done; chunk = await reader?.read()) {
    bytes += chunk.value.length;
    if (bytes > maxBytes) throw tooLarge();
    chunks.push(chunk.value);
  }
  const body = new Uint8Array(bytes);
  let offset = 0;
  for (const chunk of chunks) {
    body.set(chunk, offset);
    offset += chunk.length;
  }
  return body;
}

function neverConnected(error: unknown): boolean {
  return codesOf(error).some((code) => NEVER_CONNECTED.has(code));
}

/** The codes in an error's chain of causes; of several errors at once (one an address), those of the last. */
function codesOf(error: unknown): string[] {
  const codes: string[] = [];
  for (let it = error; typeof it === 'object' && it !== null && codes.length < 8; ) {
    if ('code' in it && typeof it.code === 'string') codes.push(it.code);
    it = 'cause' in it ? it.cause : it instanceof AggregateError ? it.errors.at(-1) : undefined;
  }
  return codes;
}
