import { createRedactor, type Redactor } from '../redaction/redact.ts';
import type { ApiKey } from './api-key.ts';

/**
 * So many keys are remembered, the latest. The service's keys are made by hand in its web UI (documented), so no client comes
 * near; it keeps a key function that makes up a key for each call from filling the memory.
 */
const MOST_KEYS = 1000;

/** Knows every key that a client ever held, so that whatever the client hands out can be scrubbed of all of them. */
export class KeyKeeper {
  readonly #known = new Set<string>();
  /** The key admitted last: a key that does not change is asked about at every attempt. */
  #latest: ApiKey | undefined;

  /** Scrubs of the keys that are known when it is used, so what is scrubbed late misses none. */
  readonly redactor: Redactor = createRedactor(this.#known);

  /** Adds a key, before it is used; one that is known already changes nothing. */
  admit(key: ApiKey): void {
    if (key === this.#latest) return;
    this.#latest = key;
    const value = key.authorization().slice('Bearer '.length);
    if (this.#known.has(value)) return;
    this.#known.add(value);
    const [oldest] = this.#known;
    if (oldest !== undefined && this.#known.size > MOST_KEYS) this.#known.delete(oldest);
    this.redactor.renew();
  }
}
