/** A request that waits for a place. */
export interface Waiting {
  /** It has one. */
  go(): void;
}

/** The way of one client into room that several may share. */
export interface Door {
  /** Takes a place; false where there is none: `waiting` then stands in line for one. */
  enter(waiting: Waiting): boolean;
  /** Leaves the line. */
  quit(waiting: Waiting): void;
  /** Gives a place back, once for each that was taken. */
  leave(): void;
}

/** Room for at most so many requests at once. */
export class Room {
  #free: number;
  /** The requests of each door that wait, the next door's first; none of these lines is empty. */
  readonly #lines = new Set<Set<Waiting>>();

  constructor(max: number) {
    this.#free = max;
  }

  /** Opens a door. Doors take turns, so that one with many requests does not keep the others waiting. */
  door(): Door {
    const line = new Set<Waiting>();
    return {
      enter: (waiting) => {
        if (this.#free > 0) {
          this.#free--;
          return true;
        }
        this.#lines.add(line.add(waiting));
        return false;
      },
      quit: (waiting) => this.#drop(line, waiting),
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
      next.go();
    }
  }

  #drop(line: Set<Waiting>, waiting: Waiting): void {
    line.delete(waiting);
    if (line.size === 0) this.#lines.delete(line);
  }
}
