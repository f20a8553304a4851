import type { PlannedDelivery } from './plan.ts';

/** One delivery of a request, as the world saw it: what the SDK says of a call is held against this. */
export interface Delivery {
  /** The call it belongs to. */
  readonly call: number;
  /** What distinguishes the requests of one call: lists send several. */
  readonly request: string;
  readonly begunAt: number;
  readonly planned: PlannedDelivery;
  /** Whether it must not go over a connection that idled. */
  readonly needsFresh: boolean;
  /** Whether it must not go over a connection that had served before. */
  readonly needsNew: boolean;
  /** Whether it went over a connection that had served before; and whether the service had ended that. */
  reused: boolean;
  stale: boolean;
  /** Whether the client ended it. */
  cancelled: boolean;
  /** Whether a byte left the client. */
  wrote: boolean;
  received: boolean;
  executed: boolean;
  /** Status and headers that reached the client, and when. */
  status?: number;
  headAt?: number;
  /** How long the answer asked to wait, where it did so in a way that HTTP knows. */
  retryAfterMs?: number;
  /** Whether the answer said that the key is not accepted, and nothing of data. */
  refusedKey: boolean;
  /** Whether the whole answer says that the operation was not executed. */
  rejected: boolean;
  /** Whether the whole answer is data. */
  answered: boolean;
  /** When the client was done with it. */
  endedAt?: number;
}

/** What happened in a world, in order. */
export class Journal {
  readonly deliveries: Delivery[] = [];
  /** How many times each kind of fault was met. */
  readonly faults: Map<string, number> = new Map<string, number>();
  /** Exchanges over a connection that have not ended. */
  open = 0;
  readonly #byCall = new Map<number, Delivery[]>();

  begin(about: Pick<Delivery, 'call' | 'request' | 'begunAt' | 'planned' | 'needsFresh' | 'needsNew'>): Delivery {
    const { call } = about;
    const delivery: Delivery = {
      ...about,
      ...{ reused: false, stale: false, cancelled: false, wrote: false, received: false, executed: false },
      ...{ refusedKey: false, rejected: false, answered: false },
    };
    this.deliveries.push(delivery);
    const known = this.#byCall.get(call);
    if (known) known.push(delivery);
    else this.#byCall.set(call, [delivery]);
    return delivery;
  }

  of(call: number): readonly Delivery[] {
    return this.#byCall.get(call) ?? [];
  }

  met(fault: string): void {
    this.faults.set(fault, (this.faults.get(fault) ?? 0) + 1);
  }
}
