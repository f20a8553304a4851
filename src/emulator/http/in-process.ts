import type { HttpAsked, HttpReply } from './http-exchange.ts';

/**
 * A `fetch` that hands each request to a function, without a socket. It fails as Node's does: with a `TypeError` that has
 * the reason as its cause.
 */
export function inProcessFetch(
  origin: string,
  answer: (asked: HttpAsked) => Promise<HttpReply>,
): typeof globalThis.fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    const { url, method, headers, signal } = request;
    if (!url.startsWith(`${origin}/`)) {
      throw failure(`This \`fetch\` reaches only the emulator at ${origin}.`, 'ECONNREFUSED');
    }
    signal.throwIfAborted();
    const body = await request.text();
    const header = (name: string): string | null => headers.get(name);
    const reply = await answer({ method, url: url.slice(origin.length), header, body, signal });
    signal.throwIfAborted();
    return responseTo(reply, signal);
  };
}

function responseTo(
  { status, headers, body, breakage }: HttpReply,
  signal: AbortSignal | undefined,
): Response | Promise<Response> {
  if (breakage === undefined) return new Response(body, { status, headers });
  if (breakage === 'stalled') {
    return new Promise((_, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
    });
  }
  if (breakage === 'reset') throw failure('read ECONNRESET', 'ECONNRESET');
  return new Response(halfOf(body), { status, headers });
}

function halfOf(body: string): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(body);
  let hasGivenHalf = false;
  return new ReadableStream({
    // The failure comes with the second reading: a stream that fails drops what was not read yet.
    pull(controller) {
      if (hasGivenHalf) controller.error(failure('other side closed', 'UND_ERR_SOCKET', 'terminated'));
      else controller.enqueue(bytes.subarray(0, bytes.length >> 1));
      hasGivenHalf = true;
    },
  });
}

function failure(reason: string, code: string, message = 'fetch failed'): TypeError {
  return new TypeError(message, { cause: Object.assign(new Error(reason), { code }) });
}
