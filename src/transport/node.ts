import type { Agent, ClientRequest, IncomingMessage, RequestOptions } from 'node:http';
import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { misconfigured } from '../errors.ts';
import { CODINGS } from './decoder.ts';
import { FRESH_MS, KeptConnections, type LastUse } from './kept-connections.ts';
import { isLoopbackAddress } from './loopback.ts';
import { ownOnly } from './own-only.ts';
import { type AgentClass, joinPool, type Pool } from './pool.ts';
import { Receiver, type Settle, settledBy } from './receiver.ts';
import type { Cancelled, HttpAgent, Transport, TransportRequest } from './transport.ts';
import { afterMs, afterTurn, behindArrivals } from './turn.ts';

type Http = Pick<typeof import('node:http'), 'request'> & { readonly Agent: AgentClass };

/** Options of the node transport beside its agent. */
export interface NodeTransportOptions {
  /** The wall clock, in milliseconds: a monotonic one stands still while a frozen machine sleeps. */
  readonly now?: (() => number) | undefined;
  /** Calls `run` after so many milliseconds. */
  readonly wait?: ((ms: number, run: () => void) => void) | undefined;
  /** How many requests, and so connections of its own, all transports to one origin with this bound have under way at most. */
  readonly maxConnections?: number | undefined;
}

/** The transport of Node: `node:http` or `node:https` with keep-alive. Nothing in it follows a redirect. */
export function createNodeTransport(
  endpoint: URL,
  http: Http,
  agent?: HttpAgent,
  { now = Date.now, wait = afterMs, maxConnections = 128 }: NodeTransportOptions = {},
): Transport {
  const { protocol, pathname: path } = endpoint;
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
    kept: joined?.pool.kept ?? new KeptConnections(),
    pool: joined?.pool,
    // Looked up at each call, so that what instruments or intercepts `http.request` sees it.
    open: () => http.request(ownOnly({ ...to })),
    now,
    wait,
    plainTo: protocol === 'http:' ? endpoint : undefined,
    last: undefined,
  };
  return {
    door: joined?.pool.room.door(),
    connections: joined?.pool,
    send: (request) => settledBy((settle) => new NodeExchange(route, request, settle)),
    close: () => {
      route.last = undefined;
      joined?.close();
    },
  };
}

/** How the requests of one transport reach its endpoint. */
interface Route {
  readonly kept: KeptConnections;
  /** Undefined for an agent of the caller. */
  readonly pool: Pool | undefined;
  readonly open: () => ClientRequest;
  readonly now: () => number;
  readonly wait: (ms: number, run: () => void) => void;
  /** The endpoint, where it is plain http: its connections must lead to this machine. */
  readonly plainTo: URL | undefined;
  /** V8 throws compiled code away with the last object of the shape that it was compiled for: one is kept over each collection. */
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
  /** Whether a kept connection is at hand, and nothing is written to it before the event loop has turned. */
  #waits = false;

  constructor(route: Route, request: TransportRequest, settle: Settle) {
    this.#route = route;
    this.#request = request;
    this.#receiver = new Receiver(request, this, settle);
    if (!this.#receiver.settled) this.#open();
  }

  died(): boolean {
    const { now, kept } = this.#route;
    if (!this.#http?.reusedSocket || !this.#written) return false;
    kept.died(now());
    return true;
  }

  abandon(cancelled?: Cancelled): void {
    // An abort within a moment says nothing of the connection.
    const { now, kept } = this.#route;
    const isLate = cancelled?.why === 'timeout' || (this.#written && now() - this.#written.at > FRESH_MS);
    if (isLate && this.#written && !this.#response) kept.fellSilent(this.#written);
    this.#http?.destroy();
  }

  #open(): void {
    const { headers, authorization } = this.#request;
    let http: ClientRequest;
    try {
      http = this.#route.open();
    } catch (error) {
      this.#receiver.fail('network', error);
      return;
    }
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
      if (!this.#waits) this.#receiver.fail('network', error);
      else {
        this.#route.kept.ended();
        this.#openAnother(http);
      }
    };
    http.on('error', ended);
    // Some things end it without a word: an answer that switches protocols does.
    http.on('close', () => ended());
    http.on('response', (response) => {
      // Nothing has been written that this could answer.
      if (this.#waits || http !== this.#http) return ended();
      if (http.reusedSocket) this.#route.kept.served();
      this.#read(response);
    });
    http.on('socket', (socket) => {
      if (!this.#receiver.settled) this.#take(http, socket);
    });
  }

  /** A connection is at hand. On one that was kept, nothing is written where its end may have gone unnoticed. */
  #take(http: ClientRequest, socket: Socket): void {
    const { kept, pool, now, wait } = this.#route;
    const { freshSocket } = this.#request;
    const mustTurn = freshSocket || !kept.lasting;
    if (!http.reusedSocket) this.#write(http, socket);
    else if (socket.destroyed || !kept.mayServe(socket, this.#request, now())) this.#openAnother(http);
    // There is nothing that it could be written together with.
    else if (!mustTurn && pool?.isAlone()) this.#write(http, socket);
    else {
      this.#waits = true;
      const write = () => {
        if (http !== this.#http || this.#receiver.settled) return;
        this.#waits = false;
        this.#write(http, socket);
      };
      const doubtMs = freshSocket ? kept.doubtMs(socket, now()) : 0;
      if (doubtMs > 0) wait(doubtMs, () => afterTurn(write));
      else if (mustTurn) afterTurn(write);
      else behindArrivals(write);
    }
  }

  /** Nothing has been written: drops this connection, and asks the agent for the next one. */
  #openAnother(http: ClientRequest): void {
    this.#waits = false;
    this.#http = undefined;
    http.destroy();
    this.#open();
  }

  /** Node holds back what is written until the connection stands; from then on it may have left. A dead one takes nothing. */
  #write(http: ClientRequest, socket: Socket): void {
    this.#socket = socket;
    const receiver = this.#receiver;
    const connected = () => {
      const stray = strayOf(socket, this.#route.plainTo);
      if (stray) receiver.fail('network', stray);
      else {
        receiver.sent = true;
        this.#written = KeptConnections.use(this.#route.now());
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
    if (!receiver.settled) http.end(this.#request.body);
  }

  #read(response: IncomingMessage): void {
    const receiver = this.#receiver;
    this.#response = response;
    receiver.begin({ status: response.statusCode ?? 0, header: (name) => response.headers[name]?.toString() });
    response.on('data', (piece: Buffer) => receiver.piece(piece));
    response.on('end', () => {
      if (!response.complete) return receiver.fail('truncated');
      if (this.#socket) this.#route.kept.used(this.#socket, this.#route.now());
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
  return misconfigured(
    `${plainTo.origin} leads to ${remoteAddress} port ${remotePort}, so plain http would show the key. Use https, or a host and agent that lead to this machine.`,
  );
}
