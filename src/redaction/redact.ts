import { isRecord } from '../base/is-record.ts';
import { fromBytes } from './encodings.ts';
import { type Budget, KeySearch, REDACTED, SHORTEST_KEY } from './key-search.ts';

export { REDACTED };

/** Takes every trace of its keys out of values. Returns copies. */
export interface Redactor {
  text(text: string): string;
  json(value: unknown): unknown;
  errors<Error extends { readonly message: string }>(errors: readonly Error[]): readonly Error[];
  /** A foreign error and its causes, as new errors with scrubbed name, message, code and stack. */
  cause(error: unknown): unknown;
  add(key: string): void;
}

const MOST_NAMES = 1000;
const MOST_CAUSES = 20;
/** Deeper than any answer, and far from the end of the stack. */
const MOST_LEVELS = 200;

/** About two steps for each character, and {@link EACH_ENTRY} for each member. The rest is dropped unseen. */
const MOST_STEPS = 2 ** 24;
const EACH_ENTRY = 64;

/** Whole keys and pieces of 12 characters are cut out; a text that holds one through encodings is dropped. */
export function createRedactor(keys: Iterable<string> = []): Redactor {
  const search = new KeySearch();
  for (const key of keys) search.add(key);
  /** Names without a key: the same few come again and again. */
  const innocent = new Set<string>();
  const scrubbing = () => new Scrubbing(search.isEmpty ? undefined : search, innocent);

  return {
    text: (input) => scrubbing().text(input),
    json: (value) => scrubbing().json(value),
    errors: <E extends { readonly message: string }>(errors: readonly E[]) =>
      scrubbing()
        .list(errors)
        .map((it) => ({ message: REDACTED, ...(isRecord(it) && it) }) as unknown as E),
    cause: (error) => scrubbing().cause(error),
    add(key) {
      if (search.add(key)) innocent.clear();
    },
  };
}

class Scrubbing {
  readonly #search: KeySearch | undefined;
  readonly #innocent: Set<string>;
  readonly #budget: Budget;
  readonly #causes = new Set<unknown>();

  constructor(search: KeySearch | undefined, innocent: Set<string>) {
    this.#search = search;
    this.#innocent = innocent;
    this.#budget = { steps: search ? MOST_STEPS : Number.POSITIVE_INFINITY };
  }

  text(input: string): string {
    return this.#search ? this.#search.text(input, this.#budget) : input;
  }

  json(value: unknown, depth = 0): unknown {
    this.#budget.steps -= EACH_ENTRY;
    if (this.#budget.steps < 0) return REDACTED;
    if (typeof value === 'string') return this.text(value);
    if (typeof value === 'number' || typeof value === 'bigint') return this.#holdsKey(String(value)) ? REDACTED : value;
    if (typeof value !== 'object' || value === null) return value;
    if (depth > MOST_LEVELS) return REDACTED;
    return Array.isArray(value) ? this.list(value, depth) : this.#object(value, depth);
  }

  list(input: readonly unknown[], depth = 0): readonly unknown[] {
    const copy: unknown[] = [];
    for (const entry of input) {
      copy.push(this.json(entry, depth + 1));
      if (this.#budget.steps < 0) break;
    }
    return this.#holdsBytes(copy) ? [REDACTED] : copy;
  }

  #object(input: object, depth: number): unknown {
    const copy: [name: string, entry: unknown][] = [];
    for (const [name, entry] of Object.entries(input)) {
      copy.push([this.#name(name), this.json(entry, depth + 1)]);
      if (this.#budget.steps < 0) break;
    }
    return this.#holdsBytes(copy.map(([, entry]) => entry)) ? REDACTED : Object.fromEntries(copy);
  }

  #name(name: string): string {
    const innocent = this.#innocent;
    if (innocent.has(name)) return name;
    const scrubbed = this.text(name);
    if (scrubbed === name && innocent.size < MOST_NAMES) innocent.add(name);
    return scrubbed;
  }

  #holdsKey(text: string): boolean {
    return this.text(text) !== text;
  }

  #holdsBytes(list: readonly unknown[]): boolean {
    if (list.length < SHORTEST_KEY || !list.some((it) => typeof it === 'number')) return false;
    return this.#search !== undefined && this.#holdsKey(fromBytes(list));
  }

  cause(error: unknown): unknown {
    if (typeof error === 'string') return this.text(error);
    if (!isErrorLike(error) || this.#causes.has(error) || this.#causes.size >= MOST_CAUSES) return undefined;
    this.#causes.add(error);
    const { name, message, cause, stack, code, errors } = error;
    const copy = new Error(this.text(message), cause === undefined ? undefined : { cause: this.cause(cause) });
    copy.name = this.text(name);
    if (typeof stack === 'string') copy.stack = this.text(stack);
    if (typeof code === 'string') Object.assign(copy, { code: this.text(code) });
    const copies = Array.isArray(errors) && errors.map((it) => this.cause(it)).filter((it) => it !== undefined);
    return copies ? Object.assign(copy, { errors: copies }) : copy;
  }
}

function isErrorLike(value: unknown): value is Error & Record<string, unknown> {
  return isRecord(value) && typeof value['message'] === 'string' && typeof value['name'] === 'string';
}
