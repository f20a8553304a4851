import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { ControlApiError } from '../../index.ts';
import { errorReply, type HttpAsked, type HttpHead, type HttpReply } from './http-exchange.ts';

/** A server that listens on loopback. */
export interface Listening {
  readonly port: number;
  /** Closes every connection; it can be called several times. */
  readonly close: () => Promise<void>;
}

const host = '127.0.0.1';

/** The names of this machine to itself. A page of another site that resolves its own name to 127.0.0.1 is refused. */
const ownName = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?$/i;

/**
 * Listens on loopback, and has every request answered. `refuse` gives the answer to one whose body is not to be read.
 *
 * @throws {ControlApiError} if the port cannot be used.
 */
export async function listen(
  wanted: number,
  answer: (asked: HttpAsked) => Promise<HttpReply>,
  maxBodyBytes: number,
  refuse: (head: HttpHead) => HttpReply | undefined,
): Promise<Listening> {
  const server = createServer(async (request, response) => {
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    const { method = 'GET', url = '/', headers } = request;
    const head = { method, url, header: (name: string) => headers[name]?.toString() ?? null, signal: gone.signal };
    const refused = ownName.test(headers.host ?? '')
      ? refuse(head)
      : errorReply(421, 'The emulator answers only requests to 127.0.0.1 or localhost.');
    if (refused) {
      // The body is let through unread.
      request.resume();
      writeReply(response, refused);
      return;
    }
    const body = await readBody(request, maxBodyBytes);
    if (body === undefined) return;
    writeReply(response, await answer({ ...head, body }).catch((error: unknown) => errorReply(500, String(error))));
  });
  const port = await opened(server, wanted);
  let closing: Promise<void> | undefined;
  return {
    port,
    close() {
      closing ??= new Promise((resolve) => {
        server.close(() => resolve());
        // A keep-alive socket of a client would keep the server open.
        server.closeAllConnections();
      });
      return closing;
    },
  };
}

async function opened(server: Server, port: number): Promise<number> {
  server.listen(port, host);
  await once(server, 'listening').catch((error: NodeJS.ErrnoException) => {
    const reason = error.code === 'EADDRINUSE' ? 'the port is in use' : (error.code ?? error.message);
    throw new ControlApiError(
      'configuration',
      `The emulator cannot listen on port ${port}: ${reason}. Choose another port, or 0 for a free one.`,
    );
  });
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : port;
}

/** Reads the body of a request; undefined if it ended before it was complete. One over the limit is cut behind it. */
async function readBody(request: IncomingMessage, most: number): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of request) {
      if (size <= most) chunks.push(Buffer.from(chunk));
      size += chunk.length;
    }
  } catch {
    return undefined;
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Writes an answer to a socket, or lets its breakage happen. */
function writeReply(response: ServerResponse, { status, headers, body, breakage }: HttpReply): void {
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
