import { EventEmitter } from 'node:events';
import { Socket } from 'node:net';
import type { Delivery, Journal } from './journal.ts';
import type { Keys } from './keys.ts';
import { Line } from './line.ts';
import type { Answer, Server } from './server.ts';
import type { VirtualTime } from './virtual-time.ts';

/** The header that identifies the delivery of a request. */
export const DELIVERY = 'x-delivery';

/** The maximal idle time of a connection for a repetition or a mutation, from the design. */
const FRESH_MS = 1_000;

/** The key of an agent's connections. */
const HOST = 'api.example.com';

/** The world of the simulated `node:https`. */
export interface Net {
  readonly time: VirtualTime;
  readonly journal: Journal;
  readonly server: Server;
  readonly keys: Keys;
  /** The idle time after which a proxy ends a connection, unnoticed. */
  readonly proxyIdleMs: number;
  readonly opened: () => void;
  readonly broken: (rule: string, what: string) => void;
}

/** The part of a connection that the transport reads. */
class SimulatedSocket extends EventEmitter {
  readonly #free: SimulatedSocket[];
  secureConnecting = true;
  connecting = true;
  destroyed = false;
  idleSince = 0;
  /** Whether the service has ended it, unnoticed so far. */
  ended = false;

  constructor(free: SimulatedSocket[]) {
    super();
    this.#free = free;
    // The transport asks whether a connection is Node's own.
    Object.setPrototypeOf(this, Socket.prototype);
  }

  readonly destroy = (): void => {
    this.destroyed = true;
    queueMicrotask(() => {
      const at = this.#free.indexOf(this);
      if (at >= 0) this.#free.splice(at, 1);
    });
  };
}

class SimulatedResponse extends EventEmitter {
  complete = false;
  readonly statusCode: number;
  readonly headers: Answer['headers'];

  constructor({ status, headers }: Answer) {
    super();
    this.statusCode = status;
    this.headers = headers;
  }
}

/** One request, with the events of Node's own in their order. */
class SimulatedRequest extends EventEmitter {
  reusedSocket = false;
  readonly #http: SimulatedHttp;
  #begun: { readonly delivery: Delivery; readonly socket: SimulatedSocket } | undefined;
  #authorization: string | undefined;
  #line: Line | undefined;
  #response: SimulatedResponse | undefined;
  #body: string | undefined;
  #destroyed = false;

  /** Whether the request takes no idle connection. */
  readonly #asksForNew: boolean;

  constructor(http: SimulatedHttp) {
    super();
    this.#http = http;
    this.#asksForNew = http.agent?.getName() !== HOST;
    queueMicrotask(() => this.#assign());
  }

  setHeader(name: string, value: string): void {
    if (name === 'Authorization') this.#authorization = value;
    else if (name === DELIVERY) this.#begin(Number(value));
  }

  /** The delivery of the request. */
  #begin(index: number): void {
    const { free, net } = this.#http;
    const delivery = net.journal.deliveries[index];
    if (!delivery) throw new Error('a delivery that was never begun');
    const { line } = delivery.planned;
    const needsNew = line === 'refused' || line === 'no-connection' || line === 'reset-before';
    const socket = needsNew || this.#asksForNew ? undefined : free.pop();
    this.reusedSocket = socket !== undefined;
    delivery.reused = this.reusedSocket;
    this.#begun = { delivery, socket: socket ?? new SimulatedSocket(free) };
    net.journal.open++;
    net.opened();
  }

  get #known(): { readonly delivery: Delivery; readonly socket: SimulatedSocket } {
    if (!this.#begun) throw new Error('a request that belongs to no delivery');
    return this.#begun;
  }

  get #delivery(): Delivery {
    return this.#known.delivery;
  }

  get #socket(): SimulatedSocket {
    return this.#known.socket;
  }

  end(body: string): void {
    this.#body = body;
    this.#write();
  }

  destroy(): void {
    if (this.#destroyed) return;
    this.#over(false);
    // Pending operations fail as in Node, though nobody waits for them.
    queueMicrotask(() => {
      const error = Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });
      if (this.#response && !this.#response.complete) this.#response.emit('error', error);
      if (!this.#response) this.emit('error', error);
      this.emit('close');
    });
  }

  #assign(): void {
    if (this.#destroyed) return;
    this.#connect();
    this.emit('socket', this.#socket);
  }

  #connect(): void {
    const { time, server, journal, proxyIdleMs } = this.#http.net;
    const { ended, idleSince } = this.#socket;
    const standing = this.reusedSocket && (ended || time.now() - idleSince > proxyIdleMs ? 'ended' : 'well');
    this.#line = new Line(time, journal, server, this.#delivery, standing, {
      connected: () => {
        this.#socket.connecting = false;
        this.#socket.secureConnecting = false;
        this.#socket.emit('secureConnect');
        this.#write();
      },
      head: (answer) => {
        this.#response = new SimulatedResponse(answer);
        this.emit('response', this.#response);
      },
      piece: (bytes) => void this.#response?.emit('data', bytes),
      end: () => this.#end(),
      broken: (code) => this.#broken(code),
    });
  }

  #write(): void {
    if (this.#body === undefined || this.#socket.secureConnecting || !this.#line) return;
    const { time, broken } = this.#http.net;
    const idleMs = time.now() - this.#socket.idleSince;
    if (this.reusedSocket && this.#delivery.needsFresh && idleMs > FRESH_MS) {
      broken(
        'no mutation and no repetition takes a connection that sat idle',
        `call ${this.#delivery.call}: ${idleMs} ms`,
      );
    }
    if (this.reusedSocket && this.#delivery.needsNew)
      broken('a request whose kept connection ended opens another', `call ${this.#delivery.call}`);
    const key = this.#authorization;
    if (key !== undefined && !this.#http.net.keys.isOwn(this.#delivery.call, key)) {
      broken("a request carries the key of its own team's client", `call ${this.#delivery.call} does not`);
    }
    this.#line.write(this.#body, key);
  }

  #end(): void {
    const response = this.#response;
    if (!response || this.#destroyed) return;
    response.complete = true;
    response.emit('end');
    response.emit('close');
    this.#over(true);
    if (this.#delivery.planned.answer.lateReset) {
      this.emit('error', Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }));
    }
    this.emit('close');
  }

  #broken(code: string): void {
    const error = Object.assign(new Error(code), { code });
    this.#over(false);
    if (this.#response && !code.startsWith('HPE_')) {
      this.#response.emit('error', error);
      this.#response.emit('close');
    } else this.emit('error', error);
    this.emit('close');
  }

  /** The exchange has ended. Its connection is free, or gone. */
  #over(whole: boolean): void {
    if (this.#destroyed) return;
    this.#destroyed = true;
    this.#line?.close();
    this.#http.net.journal.open--;
    if (whole && !this.#delivery.planned.answer.lateReset) {
      this.#socket.idleSince = this.#http.net.time.now();
      this.#http.agent?.emit('free', this.#socket);
    } else this.#socket.destroyed = true;
  }
}

/** The part of `node:https` that the transport uses. */
export class SimulatedHttp {
  readonly net: Net;
  /** Idle connections, the last used one at the end. */
  readonly free: SimulatedSocket[] = [];
  /** The agent of the one pool. */
  agent: (EventEmitter & { getName(): string }) | undefined;
  /** The part of the class of agents that the transport uses. */
  readonly Agent: new () => EventEmitter;

  constructor(net: Net) {
    this.net = net;
    const http = this;
    this.Agent = class extends EventEmitter {
      readonly freeSockets = { [HOST]: http.free };
      getName = (): string => HOST;
      /** Used connections, by host. */
      get sockets() {
        return { [HOST]: Array.from({ length: net.journal.open }) };
      }

      constructor() {
        super();
        http.agent = this;
        this.on('free', (socket: SimulatedSocket) => http.free.push(socket));
      }
    };
  }

  /** The instances of the service are replaced one by one. Idle connections end, and every second end is noticed. */
  restart(): void {
    for (const [at, socket] of [...this.free].entries()) {
      socket.ended = true;
      if (at % 2) this.free.splice(this.free.indexOf(socket), 1);
    }
  }

  request(): SimulatedRequest {
    return new SimulatedRequest(this);
  }
}
