import type { Agent, ClientRequest, IncomingMessage, RequestOptions } from 'node:http';
import type { AgentOptions } from 'node:https';
import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { ConfigurationError } from '../error-classes.ts';
import { bounded } from './bounded.ts';
import { CODINGS } from './decoder.ts';
import { isLoopback, isLoopbackAddress } from './loopback.ts';
import { proxyEnvironment } from './proxy-environment.ts';
import { Receiver } from './receiver.ts';
import type { HttpAgent, Transport, TransportAnswer, TransportFailure, TransportRequest } from './transport.ts';

type Http = Pick<typeof import('node:http'), 'request'> & {
  readonly Agent: new (options: AgentOptions) => Agent;
};

/** Options of the node transport beside its agent. */
export interface NodeTransportOptions {
  /** The wall clock, in milliseconds: a monotonic one stands still while a frozen machine sleeps. */
  readonly now?: (() => number) | undefined;
  /** How many requests, and so connections of its own agent, are under way at most. */
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
  const { protocol, pathname: path, host } = endpoint;
  const plain = protocol === 'http:';
  const hostname = endpoint.hostname.replace(/[[\]]/g, '');
  const ownAgent = agent
    ? undefined
    : new http.Agent({
        keepAlive: true,
        // Node works it out at each request otherwise. An address has none.
        servername: /^[\d.]+$|:/.test(hostname) ? '' : hostname,
        ...(!plain && ({ proxyEnv: proxyEnvironment(http) } as AgentOptions)),
        // NODE_TLS_REJECT_UNAUTHORIZED must not matter, which Node reads at each connection.
        ...(!isLoopback(endpoint) && { rejectUnauthorized: true }),
      });
  if (ownAgent) {
    // All its connections lead to one place: Node puts a name of it together twice a request otherwise.
    ownAgent.getName = () => host;
    const { createConnection } = ownAgent;
    ownAgent.createConnection = function (options, done) {
      return createConnection.call(this, ownOnly(options), done);
    };
  }
  const to: RequestOptions = {
    method: 'POST',
    hostname,
    port: endpoint.port || undefined,
    path,
    agent: (agent as Agent | undefined) ?? ownAgent,
    // Node copies each of these into a table at each request; some agents of others choose by this one.
    ...(agent && { protocol }),
  };
  const pool: Pool = {
    // Looked up at each call, so that what instruments or intercepts `http.request` sees it.
    open: () => http.request(ownOnly({ ...to })),
    now,
    plainTo: plain ? endpoint : undefined,
    silentSince: -1,
  };
  const transport: Transport = {
    send: (request) =>
      new Promise<TransportAnswer>((resolve, reject) => new NodeExchange(pool, request, resolve, reject)),
    close: () => {
      for (const sockets of Object.values(ownAgent?.freeSockets ?? {}))
        for (const socket of sockets ?? []) socket.destroy();
    },
  };
  return ownAgent ? bounded(transport, maxConnections) : transport;
}

/** Members that Node gives to the options of each TLS connection itself. */
const GIVEN_BY_NODE = /^(?:rejectUnauthorized|ciphers|checkServerIdentity|minDHSize)$/;

/**
 * The options, which now have every name of their own that a polluted `Object.prototype` would supply. Node copies options into plain
 * objects and reads what they lack there: `ca` in it would let a forged certificate pass.
 */
function ownOnly<Options extends object>(options: Options): Options {
  for (const name in Object.prototype)
    if (!Object.hasOwn(options, name) && !GIVEN_BY_NODE.test(name)) Object.assign(options, { [name]: undefined });
  return options;
}

/** Connections and clock that all exchanges of a transport share. */
interface Pool {
  readonly open: () => ClientRequest;
  readonly now: () => number;
  /** The endpoint, where it is plain http: its connections must lead to this machine. */
  readonly plainTo: URL | undefined;
  /** Connections whose last use is not after this one are taken for dead: one that idled with them gave no answer. */
  silentSince: number;
}

/** A connection's last use, kept on it for all transports, since their callers may share an agent. */
const LAST_USE = Symbol('control-api-sdk last use');

/** When it ended, and how many uses of all connections had ended by then: a clock may be set back. */
type UsedSocket = Socket & { [LAST_USE]?: { readonly at: number; readonly uses: number } };

let uses = 0;

/** One request and its answer. */
class NodeExchange {
  readonly #pool: Pool;
  readonly #request: TransportRequest;
  readonly #receiver: Receiver;
  #http: ClientRequest | undefined;
  #socket: UsedSocket | undefined;
  #response: IncomingMessage | undefined;
  /** When the request was written to a connection that had served before, and how many uses had ended by then. */
  #reused: UsedSocket[typeof LAST_USE];

  constructor(
    pool: Pool,
    request: TransportRequest,
    resolve: (answer: TransportAnswer) => void,
    reject: (failure: TransportFailure) => void,
  ) {
    this.#pool = pool;
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

  abandon(): void {
    // An abort within a moment says nothing of the connection.
    if (this.#reused && this.#pool.now() - this.#reused.at > FRESH_MS) this.#suspect();
    this.#http?.destroy();
  }

  #open(): void {
    const { body, headers, authorization } = this.#request;
    const http = this.#begun();
    if (!http) return;
    this.#http = http;
    for (const [name, value] of Object.entries(headers)) http.setHeader(name, value);
    http.setHeader('Accept-Encoding', CODINGS);
    // NODE_DEBUG=net prints what a request was made with, and NODE_DEBUG=http did on Node 20, but not what is set later.
    if (authorization !== undefined) http.setHeader('Authorization', authorization);
    http.on('error', (error) => {
      if (http === this.#http) this.#broken(error);
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
      this.#watch(socket, http.reusedSocket);
      if (!this.#receiver.settled) http.end(body);
    });
  }

  #begun(): ClientRequest | undefined {
    try {
      return this.#pool.open();
    } catch (error) {
      this.#receiver.fail('network', error);
      return undefined;
    }
  }

  #isStale(socket: UsedSocket): boolean {
    const last = socket[LAST_USE] ?? { at: Number.NEGATIVE_INFINITY, uses: 0 };
    if (last.uses <= this.#pool.silentSince) return true;
    const idle = this.#pool.now() - last.at;
    return this.#request.freshSocket && (idle < 0 || idle > FRESH_MS);
  }

  /** The connection had served before and gives nothing: nor will others, as far as they idled while it was used last. */
  #suspect(): void {
    const pool = this.#pool;
    if (this.#reused && !this.#response) pool.silentSince = Math.max(pool.silentSince, this.#reused.uses);
  }

  /** Node holds back what is written until the connection stands; from then on it may have left. A dead one takes nothing. */
  #watch(socket: Socket, isReused: boolean): void {
    this.#socket = socket;
    const receiver = this.#receiver;
    const connected = () => {
      const stray = strayOf(socket, this.#pool.plainTo);
      if (stray) receiver.fail('network', stray);
      else receiver.sent = true;
    };
    const isSecuring = (socket as Partial<TLSSocket> & { secureConnecting?: boolean }).secureConnecting;
    if (isSecuring || socket.connecting) {
      const off = receiver.limit('connection', () => receiver.fail('network', connectTimeout()));
      socket.once(isSecuring ? 'secureConnect' : 'connect', () => {
        off();
        connected();
      });
    } else if (!socket.destroyed) {
      connected();
      if (!isReused || receiver.settled) return;
      this.#reused = { at: this.#pool.now(), uses };
      receiver.limit('reused', () => this.#suspect());
    }
  }

  /** The connection failed. An answer that was complete by then stands: what came after it is not part of it. */
  #broken(error: Error): void {
    this.#suspect();
    if (!this.#response?.complete) this.#receiver.fail(isParseError(error) ? 'malformed' : 'network', error);
  }

  #read(response: IncomingMessage): void {
    const receiver = this.#receiver;
    this.#response = response;
    receiver.begin({ status: response.statusCode ?? 0, header: (name) => headerOf(response, name) });
    response.on('data', (piece: Buffer) => receiver.piece(piece));
    response.on('end', () => {
      if (!response.complete) return receiver.fail('truncated');
      if (this.#socket) this.#socket[LAST_USE] = { at: this.#pool.now(), uses: ++uses };
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
    `${plainTo.origin} leads to ${remoteAddress} port ${remotePort}, so plain http would show the key. Nothing was sent. Use https, or a host and agent that lead to this machine.`,
  );
}

function isParseError(error: Error): boolean {
  return 'code' in error && typeof error.code === 'string' && error.code.startsWith('HPE_');
}

function headerOf(response: IncomingMessage, name: string): string | undefined {
  const value = response.headers[name];
  return Array.isArray(value) ? value.join(', ') : value;
}
