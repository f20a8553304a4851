/** Gives equal structures one number, so that comparing two trees of any depth is comparing two numbers. */
export class Interner {
  readonly #ids = new Map<string, number>();

  /** The number of a text. */
  id(text: string): number {
    const known = this.#ids.get(text);
    if (known !== undefined) return known;
    const id = this.#ids.size;
    this.#ids.set(text, id);
    return id;
  }

  /** The number of a union: a single member stands for itself, and none at all for what never is. */
  union(ids: readonly number[]): number {
    const [first, ...others] = [...new Set(ids)].sort((a, b) => a - b);
    if (first === undefined) return this.id('never');
    return others.length === 0 ? first : this.id([first, ...others].join('|'));
  }
}
