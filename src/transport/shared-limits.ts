const CAPACITY = 500;
export const RETRY_COST = 5;
/** After a timeout: repetition hurts a slow service more. */
export const SLOW_RETRY_COST = 10;
/** After an attempt that the service hardly saw. */
export const UNSEEN_RETRY_COST = 1;
const SUCCESS_REFUND = 1;

/** A token bucket like the AWS SDKs' standard retry mode: an outage empties it, and calls fail after one attempt. */
export class RetryBudget {
  #tokens = CAPACITY;
  readonly #common: () => RetryBudget | undefined;

  /** `common` is the budget of all clients that share connections: a thousand clients are one outage. */
  constructor(common: () => RetryBudget | undefined = () => undefined) {
    this.#common = common;
  }

  /** False, and nothing taken, if too little is left. `isOwn`: the failure concerns this client alone. */
  take(cost: number, isOwn = false): boolean {
    if (cost > this.#tokens) return false;
    if (!isOwn && this.#common()?.take(cost) === false) return false;
    this.#tokens -= cost;
    return true;
  }

  succeeded(cost: number): void {
    this.#tokens = Math.min(CAPACITY, this.#tokens + (cost || SUCCESS_REFUND));
    this.#common()?.succeeded(cost);
  }
}

export interface ClientQueue {
  /** False without a free connection. */
  enter(): boolean;
  /** Joins the queue. `go` only resolves a promise, so nobody's code runs in another caller's async context. */
  wait(go: () => void): void;
  quit(go: () => void): void;
  leave(): void;
}

export class ConnectionLimit {
  #free: number;
  /** Waiting requests by client, next client first; no queue is empty. */
  readonly #queues = new Set<Set<() => void>>();

  constructor(max: number) {
    this.#free = max;
  }

  /** Queues take turns, so that a busy client does not starve others. */
  queue(): ClientQueue {
    const queue = new Set<() => void>();
    return {
      enter: () => {
        if (this.#free === 0) return false;
        this.#free--;
        return true;
      },
      wait: (go) => void this.#queues.add(queue.add(go)),
      quit: (go) => this.#drop(queue, go),
      leave: () => this.#leave(),
    };
  }

  #leave(): void {
    const [queue] = this.#queues.size > 0 ? this.#queues : [];
    const [go] = queue ?? [];
    if (!queue || !go) this.#free++;
    else {
      this.#drop(queue, go);
      if (this.#queues.delete(queue)) this.#queues.add(queue);
      go();
    }
  }

  #drop(queue: Set<() => void>, go: () => void): void {
    queue.delete(go);
    if (queue.size === 0) this.#queues.delete(queue);
  }
}
