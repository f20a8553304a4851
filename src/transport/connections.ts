import type { Agent, ClientRequest } from 'node:http';
import type { AgentOptions } from 'node:https';
import type { Socket } from 'node:net';
import { isLoopback, proxyEnvironment } from './hosts.ts';
import { ConnectionLimit, RetryBudget } from './shared-limits.ts';
import type { TransportRequest } from './transport.ts';

/** A clock may be set back, so uses are counted, too. */
export interface LastUse {
  readonly at: number;
  readonly uses: number;
}

export type Freshness = Pick<TransportRequest, 'freshSocket' | 'newSocket'>;

/** Kept on the socket, since transports may share an agent. */
const LAST_USE = Symbol('control-api-sdk last use');

type UsedSocket = Socket & { [LAST_USE]?: LastUse };

let uses = 0;

const lastUse = (socket: Socket): LastUse =>
  (socket as UsedSocket)[LAST_USE] ?? { at: Number.NEGATIVE_INFINITY, uses: 0 };

/** A connection that idled longer may have been closed by the server unnoticed. */
export const FRESH_MS = 1_000;

/** A service that closes connections after each answer has done so by then. */
const CLOSES_MS = 50;

export class KeptConnections {
  /** Undefined until a connection has shown it. */
  lasting: boolean | undefined;
  /** Connections last used before this use count as dead: one of them gave no answer. */
  #silentSince = -1;

  static use(now: number): LastUse {
    return { at: now, uses };
  }

  used(socket: Socket, now: number): void {
    uses++;
    (socket as UsedSocket)[LAST_USE] = KeptConnections.use(now);
  }

  isSilent(socket: Socket): boolean {
    return lastUse(socket).uses <= this.#silentSince;
  }

  mayServe(socket: Socket, { freshSocket, newSocket }: Freshness, now: number): boolean {
    if (newSocket || socket.destroyed || this.isSilent(socket)) return false;
    const idleMs = now - lastUse(socket).at;
    return !freshSocket || (idleMs >= 0 && idleMs <= FRESH_MS);
  }

  doubtMs(socket: Socket, { freshSocket }: Freshness, now: number): number {
    if (this.lasting || (this.lasting === undefined && !freshSocket)) return 0;
    return CLOSES_MS - (now - lastUse(socket).at);
  }

  fellSilent(written: LastUse): void {
    this.#silentSince = Math.max(this.#silentSince, written.uses);
  }

  /** A kept connection ended before a byte of an answer: idle ones may have ended with it. */
  died(): void {
    this.lasting = false;
    this.#silentSince = uses;
  }
}

export type AgentClass = new (options: AgentOptions) => Agent;

/** They hold no key: each request brings its own. */
export class Pool {
  readonly agent: Agent;
  readonly Agent: AgentClass;
  readonly proxyEnv: object | undefined;
  readonly kept: KeptConnections = new KeptConnections();
  readonly budget: RetryBudget = new RetryBudget();
  clients = 0;
  readonly limit: ConnectionLimit;
  readonly #host: string;
  readonly #maxConnections: number;
  #asksForNew = false;

  constructor(endpoint: URL, Agent: AgentClass, proxyEnv: object | undefined, maxConnections: number) {
    const { host, hostname } = endpoint;
    this.#host = host;
    this.#maxConnections = maxConnections;
    this.limit = new ConnectionLimit(maxConnections);
    this.Agent = Agent;
    this.proxyEnv = proxyEnv;
    this.agent = new Agent({
      proxyEnv,
      keepAlive: true,
      // Otherwise Node computes it at each request. An address has none.
      servername: /^[\d.]+$|:/.test(hostname) ? '' : hostname,
      // Node reads NODE_TLS_REJECT_UNAUTHORIZED at each connection; it must not matter.
      ...(!isLoopback(endpoint) && { rejectUnauthorized: true }),
    } as AgentOptions);
    // One name for all connections: otherwise Node builds it twice a request. The agent looks for an idle connection
    // under the first name that a request asks for. The closure also keeps this pool alive as long as a connection.
    this.agent.getName = () => {
      const isNew = this.#asksForNew;
      this.#asksForNew = false;
      return isNew ? '' : this.#host;
    };
    const { createConnection } = this.agent;
    this.agent.createConnection = function (options, done) {
      return createConnection.call(this, ownOnly(options), done);
    };
  }

  open(makeRequest: () => ClientRequest, request: Freshness, now: number): ClientRequest {
    const idle = this.agent.freeSockets[this.#host] ?? [];
    const newest = idle.at(-1);
    if (!newest || this.kept.mayServe(newest, request, now)) return makeRequest();
    if (this.kept.isSilent(newest)) this.endIdle();
    else if (idle.length + (this.agent.sockets[this.#host]?.length ?? 0) >= this.#maxConnections) idle[0]?.destroy();
    this.#asksForNew = true;
    try {
      return makeRequest();
    } finally {
      this.#asksForNew = false;
    }
  }

  endIdle(): void {
    for (const sockets of Object.values(this.agent.freeSockets)) for (const socket of sockets ?? []) socket.destroy();
  }
}

/** A client or a connection keeps its pool alive. */
const pools = new Map<string, WeakRef<Pool>>();
/** Made with the first pool: workerd lacks the class. */
let dropped: FinalizationRegistry<string> | undefined;
const forget = (name: string): void => {
  if (!pools.get(name)?.deref()) pools.delete(name);
};

/** `close` of its last client ends the idle connections. */
export function joinPool(
  endpoint: URL,
  http: { readonly Agent: AgentClass },
  maxConnections: number,
): { readonly pool: Pool; readonly close: () => void } {
  const { Agent } = http;
  const name = `${endpoint.origin} ${maxConnections}`;
  const known = pools.get(name)?.deref();
  const proxyEnv = endpoint.protocol === 'https:' ? proxyEnvironment(http) : undefined;
  // The proxy may change while a process runs, and agents may be instrumented.
  const isSame = known?.Agent === Agent && known.proxyEnv === proxyEnv;
  const pool = isSame ? known : new Pool(endpoint, Agent, proxyEnv, maxConnections);
  if (!isSame) {
    pools.set(name, new WeakRef(pool));
    dropped ??= new FinalizationRegistry(forget);
    dropped.register(pool, name);
  }
  pool.clients++;
  let own = 1;
  return {
    pool,
    close: () => {
      pool.clients -= own;
      own = 0;
      if (pool.clients > 0) return;
      if (pools.get(name)?.deref() === pool) pools.delete(name);
      pool.endIdle();
    },
  };
}

const GIVEN_BY_NODE = /^(?:rejectUnauthorized|ciphers|checkServerIdentity|minDHSize)$/;

/** Node reads missing options from a polluted `Object.prototype`: a `ca` there would let a forged certificate pass. */
export function ownOnly<Options extends object>(options: Options): Options {
  for (const name in Object.prototype)
    if (!Object.hasOwn(options, name) && !GIVEN_BY_NODE.test(name)) Object.assign(options, { [name]: undefined });
  return options;
}
