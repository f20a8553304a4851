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

export interface Door {
  enter(): boolean;
  /** Joins the queue. `go` only resolves a promise, so nobody's code runs in another caller's async context. */
  wait(go: () => void): void;
  quit(go: () => void): void;
  leave(): void;
}

export class Room {
  #free: number;
  /** Waiting requests by door, next door first; no line is empty. */
  readonly #lines = new Set<Set<() => void>>();

  constructor(max: number) {
    this.#free = max;
  }

  /** Doors take turns, so that a busy client does not starve others. */
  door(): Door {
    const line = new Set<() => void>();
    return {
      enter: () => {
        if (this.#free === 0) return false;
        this.#free--;
        return true;
      },
      wait: (go) => void this.#lines.add(line.add(go)),
      quit: (go) => this.#drop(line, go),
      leave: () => this.#leave(),
    };
  }

  #leave(): void {
    const [line] = this.#lines.size > 0 ? this.#lines : [];
    const [go] = line ?? [];
    if (!line || !go) this.#free++;
    else {
      this.#drop(line, go);
      if (this.#lines.delete(line)) this.#lines.add(line);
      go();
    }
  }

  #drop(line: Set<() => void>, go: () => void): void {
    line.delete(go);
    if (line.size === 0) this.#lines.delete(line);
  }
}
