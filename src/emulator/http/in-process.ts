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
    const plain = init !== undefined && typeof init.body === 'string' && !(input instanceof Request);
    const { url, asked } = plain ? plainRequest(String(input), init) : await anyRequest(new Request(input, init));
    if (!url.startsWith(`${origin}/`)) {
      throw failure(`This \`fetch\` reaches only the emulator at ${origin}.`, 'ECONNREFUSED');
    }
    asked.signal?.throwIfAborted();
    const reply = await answer({ ...asked, url: url.slice(origin.length) });
    asked.signal?.throwIfAborted();
    return responseTo(reply, asked.signal);
  };
}

interface Read {
  readonly url: string;
  readonly asked: Omit<HttpAsked, 'url'>;
}

/** The request that nearly every client makes: a URL, and a body that is text. It needs no `Request`, which is slow to make. */
function plainRequest(url: string, { method = 'GET', headers, body, signal }: RequestInit): Read {
  return {
    url,
    asked: { method, header: headerOf(headers), body: String(body), signal: signal ?? undefined },
  };
}

async function anyRequest(request: Request): Promise<Read> {
  const { url, method, headers, signal } = request;
  return { url, asked: { method, header: (name) => headers.get(name), body: await request.text(), signal } };
}

function headerOf(headers: RequestInit['headers']): HttpAsked['header'] {
  if (headers instanceof Headers || Array.isArray(headers)) {
    const all = new Headers(headers);
    return (name) => all.get(name);
  }
  const values: Readonly<Record<string, string | readonly string[]>> = headers ?? {};
  const names = Object.keys(values);
  return (name) => {
    const key = name in values ? name : names.find((each) => each.toLowerCase() === name);
    const value = key === undefined ? undefined : values[key];
    return value === undefined ? null : String(value);
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
