import type { Agent, ClientRequest, IncomingMessage, RequestOptions } from 'node:http';
import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { misconfigured } from '../errors.ts';
import { afterMs, afterTurn, type Clock, systemClock } from './clock.ts';
import { type AgentClass, FRESH_MS, joinPool, KeptConnections, type LastUse, ownOnly } from './connections.ts';
import { CODINGS } from './decoder.ts';
import { endedHandshake, neverConnected } from './faults.ts';
import { isLoopbackAddress } from './hosts.ts';
import { Receiver, readerOf, type Settle, settledBy } from './receiver.ts';
import type { Cancelled, HttpAgent, Reach, Transport, TransportRequest } from './transport.ts';

type Http = Pick<typeof import('node:http'), 'request'> & { readonly Agent: AgentClass };

export interface NodeTransportOptions {
  readonly clock?: Clock | undefined;
  /** The wall clock: a monotonic one stands still while the machine sleeps. */
  readonly now?: (() => number) | undefined;
  readonly wait?: ((ms: number, run: () => void) => void) | undefined;
  readonly maxConnections?: number | undefined;
}

const CONNECT_MS = 10_000;

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
    // Some agents choose by this; Node copies each option at each request.
    ...(agent && { protocol }),
  };
  // Looked up at each call, so that instrumentation of `http.request` sees it.
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
    queue: pool?.limit.queue(),
    budget: pool?.budget,
    send: (request) => settledBy((settle) => new NodeExchange(route, request, settle).start()),
    close: () => {
      route.last = undefined;
      joined?.close();
    },
  };
}

interface Route {
  readonly kept: KeptConnections;
  readonly open: (request: TransportRequest) => ClientRequest;
  readonly clock: Clock;
  readonly now: () => number;
  readonly wait: (ms: number, run: () => void) => void;
  /** The endpoint, if it is plain http: its connections must lead to this machine. */
  readonly plainTo: URL | undefined;
  /** Keeps the hidden class of requests, and with it compiled code, alive between collections. */
  last: ClientRequest | undefined;
}

class NodeExchange {
  readonly #route: Route;
  readonly #request: TransportRequest;
  readonly #receiver: Receiver;
  #http: ClientRequest | undefined;
  #socket: Socket | undefined;
  #response: IncomingMessage | undefined;
  #written: LastUse | undefined;
  #resume: (() => void) | undefined;
  #isLost = false;

  constructor(route: Route, request: TransportRequest, settle: Settle) {
    this.#route = route;
    this.#request = request;
    this.#receiver = new Receiver(request, route.clock, this, settle);
  }

  /** Events of connections come in the async context of others, so each step is awaited. */
  async start(): Promise<void> {
    const receiver = this.#receiver;
    try {
      while (!receiver.settled && !(await this.#tryConnection())) {
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
    // An early abort says nothing about the connection.
    const { now, kept } = this.#route;
    const isLate = cancelled?.why === 'timeout' || (this.#written && now() - this.#written.at > FRESH_MS);
    if (isLate && this.#written && !this.#response) kept.fellSilent(this.#written);
    this.#http?.destroy();
    this.#resume?.();
  }

  async #tryConnection(): Promise<boolean> {
    const { kept, now, wait } = this.#route;
    const receiver = this.#receiver;
    this.#isLost = false;
    const http = this.#makeRequest();
    await this.#pause();
    const socket = this.#socket;
    if (http.reusedSocket && socket && !receiver.settled) {
      if (this.#isLost || !kept.mayServe(socket, this.#request, now())) return false;
      // One turn of the event loop shows whether a kept connection has ended.
      const doubtMs = kept.doubtMs(socket, this.#request, now());
      const resume = () => this.#resume?.();
      if (doubtMs > 0) wait(doubtMs, () => afterTurn(resume));
      else afterTurn(resume);
      await this.#pause();
      if (this.#isLost) return false;
    }
    this.#resume = undefined;
    if (socket && !receiver.settled) this.#sendBody(http, socket);
    return true;
  }

  #pause(): Promise<void> {
    return new Promise((resolve) => {
      this.#resume = resolve;
    });
  }

  #makeRequest(): ClientRequest {
    const { headers, authorization } = this.#request;
    const http = this.#route.open(this.#request);
    this.#http = this.#route.last = http;
    for (const [name, value] of Object.entries(headers)) http.setHeader(name, value);
    http.setHeader('Accept-Encoding', CODINGS);
    // NODE_DEBUG prints the options of a request, but not headers set later.
    if (authorization !== undefined) http.setHeader('Authorization', authorization);
    const ended = (error?: Error) => {
      // A complete answer stands, whatever follows.
      if (http !== this.#http || this.#receiver.settled || this.#response?.complete) return;
      if (this.#resume && http.reusedSocket) {
        this.#route.kept.lasting = false;
        this.#isLost = true;
        this.#resume();
      } else {
        if (!this.#response && neverConnected(error)) this.#receiver.sent = false;
        this.#receiver.fail('network', error);
      }
    };
    http.on('error', ended);
    // Some requests end without an error, such as after an answer that switches protocols.
    http.on('close', () => ended());
    http.on('response', (response) => {
      if ((this.#resume && http.reusedSocket) || http !== this.#http) return ended();
      if (http.reusedSocket) this.#route.kept.lasting = true;
      this.#onResponse(response);
    });
    http.on('socket', (socket) => {
      this.#socket = socket;
      this.#resume?.();
    });
    return http;
  }

  /** Node buffers what is written until the connection stands; from then on it may have left. */
  #sendBody(http: ClientRequest, socket: Socket): void {
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
      const off = receiver.limit(CONNECT_MS, () => {
        const cause = new Error('connect ETIMEDOUT');
        receiver.fail('network', Object.assign(cause, { code: 'ETIMEDOUT', syscall: 'connect' }));
      });
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

  #onResponse(response: IncomingMessage): void {
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

/** Whether a connection is Node's own: interceptors extend or imitate its classes. */
function isOfNode(socket: Socket): boolean {
  const prototype: unknown = Object.getPrototypeOf(socket);
  return (
    prototype === process.getBuiltinModule('node:net').Socket.prototype ||
    prototype === process.getBuiltinModule('node:tls').TLSSocket.prototype
  );
}

/** Plain http may be written only to this machine, and to no proxy. */
function strayOf({ remoteAddress, remotePort }: Socket, plainTo: URL | undefined): Error | undefined {
  // The stand-in of an interceptor or a tunnel has no address.
  if (!plainTo || remoteAddress === undefined) return undefined;
  if (isLoopbackAddress(remoteAddress) && remotePort === Number(plainTo.port || 80)) return undefined;
  return misconfigured(
    `${plainTo.origin} leads to ${remoteAddress} port ${remotePort}, so plain http would show the key. Use https, or a host and agent that lead to this machine.`,
  );
}
