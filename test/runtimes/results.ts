import { expect } from 'vitest';
import { type Result, tableOf } from '../frameworks/results.ts';

/** The results of one suite: each is checked at once, and all of them are printed as one table at its end. */
export class Results {
  readonly #all: Result[] = [];

  /** Notes what a case gave, then holds it against what was wanted. */
  check(runtime: string, what: string, wanted: string, got: string): void {
    this.note(runtime, what, wanted, got);
    expect(got, `${runtime}: ${what}`).toBe(wanted);
  }

  /** Notes what a case gave, to be held against what was wanted later. */
  note(runtime: string, what: string, wanted: string, got: string): void {
    this.#all.push({ runtime, case: what, wanted, got });
  }

  /** Holds all that was noted of a runtime against what was wanted. */
  checkAll(runtime: string): void {
    const all = this.#all.filter((result) => result.runtime === runtime);
    expect(all.length).toBeGreaterThan(0);
    expect(all).toEqual(all.map((it) => ({ ...it, got: it.wanted })));
  }

  /** Prints the table under a title. */
  print(title: string): void {
    if (this.#all.length > 0) process.stdout.write(`\n${title}\n\n${tableOf(this.#all)}`);
  }
}
