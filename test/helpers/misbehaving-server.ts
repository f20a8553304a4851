import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import net from 'node:net';
import tls from 'node:tls';

/** One complete request as it arrived: every byte of it, head and body. That is what "delivered" means here. */
export interface Delivery {
  /** Which delivery of the server's life this is, from 1. */
  readonly nth: number;
  /** Which connection brought it, from 1, and which request on that connection it was, from 1. */
  readonly connection: number;
  readonly onConnection: number;
  readonly requestLine: string;
  /** Raw header lines as sent, in order. */
  readonly headerLines: readonly string[];
  /** Header values by lower-case name. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
  readonly at: number;
}

/** What a misbehaviour gets to work with. `client` is the naked socket: anything may be written to it, or nothing. */
export interface Exchange {
  readonly delivery: Delivery;
  readonly client: net.Socket;
  /** Where the server listens, for redirects to itself. */
  readonly url: string;
}

/** What a server does. Each part is optional; a server without `answer` reads and never says a word. */
export interface Behaviour {
  /** As soon as a connection is accepted, before anything is read. */
  readonly connected?: (client: net.Socket) => void;
  /** As soon as the first bytes of a request are there, before it is complete. */
  readonly begun?: (client: net.Socket) => void;
  /** Once a request is complete. */
  readonly answer?: (exchange: Exchange) => void | Promise<void>;
  /** Speak TLS with a certificate that nobody has reason to trust. */
  readonly tls?: boolean;
}

/** The self-signed test certificate, for callers that are to trust it. */
export const certificate: string = readFileSync(new URL('./certificates/loopback.pem', import.meta.url), 'utf8');
export const privateKey: string = readFileSync(new URL('./certificates/loopback-key.pem', import.meta.url), 'utf8');

/** A raw-socket HTTP server on loopback that does exactly what its behaviour says, however wrong, and keeps the books. */
export class MisbehavingServer implements AsyncDisposable {
  readonly deliveries: Delivery[] = [];
  /** Every connection that was ever accepted. */
  connections = 0;
  /** Bytes received, whether or not they made up a request. */
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
    // A client that breaks off a TLS handshake is an event here, not a failure of the server.
    this.#server.on('tlsClientError', () => {});
  }

  static async start(behaviour: Behaviour): Promise<MisbehavingServer> {
    const started = new MisbehavingServer(behaviour);
    started.#server.listen(0, '127.0.0.1');
    await once(started.#server, 'listening');
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

  /** Connections open at this moment that anything came over: global fetch opens spare ones, and never uses them. */
  get openConnections(): number {
    return [...this.#open].filter(({ bytesRead }) => bytesRead > 0).length;
  }

  /** Lets go of what was received so far, for tests that measure memory. */
  forget(): void {
    this.deliveries.length = 0;
    this.received.length = 0;
  }

  /** Ends every open connection: politely (FIN) or not (RST). */
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
    // The point of this server is broken connections: their errors are expected.
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

/** Reads one whole request from the front of `bytes`; undefined while it is incomplete. Our clients always send a length. */
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

/** An address on loopback where nobody listens and, while it is held, nobody can: it is a client's end of a connection. */
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
