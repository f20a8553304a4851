import { isControlApiError } from '../errors.ts';

/** After so many pages that came, a bound that a passing failure set is forgotten. */
const FORGOTTEN_AFTER = 10;

/**
 * The size of a list's pages: at most what is wanted, and less where a page failed that a lighter one may not. A failed page is asked
 * for again with a tenth; after each page that came, twice as many, never above half of what failed.
 */
export class PageSize {
  readonly #wanted: number;
  /** Half of the smallest page that was refused, and of the smallest one of a passing failure. */
  #refused = Number.POSITIVE_INFINITY;
  #passing = Number.POSITIVE_INFINITY;
  #cameSince = 0;
  #tried: number[];

  constructor(wanted: number) {
    this.#wanted = wanted;
    this.#tried = [wanted];
  }

  /** The size of the page under way. */
  get asked(): number {
    return this.#tried.at(-1) ?? this.#wanted;
  }

  /** The page failed. False where it held one node: no page is lighter. */
  lighten(why: 'refused' | 'passing'): boolean {
    const { asked } = this;
    if (asked === 1) return false;
    const half = Math.floor(asked / 2);
    if (why === 'refused') this.#refused = Math.min(this.#refused, half);
    else {
      this.#passing = Math.min(this.#passing, half);
      this.#cameSince = 0;
    }
    this.#tried.push(Math.max(1, Math.floor(asked / 10)));
    return true;
  }

  /** The page came: says the size of the next one. */
  came(): void {
    if (++this.#cameSince >= FORGOTTEN_AFTER) this.#passing = Number.POSITIVE_INFINITY;
    this.#tried = [Math.min(this.#wanted, this.#refused, this.#passing, 2 * this.asked)];
  }

  /** The error of a page, made to say which sizes failed. */
  withSizes(error: unknown): unknown {
    const [last, ...others] = [...this.#tried].reverse();
    if (isControlApiError(error) && others.length > 0)
      error.message += ` It failed with a \`pageSize\` of ${others.reverse().join(', ')} and ${last}.`;
    return error;
  }
}
