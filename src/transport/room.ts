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
