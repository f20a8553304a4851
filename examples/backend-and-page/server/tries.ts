const LIMIT = 5;
const WINDOW_MS = 60_000;

/** Counts failed logins by name: five in a minute, then the name has to wait. */
export class Tries {
  readonly #now: () => number;
  readonly #failed = new Map<string, number[]>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Counts a try before its password is looked at, so that tries at the same moment count, too. False if it is one too many. */
  begin(name: string): boolean {
    const since = this.#now() - WINDOW_MS;
    for (const [one, times] of this.#failed) if ((times.at(-1) ?? 0) <= since) this.#failed.delete(one);
    const recent = (this.#failed.get(name) ?? []).filter((time) => time > since);
    if (recent.length >= LIMIT) return false;
    this.#failed.set(name, [...recent, this.#now()]);
    return true;
  }

  succeeded(name: string): void {
    this.#failed.delete(name);
  }
}
