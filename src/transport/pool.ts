import type { Agent } from 'node:http';
import type { AgentOptions } from 'node:https';
import { type Room, roomFor } from './bounded.ts';
import { isLoopback } from './loopback.ts';
import { ownOnly } from './own-only.ts';
import { proxyEnvironment } from './proxy-environment.ts';

/** The class of the agents of `node:http` or `node:https`. */
export type AgentClass = new (options: AgentOptions) => Agent;

/** Connections to one origin, which clients share. It knows no key: each request brings the key of its own client. */
export class Pool {
  readonly agent: Agent;
  readonly room: Room;
  readonly Agent: AgentClass;
  readonly proxyEnv: object | undefined;
  /** How many clients have joined and not closed. One that was dropped unclosed still counts: the pool then stays. */
  clients = 0;
  /** Connections whose last use is not after this one are taken for dead: one that idled with them gave no answer. */
  silentSince = -1;

  constructor(endpoint: URL, Agent: AgentClass, proxyEnv: object | undefined, maxConnections: number) {
    const { host, hostname } = endpoint;
    this.room = roomFor(maxConnections);
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
    // All its connections lead to one place: Node puts a name of it together twice a request otherwise.
    this.agent.getName = () => host;
    const { createConnection } = this.agent;
    this.agent.createConnection = function (options, done) {
      return createConnection.call(this, ownOnly(options), done);
    };
  }
}

/** The pools of the process, by origin and bound. */
const pools = new Map<string, Pool>();

/** The pool of an origin: one for all clients with the same bound. With the last client, `close` ends its idle connections. */
export function joinPool(
  endpoint: URL,
  http: { readonly Agent: AgentClass },
  maxConnections: number,
): { readonly pool: Pool; readonly close: () => void } {
  const { Agent } = http;
  const name = `${endpoint.origin} ${maxConnections}`;
  const known = pools.get(name);
  const proxyEnv = endpoint.protocol === 'https:' ? proxyEnvironment(http) : undefined;
  // While a process runs, its proxy may be set anew, and its agents may be instrumented.
  const pool =
    known?.Agent === Agent && known.proxyEnv === proxyEnv ? known : new Pool(endpoint, Agent, proxyEnv, maxConnections);
  pools.set(name, pool);
  pool.clients++;
  let own = 1;
  return {
    pool,
    close: () => {
      pool.clients -= own;
      own = 0;
      if (pool.clients > 0) return;
      if (pools.get(name) === pool) pools.delete(name);
      for (const socket of Object.values(pool.agent.freeSockets).flat()) socket?.destroy();
    },
  };
}
