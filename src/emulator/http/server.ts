import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { ControlApiError } from '../../index.ts';
import { errorReply, type HttpReply, type HttpRequest } from './http-exchange.ts';

export interface Listening {
  readonly port: number;
  readonly close: () => Promise<void>;
}

/** Other names may be of a foreign page whose name resolves to 127.0.0.1 (DNS rebinding). */
const ownName = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?$/i;

/** Listens on loopback. @throws {ControlApiError} if the port cannot be used. */
export async function listen(
  wanted: number,
  answer: (asked: HttpRequest) => Promise<HttpReply>,
  maxBodyBytes: number,
): Promise<Listening> {
  const foreign = errorReply(421, 'The emulator answers only requests to 127.0.0.1 or localhost.');
  const server = createServer(async (request, response) => {
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    const { method = 'GET', url = '/', headers } = request;
    const header = (name: string) => headers[name]?.toString() ?? null;
    const asked = { method, url, header, signal: gone.signal, body: () => readBody(request, maxBodyBytes) };
    const isOwn = ownName.test(headers.host ?? '');
    const reply = isOwn ? answer(asked).catch((error: unknown) => errorReply(500, String(error))) : foreign;
    writeReply(response, await reply);
  });
  server.listen(wanted, '127.0.0.1');
  await once(server, 'listening').catch((error: NodeJS.ErrnoException) => {
    const reason = error.code === 'EADDRINUSE' ? 'the port is in use' : (error.code ?? error.message);
    throw new ControlApiError(
      'configuration',
      `The emulator cannot listen on port ${wanted}: ${reason}. Choose another port, or 0 for a free one.`,
    );
  });
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : wanted,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        // A keep-alive socket would keep the server open.
        server.closeAllConnections();
      }),
  };
}

/** Reads a body, cut behind the limit. */
async function readBody(request: IncomingMessage, most: number): Promise<string> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) if (text.length <= most) text += chunk;
  return text;
}

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
