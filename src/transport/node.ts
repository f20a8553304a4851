import type { Agent, ClientRequest, IncomingMessage, RequestOptions } from 'node:http';
import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { ConfigurationError } from '../error-classes.ts';
import { bounded } from './bounded.ts';
import { CODINGS } from './decoder.ts';
import { isLoopbackAddress } from './loopback.ts';
import { ownOnly } from './own-only.ts';
import { type AgentClass, joinPool, type Pool } from './pool.ts';
import { Receiver } from './receiver.ts';
import type {
  Cancelled,
  HttpAgent,
  Transport,
  TransportAnswer,
  TransportFailure,
  TransportRequest,
} from './transport.ts';

type Http = Pick<typeof import('node:http'), 'request'> & { readonly Agent: AgentClass };

/** Options of the node transport beside its agent. */
export interface NodeTransportOptions {
  /** The wall clock, in milliseconds: a monotonic one stands still while a frozen machine sleeps. */
  readonly now?: (() => number) | undefined;
  /** How many requests, and so connections of its own, all transports to one origin with this bound have under way at most. */
  readonly maxConnections?: number | undefined;
}

/** How long a connection may have idled before it counts as one that the server may have closed unnoticed. */
const FRESH_MS = 1_000;

/** The transport of Node: `node:http` or `node:https` with keep-alive. Nothing in it follows a redirect. */
export function createNodeTransport(
  endpoint: URL,
  http: Http,
  agent?: HttpAgent,
  { now = Date.now, maxConnections = 128 }: NodeTransportOptions = {},
): Transport {
  const { protocol, pathname: path } = endpoint;
  const plain = protocol === 'http:';
  const hostname = endpoint.hostname.replace(/[[\]]/g, '');
  const joined = agent ? undefined : joinPool(endpoint, http, maxConnections);
  const to: RequestOptions = {
    method: 'POST',
    hostname,
    port: endpoint.port || undefined,
    path,
    agent: joined?.pool.agent ?? (agent as Agent | undefined),
    // Node copies each of these into a table at each request; some agents of others choose by this one.
    ...(agent && { protocol }),
  };
  const route: Route = {
    pool: joined?.pool ?? { silentSince: -1 },
    // Looked up at each call, so that what instruments or intercepts `http.request` sees it.
    open: () => http.request(ownOnly({ ...to })),
    now,
    plainTo: plain ? endpoint : undefined,
  };
  const transport: Transport = {
    send: (request) =>
      new Promise<TransportAnswer>((resolve, reject) => new NodeExchange(route, request, resolve, reject)),
    close: () => joined?.close(),
  };
  return joined ? bounded(transport, joined.pool.room) : transport;
}

/** How the requests of one transport reach its endpoint. */
interface Route {
  /** The pool of its connections, or the memory of those of a caller's agent. */
  readonly pool: Pick<Pool, 'silentSince'>;
  readonly open: () => ClientRequest;
  readonly now: () => number;
  /** The endpoint, where it is plain http: its connections must lead to this machine. */
  readonly plainTo: URL | undefined;
}

/** A connection's last use, kept on it for all transports, since their callers may share an agent. */
const LAST_USE = Symbol('control-api-sdk last use');

/** When it ended, and how many uses of all connections had ended by then: a clock may be set back. */
interface LastUse {
  readonly at: number;
  readonly uses: number;
}

type UsedSocket = Socket & { [LAST_USE]?: LastUse };

let uses = 0;

/** One request and its answer. */
class NodeExchange {
  readonly #route: Route;
  readonly #request: TransportRequest;
  readonly #receiver: Receiver;
  #http: ClientRequest | undefined;
  #socket: UsedSocket | undefined;
  #response: IncomingMessage | undefined;
  /** When the request was written, and how many uses of connections had ended by then. */
  #written: LastUse | undefined;

  constructor(
    route: Route,
    request: TransportRequest,
    resolve: (answer: TransportAnswer) => void,
    reject: (failure: TransportFailure) => void,
  ) {
    this.#route = route;
    this.#request = request;
    this.#receiver = new Receiver(request, this, resolve, reject);
    if (!this.#receiver.settled) this.#open();
  }

  pause(): void {
    this.#response?.pause();
  }

  resume(): void {
    this.#response?.resume();
  }

  abandon(cancelled?: Cancelled): void {
    // An abort within a moment says nothing of the connection.
    const isSilent = this.#written && this.#route.now() - this.#written.at > FRESH_MS;
    if (isSilent || cancelled?.why === 'timeout') this.#suspect();
    this.#http?.destroy();
  }

  #open(): void {
    const { body, headers, authorization } = this.#request;
    let http: ClientRequest;
    try {
      http = this.#route.open();
    } catch (error) {
      this.#receiver.fail('network', error);
      return;
    }
    this.#http = http;
    headers.forEach((value, name) => {
      http.setHeader(name, value);
    });
    http.setHeader('Accept-Encoding', CODINGS);
    // NODE_DEBUG=net prints what a request was made with, and NODE_DEBUG=http did on Node 20, but not what is set later.
    if (authorization !== undefined) http.setHeader('Authorization', authorization);
    http.on('error', (error) => {
      if (http !== this.#http) return;
      if (http.reusedSocket) this.#suspect();
      // An answer that was complete by then stands: what came after it is not part of it.
      if (!this.#response?.complete) this.#receiver.fail('network', error);
    });
    // Some things end it without a word: an answer that switches protocols does.
    http.on('close', () => {
      if (http === this.#http && !this.#response?.complete) this.#receiver.fail('network');
    });
    http.on('response', (response) => this.#read(response));
    http.on('socket', (socket) => {
      if (this.#receiver.settled) return;
      if (http.reusedSocket && this.#isStale(socket)) {
        // Nothing has been written: drop this connection and ask the agent for the next one.
        this.#http = undefined;
        http.destroy();
        this.#open();
        return;
      }
      this.#watch(socket);
      if (!this.#receiver.settled) http.end(body);
    });
  }

  #isStale(socket: UsedSocket): boolean {
    const last = socket[LAST_USE] ?? { at: Number.NEGATIVE_INFINITY, uses: 0 };
    if (last.uses <= this.#route.pool.silentSince) return true;
    const idle = this.#route.now() - last.at;
    return this.#request.freshSocket && (idle < 0 || idle > FRESH_MS);
  }

  /** The connection gave nothing: nor will others, as far as they idled when the request was written to it. */
  #suspect(): void {
    const { pool } = this.#route;
    if (this.#written && !this.#response) pool.silentSince = Math.max(pool.silentSince, this.#written.uses);
  }

  /** Node holds back what is written until the connection stands; from then on it may have left. A dead one takes nothing. */
  #watch(socket: Socket): void {
    this.#socket = socket;
    const receiver = this.#receiver;
    const connected = () => {
      const stray = strayOf(socket, this.#route.plainTo);
      if (stray) receiver.fail('network', stray);
      else {
        receiver.sent = true;
        this.#written = { at: this.#route.now(), uses };
      }
    };
    const isSecuring = (socket as Partial<TLSSocket> & { secureConnecting?: boolean }).secureConnecting;
    if (isSecuring || socket.connecting) {
      const off = receiver.limit('connection', () => receiver.fail('network', connectTimeout()));
      socket.once(isSecuring ? 'secureConnect' : 'connect', () => {
        off();
        connected();
      });
    } else if (!socket.destroyed) connected();
  }

  #read(response: IncomingMessage): void {
    const receiver = this.#receiver;
    this.#response = response;
    receiver.begin({ status: response.statusCode ?? 0, header: (name) => response.headers[name]?.toString() });
    response.on('data', (piece: Buffer) => receiver.piece(piece));
    response.on('end', () => {
      if (!response.complete) return receiver.fail('truncated');
      if (this.#socket) this.#socket[LAST_USE] = { at: this.#route.now(), uses: ++uses };
      receiver.end();
    });
    response.on('error', (error) => receiver.fail('truncated', error));
  }
}

/** As the system says it, where it waits so long. */
const connectTimeout = (): Error =>
  Object.assign(new Error('connect ETIMEDOUT'), { code: 'ETIMEDOUT', syscall: 'connect' });

/** Why nothing may be written to a connection: in plain http, only to this machine, and to no proxy. */
function strayOf({ remoteAddress, remotePort }: Socket, plainTo: URL | undefined): Error | undefined {
  // The stand-in of an interceptor or a tunnel has no address.
  if (!plainTo || remoteAddress === undefined) return undefined;
  if (isLoopbackAddress(remoteAddress) && remotePort === Number(plainTo.port || 80)) return undefined;
  return new ConfigurationError(
    `${plainTo.origin} leads to ${remoteAddress} port ${remotePort}, so plain http would show the key. Use https, or a host and agent that lead to this machine.`,
  );
}
