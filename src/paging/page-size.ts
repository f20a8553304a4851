import { isControlApiError } from '../errors.ts';

/** A bound from a passing failure holds for so many pages. */
const FORGOTTEN_AFTER = 10;

/** A failed page is repeated with a tenth; each page that arrives doubles the size, up to half of what failed. */
export class PageSize {
  readonly #wanted: number;
  /** Half of the smallest page that was refused, or that failed in passing. */
  #refused = Number.POSITIVE_INFINITY;
  #passing = Number.POSITIVE_INFINITY;
  #cameSince = 0;
  #tried: number[];

  constructor(wanted: number) {
    this.#wanted = wanted;
    this.#tried = [wanted];
  }

  get asked(): number {
    return this.#tried.at(-1) ?? this.#wanted;
  }

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

  came(): void {
    if (++this.#cameSince >= FORGOTTEN_AFTER) this.#passing = Number.POSITIVE_INFINITY;
    this.#tried = [Math.min(this.#wanted, this.#refused, this.#passing, 2 * this.asked)];
  }

  withSizes(error: unknown): unknown {
    const [last, ...others] = [...this.#tried].reverse();
    if (isControlApiError(error) && others.length > 0)
      error.message += ` It failed with a \`pageSize\` of ${others.reverse().join(', ')} and ${last}.`;
    return error;
  }
}
