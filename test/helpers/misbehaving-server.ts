import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import net from 'node:net';
import tls from 'node:tls';
import { listen } from './listen.ts';

/** One complete request: every byte of its head and body has arrived. */
export interface Delivery {
  /** The number of the delivery, from 1. */
  readonly nth: number;
  /** The number of the connection, from 1, and the number of the request on it, from 1. */
  readonly connection: number;
  readonly onConnection: number;
  readonly requestLine: string;
  /** Raw header lines in order. */
  readonly headerLines: readonly string[];
  /** Header values by lower-case name. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
  readonly at: number;
}

/** The objects of a misbehavior. `client` is the plain socket. */
export interface Exchange {
  readonly delivery: Delivery;
  readonly client: net.Socket;
  /** The address of the server, for redirects to itself. */
  readonly url: string;
}

/** The behavior of a server. A server without `answer` reads and stays silent. */
export interface Behaviour {
  /** Runs for an accepted connection, before anything is read. */
  readonly connected?: (client: net.Socket) => void;
  /** Runs for the first bytes of a request. */
  readonly begun?: (client: net.Socket) => void;
  /** Runs for a complete request. */
  readonly answer?: (exchange: Exchange) => void | Promise<void>;
  /** Use TLS with a self-signed certificate. */
  readonly tls?: boolean;
}

/** The self-signed test certificate, for callers that trust it. */
export const certificate: string = readFileSync(new URL('./certificates/loopback.pem', import.meta.url), 'utf8');
export const privateKey: string = readFileSync(new URL('./certificates/loopback-key.pem', import.meta.url), 'utf8');

/** A raw HTTP server on loopback with any misbehavior, which records all requests. */
export class MisbehavingServer implements AsyncDisposable {
  readonly deliveries: Delivery[] = [];
  /** The number of accepted connections. */
  connections = 0;
  /** The number of received bytes, incomplete requests included. */
  readonly received: Buffer[] = [];
  readonly #behaviour: Behaviour;
  readonly #server: net.Server;
  readonly #open = new Set<net.Socket>();

  private constructor(behaviour: Behaviour) {
    this.#behaviour = behaviour;
    const accept = (client: net.Socket): void => this.#accept(client);
    this.#server = behaviour.tls
      ? tls.createServer({ key: privateKey, cert: certificate }, accept)
      : net.createServer({ noDelay: true }, accept);
    // A broken TLS handshake of a client is no failure of the server.
    this.#server.on('tlsClientError', () => {});
  }

  static async start(behaviour: Behaviour): Promise<MisbehavingServer> {
    const started = new MisbehavingServer(behaviour);
    await listen(started.#server);
    return started;
  }

  get port(): number {
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('the server is not listening');
    return address.port;
  }

  get url(): string {
    return `${this.#behaviour.tls ? 'https' : 'http'}://127.0.0.1:${this.port}`;
  }

  /** Open connections with traffic. Global fetch opens spare ones without. */
  get openConnections(): number {
    return [...this.#open].filter(({ bytesRead }) => bytesRead > 0).length;
  }

  /** Drops the recorded requests, for tests of memory. */
  forget(): void {
    this.deliveries.length = 0;
    this.received.length = 0;
  }

  /** Ends every open connection with FIN or RST. */
  hangUp(how: 'fin' | 'rst'): void {
    for (const client of this.#open) how === 'fin' ? client.end() : client.resetAndDestroy();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    for (const client of this.#open) client.destroy();
    await closed;
  }

  #accept(client: net.Socket): void {
    const connection = ++this.connections;
    this.#open.add(client);
    client.on('close', () => this.#open.delete(client));
    // Errors of broken connections are expected here.
    client.on('error', () => {});
    this.#behaviour.connected?.(client);
    let pending = Buffer.alloc(0);
    let onConnection = 0;
    client.on('data', (bytes: Buffer) => {
      if (pending.length === 0) this.#behaviour.begun?.(client);
      this.received.push(bytes);
      pending = Buffer.concat([pending, bytes]);
      for (let request = parse(pending); request !== undefined; request = parse(pending)) {
        pending = pending.subarray(request.length);
        const delivery: Delivery = {
          ...request.content,
          nth: this.deliveries.length + 1,
          connection,
          onConnection: ++onConnection,
          at: performance.now(),
        };
        this.deliveries.push(delivery);
        void this.#behaviour.answer?.({ delivery, client, url: this.url });
      }
    });
  }
}

/** Reads one request from the front of `bytes`; undefined while it is incomplete. The clients under test send a length. */
function parse(
  bytes: Buffer,
): { length: number; content: Pick<Delivery, 'requestLine' | 'headerLines' | 'headers' | 'body'> } | undefined {
  const headEnd = bytes.indexOf('\r\n\r\n');
  if (headEnd === -1) return undefined;
  const [requestLine = '', ...headerLines] = bytes.toString('latin1', 0, headEnd).split('\r\n');
  const headers = new Map(
    headerLines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const;
    }),
  );
  const length = headEnd + 4 + Number(headers.get('content-length') ?? 0);
  if (bytes.length < length) return undefined;
  return { length, content: { requestLine, headerLines, headers, body: bytes.toString('utf8', headEnd + 4, length) } };
}

/** A reserved loopback address without a listener: the local end of a connection. */
export async function refusingAddress(): Promise<{ url: string } & AsyncDisposable> {
  const server = await MisbehavingServer.start({});
  const held = net.connect(server.port, '127.0.0.1');
  await once(held, 'connect');
  return {
    url: `http://127.0.0.1:${held.localPort}`,
    [Symbol.asyncDispose]: async () => {
      held.destroy();
      await server[Symbol.asyncDispose]();
    },
  };
}
