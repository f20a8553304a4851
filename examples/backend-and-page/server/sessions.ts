import { randomBytes } from 'node:crypto';
import type { Role } from './users.js';

export interface Session {
  readonly user: string;
  readonly role: Role;
  readonly until: number;
}

const HOURS = 3_600_000;

/** Sessions in memory: they end with the process. Several processes need a store that they share. */
export class Sessions {
  readonly #now: () => number;
  readonly #sessions = new Map<string, Session>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Begins a session and returns its id, which only the cookie holds. */
  begin(user: string, role: Role): string {
    for (const [id, { until }] of this.#sessions) if (until <= this.#now()) this.#sessions.delete(id);
    const id = randomBytes(32).toString('base64url');
    this.#sessions.set(id, { user, role, until: this.#now() + 8 * HOURS });
    return id;
  }

  find(id: string | undefined): Session | undefined {
    const session = id === undefined ? undefined : this.#sessions.get(id);
    return session && session.until > this.#now() ? session : undefined;
  }

  end(id: string | undefined): void {
    if (id !== undefined) this.#sessions.delete(id);
  }
}
