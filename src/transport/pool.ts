import type { Agent } from 'node:http';
import type { AgentOptions } from 'node:https';
import type { Socket } from 'node:net';
import { KeptConnections } from './kept-connections.ts';
import { isLoopback } from './loopback.ts';
import { ownOnly } from './own-only.ts';
import { proxyEnvironment } from './proxy-environment.ts';
import { type Door, Room } from './room.ts';
import { Turn } from './turn.ts';

/** The class of the agents of `node:http` or `node:https`. */
export type AgentClass = new (options: AgentOptions) => Agent;

/** Connections to one origin, which clients share. It knows no key: each request brings the key of its own client. */
export class Pool {
  readonly agent: Agent;
  readonly Agent: AgentClass;
  readonly proxyEnv: object | undefined;
  readonly kept: KeptConnections = new KeptConnections();
  /** How many clients have joined and not closed. One that was dropped unclosed still counts: what idles then ends by itself. */
  clients = 0;
  readonly #room: Room;
  readonly #turn = new Turn();
  /** Connections that have brought an answer in this turn of the event loop, whose end may have arrived behind it. */
  readonly #resting = new Set<Socket>();

  constructor(endpoint: URL, Agent: AgentClass, proxyEnv: object | undefined, maxConnections: number) {
    const { host, hostname } = endpoint;
    this.#room = new Room(maxConnections);
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
    this.#letRest();
  }

  /** A way into the room of its connections. What an answer's connection held is free when the event loop has turned. */
  door(): Door {
    const door = this.#room.door();
    return {
      ...door,
      soon: () => (this.#resting.size > 0 && this.#idle().length === 0 ? this.#turn.over() : undefined),
      leave: () => this.#turn.after(door.leave),
    };
  }

  /** Ends the connections that no request is using. */
  endIdle(): void {
    for (const socket of [...this.#idle(), ...this.#resting]) socket.destroy();
  }

  #idle(): readonly Socket[] {
    return Object.values(this.agent.freeSockets).flatMap((sockets) => sockets ?? []);
  }

  /** The agent gets a connection back when the event loop has turned. */
  #letRest(): void {
    const { agent } = this;
    const [give] = agent.listeners('free');
    agent.removeAllListeners('free').on('free', (socket: Socket, options: unknown) => {
      // A reset meanwhile is nobody's failure.
      socket.on('error', ignore);
      this.#resting.add(socket);
      this.#turn.after(() => {
        this.#resting.delete(socket);
        give?.call(agent, socket, options);
        socket.off('error', ignore);
      });
    });
  }
}

const ignore = (): void => {};

/** The pools of the process, by origin and bound: each as long as a client or a connection holds it. */
const pools = new Map<string, WeakRef<Pool>>();
const dropped = new FinalizationRegistry<string>((name) => {
  if (!pools.get(name)?.deref()) pools.delete(name);
});

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
