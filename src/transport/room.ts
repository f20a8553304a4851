/** The way of one client into room that several may share. */
export interface Door {
  /** Settles when connections that are about to be free are: a query waits for them rather than open another. Undefined where none are. */
  soon?(): Promise<void> | undefined;
  /** Takes a place, or waits in line: `go` is called when there is one. Returns what leaves the line; undefined where a place was free. */
  enter(go: () => void): (() => void) | undefined;
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
      enter: (go) => {
        if (this.#free > 0) {
          this.#free--;
          return undefined;
        }
        this.#lines.add(line.add(go));
        return () => this.#drop(line, go);
      },
      leave: () => this.#leave(),
    };
  }

  #leave(): void {
    const [line] = this.#lines.size > 0 ? this.#lines : [];
    const [next] = line ?? [];
    if (!line || !next) this.#free++;
    else {
      this.#drop(line, next);
      if (this.#lines.delete(line)) this.#lines.add(line);
      next();
    }
  }

  #drop(line: Set<() => void>, go: () => void): void {
    line.delete(go);
    if (line.size === 0) this.#lines.delete(line);
  }
}
