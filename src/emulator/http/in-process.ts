import type { HttpReply, HttpRequest } from './http-exchange.ts';

/** A `fetch` that calls a function instead of a server. It fails as Node's does: a `TypeError` with the reason as its cause. */
export function inProcessFetch(
  origin: string,
  answer: (asked: HttpRequest) => Promise<HttpReply>,
): typeof globalThis.fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    const { url, method, headers, signal } = request;
    if (!url.startsWith(`${origin}/`)) {
      throw failure(`This \`fetch\` reaches only the emulator at ${origin}.`, 'ECONNREFUSED');
    }
    signal.throwIfAborted();
    const header = (name: string): string | null => headers.get(name);
    const body = () => request.text();
    const reply = await answer({ method, url: url.slice(origin.length), header, body, signal });
    signal.throwIfAborted();
    return received(reply, signal);
  };
}

async function received({ status, headers, body, breakage }: HttpReply, signal: AbortSignal): Promise<Response> {
  if (breakage === 'reset') throw failure('read ECONNRESET', 'ECONNRESET');
  if (breakage === 'stalled')
    await new Promise((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    });
  return new Response(breakage === 'truncated' ? halfOf(body) : body, { status, headers });
}

function halfOf(body: string): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(body);
  return new ReadableStream({
    start: (stream) => stream.enqueue(bytes.subarray(0, bytes.length >> 1)),
    // A failing stream drops unread bytes, so that only the second read fails.
    pull: (stream) => stream.error(failure('other side closed', 'UND_ERR_SOCKET', 'terminated')),
  });
}

function failure(reason: string, code: string, message = 'fetch failed'): TypeError {
  return new TypeError(message, { cause: Object.assign(new Error(reason), { code }) });
}
