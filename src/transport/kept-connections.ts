import type { Socket } from 'node:net';
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
