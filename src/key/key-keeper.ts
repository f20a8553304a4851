import type { ApiKey } from './api-key.ts';
import { combineRedactors, type Redactor } from './redact.ts';

/** Knows every key that a client ever held, so that whatever the client hands out can be scrubbed of all of them. */
export class KeyKeeper {
  readonly #keys: ApiKey[] = [];
  #redactor: Redactor | undefined;

  /** Adds a key; one that is known already changes nothing. */
  admit(key: ApiKey): void {
    if (this.#keys.some((known) => known.equals(key))) return;
    this.#keys.push(key);
    this.#redactor = undefined;
  }

  /** Scrubs of every key that was ever admitted. */
  get redactor(): Redactor {
    this.#redactor ??= combineRedactors(this.#keys.map((key) => key.redactor));
    return this.#redactor;
  }
}
