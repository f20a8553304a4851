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
}
