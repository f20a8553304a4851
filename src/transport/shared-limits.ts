/** The tokens of a full bucket: retries for a hundred failing calls in a row. */
const CAPACITY = 500;
/** The cost of a retry. */
export const RETRY_COST = 5;
/** The cost of a retry after an attempt that took too long: a slow service suffers more from repetition. */
export const SLOW_RETRY_COST = 10;
/** The cost of a retry after an attempt that the service hardly saw: no connection stood, or a kept connection had ended. */
export const UNSEEN_RETRY_COST = 1;
const SUCCESS_REFUND = 1;

/**
 * The retries that a client can still afford, shared by all of its calls: a token bucket with the numbers of the AWS SDKs' standard
 * retry mode. Passing failures of a few calls in a hundred are retried as if there were no budget; in an outage the bucket runs dry, and
 * calls fail after one attempt, so that they don't make it worse.
 */
export class RetryBudget {
  #tokens = CAPACITY;
  readonly #common: () => RetryBudget | undefined;

  /**
   * @param common - the budget of all clients that share connections, which has to last as well: a thousand clients are one outage. A
   * client whose calls alone fail spends its own, and the successes of the others fill the common one.
   */
  constructor(common: () => RetryBudget | undefined = () => undefined) {
    this.#common = common;
  }

  /**
   * Takes what a retry costs; false, and nothing taken, where that is more than is left.
   *
   * @param isOwn - whether the failure says nothing of the service, such as a limit of the client's key.
   */
  take(cost: number, isOwn = false): boolean {
    if (cost > this.#tokens) return false;
    if (!isOwn && this.#common()?.take(cost) === false) return false;
    this.#tokens -= cost;
    return true;
  }

  /** Gives back what a call's last retry cost, since it helped; or a little, for a call that needed none. */
  succeeded(cost: number): void {
    this.#tokens = Math.min(CAPACITY, this.#tokens + (cost || SUCCESS_REFUND));
    this.#common()?.succeeded(cost);
  }
}

/** The way of one client into room that several may share. */
export interface Door {
  /** Takes a place; false where none is free. */
  enter(): boolean;
  /** Stands in line for a place. `go` only resolves a promise: nothing of a caller's runs in the context of another one. */
  wait(go: () => void): void;
  /** Leaves the line. */
  quit(go: () => void): void;
  /** Gives a place back, once for each that was taken. */
  leave(): void;
}

/** Room for at most so many requests at once. */
export class Room {
  #free: number;
  /** The requests of each door that wait, the next door's first; none of these lines is empty. */
  readonly #lines = new Set<Set<() => void>>();

  constructor(max: number) {
    this.#free = max;
  }

  /** Opens a door. Doors take turns, so that one with many requests does not keep the others waiting. */
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
