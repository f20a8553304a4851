/**
 * What graphql-request needs of `Headers`, and no more. The build puts it in place of the global one inside
 * graphql-request only: on Node the global loads all of undici, about 20 ms at the first touch.
 *
 * Iterable as name/value pairs, so that the real `Headers` and `fetch` take it as they take any list of pairs.
 */
export class RequestHeaders implements Iterable<[name: string, value: string]> {
  readonly #values = new Map<string, string>();

  constructor(init: Readonly<Record<string, string>> = {}) {
    for (const [name, value] of Object.entries(init)) this.set(name, value);
  }

  /** Whether there is such a header, whatever the case of `name`. */
  has(name: string): boolean {
    return this.#values.has(name.toLowerCase());
  }

  /** Sets a header, in place of one of the same name in any case. */
  set(name: string, value: string): void {
    this.#values.set(name.toLowerCase(), value);
  }

  /** Calls `visit` for each header, value first, as `Headers` does. */
  forEach(visit: (value: string, name: string) => void): void {
    this.#values.forEach(visit);
  }

  [Symbol.iterator](): MapIterator<[name: string, value: string]> {
    return this.#values.entries();
  }
}
