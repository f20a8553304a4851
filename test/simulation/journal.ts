import type { PlannedDelivery } from './plan.ts';

/** One delivery of a request in the world, against which the results of a call are judged. */
export interface Delivery {
  /** The call of the delivery. */
  readonly call: number;
  /** The name of a request within its call, since lists send several. */
  readonly request: string;
  readonly begunAt: number;
  readonly planned: PlannedDelivery;
  /** Whether an idle connection is forbidden. */
  readonly needsFresh: boolean;
  /** Whether a used connection is forbidden. */
  readonly needsNew: boolean;
  /** Whether it went over a used connection, and whether the service had ended that. */
  reused: boolean;
  stale: boolean;
  /** Whether the client ended it. */
  cancelled: boolean;
  /** Whether a byte left the client. */
  wrote: boolean;
  received: boolean;
  executed: boolean;
  /** The status that reached the client, and the time of the head. */
  status?: number;
  headAt?: number;
  /** The wait that the answer asked for in a standard form. */
  retryAfterMs?: number;
  /** Whether the answer refused the key, without data. */
  refusedKey: boolean;
  /** Whether the whole answer says that the operation was not executed. */
  rejected: boolean;
  /** Whether the whole answer is data. */
  answered: boolean;
  /** The time at which the client was done with it. */
  endedAt?: number;
}

/** The events of a world, in order. */
export class Journal {
  readonly deliveries: Delivery[] = [];
  /** The number of faults of each kind. */
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
