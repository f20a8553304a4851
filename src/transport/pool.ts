import type { Agent, ClientRequest } from 'node:http';
import type { AgentOptions } from 'node:https';
import { type Freshness, KeptConnections } from './kept-connections.ts';
import { isLoopback } from './loopback.ts';
import { proxyEnvironment } from './proxy-environment.ts';
import { RetryBudget } from './retry-budget.ts';
import { Room } from './room.ts';

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
