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
  readonly proxyEnv: object | undefined;
  /** How many clients have joined and not closed. One that was dropped unclosed still counts: the pool then stays. */
  clients = 0;
  /** Connections whose last use is not after this one are taken for dead: one that idled with them gave no answer. */
  silentSince = -1;

  constructor(endpoint: URL, Agent: AgentClass, proxyEnv: object | undefined, maxConnections: number) {
    const hostname = endpoint.hostname.replace(/[[\]]/g, '');
    this.room = roomFor(maxConnections);
    this.proxyEnv = proxyEnv;
    this.agent = new Agent({
      keepAlive: true,
      // Node works it out at each request otherwise. An address has none.
      servername: /^[\d.]+$|:/.test(hostname) ? '' : hostname,
      ...(proxyEnv && ({ proxyEnv } as AgentOptions)),
      // NODE_TLS_REJECT_UNAUTHORIZED must not matter, which Node reads at each connection.
      ...(!isLoopback(endpoint) && { rejectUnauthorized: true }),
    });
    // All its connections lead to one place: Node puts a name of it together twice a request otherwise.
    this.agent.getName = () => endpoint.host;
    const { createConnection } = this.agent;
    this.agent.createConnection = function (options, done) {
      return createConnection.call(this, ownOnly(options), done);
    };
  }
}

/** The pools of the process, by the class of their agent, then by origin and bound. */
const pools = new WeakMap<AgentClass, Map<string, Pool>>();

/** The pool of an origin: one for all clients with the same bound. With the last client, `close` ends its idle connections. */
export function joinPool(
  endpoint: URL,
  http: { readonly Agent: AgentClass },
  maxConnections: number,
): { readonly pool: Pool; readonly close: () => void } {
  const { Agent } = http;
  const all = pools.get(Agent) ?? new Map<string, Pool>();
  const name = `${endpoint.host} ${maxConnections}`;
  const known = all.get(name);
  const proxyEnv = endpoint.protocol === 'https:' ? proxyEnvironment(http) : undefined;
  // A process may set its proxy anew while it runs.
  const pool = known && known.proxyEnv === proxyEnv ? known : new Pool(endpoint, Agent, proxyEnv, maxConnections);
  pools.set(Agent, all.set(name, pool));
  pool.clients++;
  let own = 1;
  return {
    pool,
    close: () => {
      pool.clients -= own;
      own = 0;
      if (pool.clients > 0) return;
      if (all.get(name) === pool) all.delete(name);
      for (const sockets of Object.values(pool.agent.freeSockets ?? {}))
        for (const socket of sockets ?? []) socket.destroy();
    },
  };
}
