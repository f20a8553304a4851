/** Assigns one number to equal structures, so that two trees of any depth are compared by two numbers. */
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

  /** The number of a union: that of the member if there is only one, that of `never` if there is none. */
  union(ids: readonly number[]): number {
    const [first, ...others] = [...new Set(ids)].sort((a, b) => a - b);
    if (first === undefined) return this.id('never');
    return others.length === 0 ? first : this.id([first, ...others].join('|'));
  }
}
