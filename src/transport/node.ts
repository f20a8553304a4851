import type { Agent, ClientRequest, IncomingMessage, RequestOptions } from 'node:http';
import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { misconfigured } from '../errors.ts';
import { afterMs, afterTurn, type Clock, systemClock } from './clock.ts';
import { type AgentClass, FRESH_MS, joinPool, KeptConnections, type LastUse, ownOnly } from './connections.ts';
import { CODINGS } from './decoder.ts';
import { endedHandshake, neverConnected } from './faults.ts';
import { isLoopbackAddress } from './hosts.ts';
import { Receiver, type Settle, settledBy } from './receiver.ts';
import {
  type Cancelled,
  type HttpAgent,
  type Reach,
  readerOf,
  type Transport,
  type TransportRequest,
} from './transport.ts';

type Http = Pick<typeof import('node:http'), 'request'> & { readonly Agent: AgentClass };

/** Options of the node transport beside its agent. */
export interface NodeTransportOptions {
  /** Times what may take too long. */
  readonly clock?: Clock | undefined;
  /** The wall clock, in milliseconds: a monotonic one stands still while a frozen machine sleeps. */
  readonly now?: (() => number) | undefined;
  /** Calls `run` after so many milliseconds. */
  readonly wait?: ((ms: number, run: () => void) => void) | undefined;
  /** How many requests, and so connections of its own, all transports to one origin with this bound have under way at most. */
  readonly maxConnections?: number | undefined;
}

/** How long a connection may take to stand, in milliseconds. */
const CONNECT_MS = 10_000;

/** The transport of Node: `node:http` or `node:https` with keep-alive. Nothing in it follows a redirect. */
export function createNodeTransport(
  endpoint: URL,
  http: Http,
  agent?: HttpAgent,
  { clock = systemClock, now = Date.now, wait = afterMs, maxConnections = 128 }: NodeTransportOptions = {},
): Transport {
  const { protocol, pathname: path } = endpoint;
  const hostname = endpoint.hostname.replace(/[[\]]/g, '');
  const joined = agent ? undefined : joinPool(endpoint, http, maxConnections);
  const pool = joined?.pool;
  const to: RequestOptions = {
    method: 'POST',
    hostname,
    port: endpoint.port || undefined,
    path,
    agent: pool?.agent ?? (agent as Agent | undefined),
    // Node copies each of these into a table at each request; some agents of others choose by this one.
    ...(agent && { protocol }),
  };
  // Looked up at each call, so that what instruments or intercepts `http.request` sees it.
  const makeRequest = () => http.request(ownOnly({ ...to }));
  const route: Route = {
    kept: pool?.kept ?? new KeptConnections(),
    open: (request) => (pool ? pool.open(makeRequest, request, now()) : makeRequest()),
    clock,
    now,
    wait,
    plainTo: protocol === 'http:' ? endpoint : undefined,
    last: undefined,
  };
  return {
    door: pool?.room.door(),
    budget: pool?.budget,
    send: (request) => settledBy((settle) => new NodeExchange(route, request, settle).start()),
    close: () => {
      route.last = undefined;
      joined?.close();
    },
  };
}

/** How the requests of one transport reach its endpoint. */
interface Route {
  readonly kept: KeptConnections;
  /** Makes a request, over a connection that may serve it as far as its agent is ours. */
  readonly open: (request: TransportRequest) => ClientRequest;
  readonly clock: Clock;
  readonly now: () => number;
  readonly wait: (ms: number, run: () => void) => void;
  /** The endpoint, where it is plain http: its connections must lead to this machine. */
  readonly plainTo: URL | undefined;
  /** Keeps the hidden class of requests, and with it compiled code, alive between collections. */
  last: ClientRequest | undefined;
}

/** One request and its answer. */
class NodeExchange {
  readonly #route: Route;
  readonly #request: TransportRequest;
  readonly #receiver: Receiver;
  #http: ClientRequest | undefined;
  #socket: Socket | undefined;
  #response: IncomingMessage | undefined;
  /** When the request was written, and how many uses of connections had ended by then. */
  #written: LastUse | undefined;
  /** Goes on with what waits for a connection, or on a kept one; undefined once the request is written. */
  #wake: (() => void) | undefined;
  /** Whether the kept connection ended before anything was written. */
  #isLost = false;

  constructor(route: Route, request: TransportRequest, settle: Settle) {
    this.#route = route;
    this.#request = request;
    this.#receiver = new Receiver(request, route.clock, this, settle);
  }

  /** Looks for a connection until the request is written. Awaits each step: events of connections come in the context of others. */
  async start(): Promise<void> {
    const receiver = this.#receiver;
    try {
      while (!receiver.settled && !(await this.#writeOnce())) {
        const http = this.#http;
        this.#http = undefined;
        http?.destroy();
      }
    } catch (error) {
      receiver.fail('network', error);
    }
  }

  reach(cause: unknown): Reach {
    const { kept } = this.#route;
    if (!this.#http?.reusedSocket) return endedHandshake(cause) ? 'handshake' : 'service';
    kept.died();
    return 'dead-connection';
  }

  abandon(cancelled?: Cancelled): void {
    // An abort within a moment says nothing of the connection.
    const { now, kept } = this.#route;
    const isLate = cancelled?.why === 'timeout' || (this.#written && now() - this.#written.at > FRESH_MS);
    if (isLate && this.#written && !this.#response) kept.fellSilent(this.#written);
    this.#http?.destroy();
    this.#wake?.();
  }

  /** Makes a request and writes it; false where its kept connection may not serve, or ended before anything was written. */
  async #writeOnce(): Promise<boolean> {
    const { kept, now, wait } = this.#route;
    const receiver = this.#receiver;
    this.#isLost = false;
    const http = this.#open();
    await this.#waken();
    const socket = this.#socket;
    if (http.reusedSocket && socket && !receiver.settled) {
      if (this.#isLost || !kept.mayServe(socket, this.#request, now())) return false;
      // Nothing is written to a kept connection before the event loop has turned: its end may be about to be read.
      const doubtMs = kept.doubtMs(socket, this.#request, now());
      const wake = () => this.#wake?.();
      if (doubtMs > 0) wait(doubtMs, () => afterTurn(wake));
      else afterTurn(wake);
      await this.#waken();
      if (this.#isLost) return false;
    }
    this.#wake = undefined;
    if (socket && !receiver.settled) this.#write(http, socket);
    return true;
  }

  #waken(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }

  #open(): ClientRequest {
    const { headers, authorization } = this.#request;
    const http = this.#route.open(this.#request);
    this.#http = this.#route.last = http;
    headers.forEach((value, name) => {
      http.setHeader(name, value);
    });
    http.setHeader('Accept-Encoding', CODINGS);
    // NODE_DEBUG=net prints what a request was made with, and NODE_DEBUG=http did on Node 20, but not what is set later.
    if (authorization !== undefined) http.setHeader('Authorization', authorization);
    const ended = (error?: Error) => {
      // An answer that was complete by then stands: what came after it is not part of it.
      if (http !== this.#http || this.#receiver.settled || this.#response?.complete) return;
      if (this.#wake && http.reusedSocket) {
        this.#route.kept.ended();
        this.#isLost = true;
        this.#wake();
      } else {
        if (!this.#response && neverConnected(error)) this.#receiver.sent = false;
        this.#receiver.fail('network', error);
      }
    };
    http.on('error', ended);
    // Some things end it without a word: an answer that switches protocols does.
    http.on('close', () => ended());
    http.on('response', (response) => {
      // Nothing has been written that this could answer.
      if ((this.#wake && http.reusedSocket) || http !== this.#http) return ended();
      if (http.reusedSocket) this.#route.kept.served();
      this.#read(response);
    });
    http.on('socket', (socket) => {
      this.#socket = socket;
      this.#wake?.();
    });
    return http;
  }

  /** Node holds back what is written until the connection stands; from then on it may have left. A dead one takes nothing. */
  #write(http: ClientRequest, socket: Socket): void {
    const receiver = this.#receiver;
    const written = () => {
      receiver.sent = true;
      this.#written = KeptConnections.use(this.#route.now());
    };
    const connected = () => {
      const stray = strayOf(socket, this.#route.plainTo);
      if (stray) receiver.fail('network', stray);
      else written();
    };
    const isSecuring = (socket as Partial<TLSSocket> & { secureConnecting?: boolean }).secureConnecting;
    if (isSecuring || socket.connecting) {
      const off = receiver.limit(CONNECT_MS, () => receiver.fail('network', connectTimeout()));
      socket.once(isSecuring ? 'secureConnect' : 'connect', () => {
        off();
        connected();
      });
    } else if (!socket.destroyed) connected();
    if (receiver.settled) return;
    http.end(this.#request.body);
    // A stand-in has the bytes, whatever it says of a connection.
    if (!isOfNode(socket)) written();
  }

  #read(response: IncomingMessage): void {
    const receiver = this.#receiver;
    this.#response = response;
    receiver.begin({ status: response.statusCode ?? 0, header: readerOf(response.headers) });
    response.on('data', (piece: Buffer) => receiver.piece(piece));
    response.on('end', () => {
      if (!response.complete) return receiver.fail('truncated');
      if (this.#socket) this.#route.kept.used(this.#socket, this.#route.now());
      receiver.end();
    });
    response.on('error', (error) => receiver.fail('truncated', error));
  }
}

/** Whether a connection is Node's own: those of interceptors extend or imitate its classes. */
function isOfNode(socket: Socket): boolean {
  const prototype: unknown = Object.getPrototypeOf(socket);
  return (
    prototype === process.getBuiltinModule('node:net').Socket.prototype ||
    prototype === process.getBuiltinModule('node:tls').TLSSocket.prototype
  );
}

/** As the system says it, where it waits so long. */
const connectTimeout = (): Error =>
  Object.assign(new Error('connect ETIMEDOUT'), { code: 'ETIMEDOUT', syscall: 'connect' });

/** Why nothing may be written to a connection: in plain http, only to this machine, and to no proxy. */
function strayOf({ remoteAddress, remotePort }: Socket, plainTo: URL | undefined): Error | undefined {
  // The stand-in of an interceptor or a tunnel has no address.
  if (!plainTo || remoteAddress === undefined) return undefined;
  if (isLoopbackAddress(remoteAddress) && remotePort === Number(plainTo.port || 80)) return undefined;
  return misconfigured(
    `${plainTo.origin} leads to ${remoteAddress} port ${remotePort}, so plain http would show the key. Use https, or a host and agent that lead to this machine.`,
  );
}
