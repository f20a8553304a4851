import type { IncomingMessage, ServerResponse } from 'node:http';
import type { HttpHead, HttpReply } from './http-exchange.ts';

/** Reads the body of a request; undefined if it ended before it was complete. What is over the limit is not kept. */
export async function readBody(request: IncomingMessage, most: number): Promise<string | 'too large' | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of request) {
      size += chunk.length;
      if (size <= most) chunks.push(Buffer.from(chunk));
      else chunks.length = 0;
    }
  } catch {
    return undefined;
  }
  return size > most ? 'too large' : Buffer.concat(chunks).toString('utf8');
}

/** A request without its body. */
export function requestHead({ method = 'GET', url = '/', headers }: IncomingMessage, signal: AbortSignal): HttpHead {
  return {
    method,
    url,
    header: (name) => {
      const value = headers[name];
      return Array.isArray(value) ? value.join(', ') : (value ?? null);
    },
    signal,
  };
}

/** Writes an answer to a socket, or lets its breakage happen. */
export function writeReply(response: ServerResponse, { status, headers, body, breakage }: HttpReply): void {
  if (breakage === 'stalled') return;
  if (breakage === 'reset') {
    response.socket?.resetAndDestroy();
    return;
  }
  const bytes = Buffer.from(body);
  response.writeHead(status, { ...headers, 'content-length': bytes.length });
  if (breakage === 'truncated') response.write(bytes.subarray(0, bytes.length >> 1), () => response.socket?.destroy());
  else response.end(bytes);
}
