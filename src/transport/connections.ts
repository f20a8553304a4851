import type { Agent, ClientRequest } from 'node:http';
import type { AgentOptions } from 'node:https';
import type { Socket } from 'node:net';
import { isLoopback, proxyEnvironment } from './hosts.ts';
import { RetryBudget, Room } from './shared-limits.ts';
import type { TransportRequest } from './transport.ts';

/** When a use of a connection ended, and how many uses of all connections had ended by then: a clock may be set back. */
export interface LastUse {
  readonly at: number;
  readonly uses: number;
}

/** The part of a request that says which connections may serve it. */
export type Freshness = Pick<TransportRequest, 'freshSocket' | 'newSocket'>;

/** A connection's last use, kept on it for all transports, since their callers may share an agent. */
const LAST_USE = Symbol('control-api-sdk last use');

type UsedSocket = Socket & { [LAST_USE]?: LastUse };

let uses = 0;

const lastUse = (socket: Socket): LastUse =>
  (socket as UsedSocket)[LAST_USE] ?? { at: Number.NEGATIVE_INFINITY, uses: 0 };

/** How long a connection may have idled before it counts as one that the server may have closed unnoticed. */
export const FRESH_MS = 1_000;

/** A service that closes each connection behind its answer has done so after so long. */
const CLOSES_MS = 50;

/** The kept connections to one origin: which of them may serve a request, as far as those before them have shown. */
export class KeptConnections {
  /** Whether the service keeps them, by the last that one of them showed; undefined before any has. */
  lasting: boolean | undefined;
  /** Connections whose last use is not after this one are taken for dead: one that idled with them gave no answer. */
  #silentSince = -1;

  /** The moment of a use that begins, or has ended. */
  static use(now: number): LastUse {
    return { at: now, uses };
  }

  /** A connection has brought a whole answer. */
  used(socket: Socket, now: number): void {
    uses++;
    (socket as UsedSocket)[LAST_USE] = KeptConnections.use(now);
  }

  /** Whether a connection idled with one that gave no answer. */
  isSilent(socket: Socket): boolean {
    return lastUse(socket).uses <= this.#silentSince;
  }

  /** Whether a kept connection may serve a request. */
  mayServe(socket: Socket, { freshSocket, newSocket }: Freshness, now: number): boolean {
    if (newSocket || socket.destroyed || this.isSilent(socket)) return false;
    const idleMs = now - lastUse(socket).at;
    return !freshSocket || (idleMs >= 0 && idleMs <= FRESH_MS);
  }

  /**
   * How long its end may still follow its answer, in milliseconds: a mutation waits for it where the service is not known to keep them, and
   * a query where the service has ended one.
   */
  doubtMs(socket: Socket, { freshSocket }: Freshness, now: number): number {
    if (this.lasting || (this.lasting === undefined && !freshSocket)) return 0;
    return CLOSES_MS - (now - lastUse(socket).at);
  }

  /** A connection gave nothing: nor will others, as far as they idled when the request was written to it. */
  fellSilent(written: LastUse): void {
    this.#silentSince = Math.max(this.#silentSince, written.uses);
  }

  /** A kept connection ended, and not for its age: nothing was written to it yet, or no byte of an answer had come. */
  ended(): void {
    this.lasting = false;
  }

  /** A kept connection ended before a byte of an answer: those that idle now may have ended with it. */
  died(): void {
    this.ended();
    this.#silentSince = uses;
  }

  /** A kept connection brought an answer. */
  served(): void {
    this.lasting = true;
  }
}

/** The class of the agents of `node:http` or `node:https`. */
export type AgentClass = new (options: AgentOptions) => Agent;

/** Connections to one origin, which clients share. It knows no key: each request brings the key of its own client. */
export class Pool {
  readonly agent: Agent;
  readonly Agent: AgentClass;
  readonly proxyEnv: object | undefined;
  readonly kept: KeptConnections = new KeptConnections();
  readonly budget: RetryBudget = new RetryBudget();
  /** How many clients have joined and not closed. One that was dropped unclosed still counts: what idles then ends by itself. */
  clients = 0;
  readonly room: Room;
  readonly #host: string;
  readonly #maxConnections: number;
  /** Whether the request that is being made needs a connection of its own. */
  #asksForNew = false;

  constructor(endpoint: URL, Agent: AgentClass, proxyEnv: object | undefined, maxConnections: number) {
    const { host, hostname } = endpoint;
    this.#host = host;
    this.#maxConnections = maxConnections;
    this.room = new Room(maxConnections);
    this.Agent = Agent;
    this.proxyEnv = proxyEnv;
    this.agent = new Agent({
      proxyEnv,
      keepAlive: true,
      // Node works it out at each request otherwise. An address has none.
      servername: /^[\d.]+$|:/.test(hostname) ? '' : hostname,
      // NODE_TLS_REJECT_UNAUTHORIZED must not matter, which Node reads at each connection.
      ...(!isLoopback(endpoint) && { rejectUnauthorized: true }),
    } as AgentOptions);
    // All its connections lead to one place: Node puts a name of it together twice a request otherwise. And as long as one of them
    // stands, its agent holds this pool. The agent looks for an idle connection under the first name that a request asks for.
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

  /** Makes a request over the newest idle connection, or over a new one where that may not serve. */
  open(makeRequest: () => ClientRequest, request: Freshness, now: number): ClientRequest {
    const idle = this.agent.freeSockets[this.#host] ?? [];
    const newest = idle.at(-1);
    if (!newest || this.kept.mayServe(newest, request, now)) return makeRequest();
    // The others have idled for longer.
    if (this.kept.isSilent(newest)) this.endIdle();
    else if (idle.length + (this.agent.sockets[this.#host]?.length ?? 0) >= this.#maxConnections) idle[0]?.destroy();
    this.#asksForNew = true;
    try {
      return makeRequest();
    } finally {
      this.#asksForNew = false;
    }
  }

  /** Ends the connections that no request is using. */
  endIdle(): void {
    for (const sockets of Object.values(this.agent.freeSockets)) for (const socket of sockets ?? []) socket.destroy();
  }
}

/** The pools of the process, by origin and bound: each as long as a client or a connection holds it. */
const pools = new Map<string, WeakRef<Pool>>();
/** Made for the first pool: workerd has no such class by some compatibility dates, and no pools. */
let dropped: FinalizationRegistry<string> | undefined;
const forget = (name: string): void => {
  if (!pools.get(name)?.deref()) pools.delete(name);
};

/** The pool of an origin: one for all clients with the same bound. With the last client, `close` ends its idle connections. */
export function joinPool(
  endpoint: URL,
  http: { readonly Agent: AgentClass },
  maxConnections: number,
): { readonly pool: Pool; readonly close: () => void } {
  const { Agent } = http;
  const name = `${endpoint.origin} ${maxConnections}`;
  const known = pools.get(name)?.deref();
  const proxyEnv = endpoint.protocol === 'https:' ? proxyEnvironment(http) : undefined;
  // While a process runs, its proxy may be set anew, and its agents may be instrumented.
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

/** Members that Node gives to the options of each TLS connection itself. */
const GIVEN_BY_NODE = /^(?:rejectUnauthorized|ciphers|checkServerIdentity|minDHSize)$/;

/**
 * The options, which now have every name of their own that a polluted `Object.prototype` would supply. Node copies options into plain
 * objects and reads what they lack there: `ca` in it would let a forged certificate pass.
 */
export function ownOnly<Options extends object>(options: Options): Options {
  for (const name in Object.prototype)
    if (!Object.hasOwn(options, name) && !GIVEN_BY_NODE.test(name)) Object.assign(options, { [name]: undefined });
  return options;
}
