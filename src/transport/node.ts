import type { Agent, AgentOptions, ClientRequest, IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import type { TLSSocket } from 'node:tls';
import { BodyCollector } from './body-collector.ts';
import {
  type HttpAgent,
  type Transport,
  type TransportAnswer,
  TransportFailure,
  type TransportFailureKind,
  type TransportRequest,
} from './transport.ts';

type Http = Pick<typeof import('node:http'), 'request'> & { Agent: new (options: AgentOptions) => Agent };

/** How long a connection may have idled before it counts as one that the server may have closed unnoticed. */
const FRESH_MS = 1_000;

/** The transport of Node: `node:http` or `node:https` with keep-alive. Nothing in it follows a redirect. */
export function createNodeTransport(endpoint: URL, http: Http, agent?: HttpAgent): Transport {
  const ownAgent = agent ? undefined : new http.Agent({ keepAlive: true, scheduling: 'lifo', ...environmentProxy() });
  const target = {
    method: 'POST',
    protocol: endpoint.protocol,
    hostname: endpoint.hostname.replace(/^\[|\]$/g, ''),
    ...(endpoint.port !== '' && { port: endpoint.port }),
    path: endpoint.pathname,
    agent: (agent as Agent | undefined) ?? ownAgent,
  };

  return {
    send: (request) =>
      new Promise<TransportAnswer>((resolve, reject) => {
        const headers = {
          ...request.headers,
          'Accept-Encoding': 'gzip, deflate, br',
          'Content-Length': Buffer.byteLength(request.body),
        };
        // Looked up at each call, so that what instruments or intercepts `http.request` sees it.
        new Exchange(() => http.request({ ...target, headers }), request, resolve, reject);
      }),
    close: () => {
      for (const sockets of Object.values(ownAgent?.freeSockets ?? {}))
        for (const socket of sockets ?? []) socket.destroy();
    },
  };
}

/** Node honours its own environment-proxy switch only in its own global agent: ours is told. */
function environmentProxy(): AgentOptions {
  return process.env['NODE_USE_ENV_PROXY'] ? ({ proxyEnv: process.env } as AgentOptions) : {};
}

/** Loaded when the first compressed answer comes: a short-lived process may never need it. */
const zlib = (): typeof import('node:zlib') => process.getBuiltinModule('node:zlib');

/** When each connection was last used, by the wall clock: a monotonic one stands still while a frozen machine sleeps. */
const lastUsed = new WeakMap<Socket, number>();

function isStale(socket: Socket): boolean {
  const idle = Date.now() - (lastUsed.get(socket) ?? Number.NEGATIVE_INFINITY);
  return idle < 0 || idle > FRESH_MS;
}

/** One request and its answer. */
class Exchange {
  readonly #request: TransportRequest;
  readonly #resolve: (answer: TransportAnswer) => void;
  readonly #reject: (failure: TransportFailure) => void;
  readonly #offCancel: () => void;
  #http: ClientRequest | undefined;
  #socket: Socket | undefined;
  #response: IncomingMessage | undefined;
  #body: Readable | undefined;
  #sent = false;
  #settled = false;

  constructor(
    open: () => ClientRequest,
    request: TransportRequest,
    resolve: (answer: TransportAnswer) => void,
    reject: (failure: TransportFailure) => void,
  ) {
    this.#request = request;
    this.#resolve = resolve;
    this.#reject = reject;
    this.#offCancel = request.onCancel(() => this.#fail('cancelled'));
    if (!this.#settled) this.#open(open);
  }

  #open(open: () => ClientRequest): void {
    const http = this.#begun(open);
    if (!http) return;
    this.#http = http;
    http.on('error', (error) => {
      if (http === this.#http) this.#broken(error);
    });
    // Whatever else ended it without a word: an answer that switches protocols does.
    http.on('close', () => {
      if (http === this.#http && !this.#response) this.#fail('network');
    });
    http.on('response', (response) => this.#read(response));
    http.on('socket', (socket) => {
      if (this.#settled) return;
      if (this.#request.freshSocket && http.reusedSocket && isStale(socket)) {
        // Nothing has been written: drop this connection and ask the agent for the next one.
        this.#http = undefined;
        http.destroy();
        this.#open(open);
        return;
      }
      this.#watch(socket);
      http.end(this.#request.body);
    });
  }

  #begun(open: () => ClientRequest): ClientRequest | undefined {
    try {
      return open();
    } catch (error) {
      this.#fail('network', undefined, error);
      return undefined;
    }
  }

  /** Node holds back what is written until the connection stands; from then on it may have left. A dead one takes nothing. */
  #watch(socket: Socket): void {
    this.#socket = socket;
    const connected = () => {
      this.#sent = true;
    };
    if ((socket as Partial<TLSSocket> & { secureConnecting?: boolean }).secureConnecting) {
      socket.once('secureConnect', connected);
    } else if (socket.connecting) socket.once('connect', connected);
    else if (!socket.destroyed) connected();
  }

  /** The connection failed. An answer that was complete by then stands: what came after it is no part of it. */
  #broken(error: Error): void {
    const { complete, statusCode } = this.#response ?? {};
    if (complete) return;
    const lost = statusCode === undefined ? 'network' : 'truncated';
    this.#fail(isParseError(error) ? 'malformed' : lost, statusCode, error);
  }

  #read(response: IncomingMessage): void {
    this.#sent = true;
    this.#response = response;
    const status = response.statusCode ?? 0;
    const body = this.#decoded(response);
    if (!body) {
      this.#fail('malformed', status);
      return;
    }
    if (body === response && Number(response.headers['content-length']) > this.#request.maxBytes) {
      this.#fail('too-large', status);
      return;
    }
    this.#body = body;
    const collector = new BodyCollector(this.#request.maxBytes);
    body.on('data', (chunk: Buffer) => {
      if (!this.#settled && !collector.add(chunk)) this.#fail('too-large', status);
    });
    body.on('end', () => {
      if (!response.complete) return this.#fail('truncated', status);
      if (this.#socket) lastUsed.set(this.#socket, Date.now());
      this.#succeed({
        status,
        body: collector.whole(),
        header: (name) => headerOf(response, name),
      });
    });
    response.on('error', (error) => this.#fail('truncated', status, error));
    if (body !== response) body.on('error', (error) => this.#fail('malformed', status, error));
    response.on('close', () => {
      if (!response.complete) this.#fail('truncated', status);
    });
  }

  /** The body, decompressed as it arrives; undefined for an encoding that we did not offer. */
  #decoded(response: IncomingMessage): Readable | undefined {
    const encoding = response.headers['content-encoding']?.trim().toLowerCase();
    if (encoding === undefined || encoding === '' || encoding === 'identity') return response;
    if (encoding === 'gzip' || encoding === 'x-gzip') return response.pipe(zlib().createGunzip());
    if (encoding === 'deflate') return response.pipe(zlib().createInflate());
    if (encoding === 'br') return response.pipe(zlib().createBrotliDecompress());
    return undefined;
  }

  #succeed(answer: TransportAnswer): void {
    if (this.#settle()) this.#resolve(answer);
  }

  #fail(kind: TransportFailureKind, status?: number, cause?: unknown): void {
    if (!this.#settle()) return;
    this.#http?.destroy();
    this.#body?.destroy();
    const response = this.#response;
    const head =
      status === undefined || !response ? undefined : { status, header: (name: string) => headerOf(response, name) };
    this.#reject(new TransportFailure(kind, this.#sent, head, cause));
  }

  #settle(): boolean {
    if (this.#settled) return false;
    this.#settled = true;
    this.#offCancel?.();
    return true;
  }
}

function isParseError(error: Error): boolean {
  return 'code' in error && typeof error.code === 'string' && error.code.startsWith('HPE_');
}

function headerOf(response: IncomingMessage, name: string): string | undefined {
  const value = response.headers[name];
  return Array.isArray(value) ? value.join(', ') : value;
}
