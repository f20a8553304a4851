import type { IncomingMessage, ServerResponse } from 'node:http';
import type { HttpAsked, HttpReply } from './http-exchange.ts';

/** Reads a request from a socket; undefined if it ended before it was complete. */
export async function readRequest(request: IncomingMessage, signal: AbortSignal): Promise<HttpAsked | undefined> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
  } catch {
    return undefined;
  }
  const { method = 'GET', url = '/', headers } = request;
  return {
    method,
    url,
    header: (name) => {
      const value = headers[name];
      return Array.isArray(value) ? value.join(', ') : (value ?? null);
    },
    body: Buffer.concat(chunks).toString('utf8'),
    signal,
  };
}

/** Writes an answer to a socket, or lets its mishap happen. */
export function writeReply(response: ServerResponse, { status, headers, body, mishap }: HttpReply): void {
  if (mishap === 'stalled') return;
  if (mishap === 'reset') {
    response.socket?.resetAndDestroy();
    return;
  }
  const bytes = Buffer.from(body);
  response.writeHead(status, { ...headers, 'content-length': bytes.length });
  if (mishap === 'truncated') response.write(bytes.subarray(0, bytes.length >> 1), () => response.socket?.destroy());
  else response.end(bytes);
}
