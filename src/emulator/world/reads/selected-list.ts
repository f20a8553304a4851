import type { EmulatedObject, StoredObject } from '../store/emulated-object.ts';

/** How a list chooses and orders its items. */
export interface ListRule {
  /** The item that shows an object; undefined if the list does not have it. Undefined where the object alone does not decide. */
  readonly itemFor?: ((stored: StoredObject) => EmulatedObject | undefined) | undefined;
  /** The values that an item is ordered by. */
  readonly keysOf?: (item: EmulatedObject) => readonly unknown[];
  /** Compares two items and their values, 0 only for the same object; undefined where the list has an order of its own. */
  readonly compare?: (one: Placed, other: Placed) => number;
}

/** An item with the values that it is ordered by. */
export interface Placed {
  readonly item: EmulatedObject;
  readonly keys: readonly unknown[];
}

const none: readonly unknown[] = [];

/** The items that arguments leave, in order. It is made once, and then follows what changes, an object at a time. */
export class SelectedList {
  readonly #rule: ListRule;
  readonly #placed: Placed[];
  /** The items as they are in the list, by their objects. */
  readonly #known = new Map<StoredObject, Placed>();

  constructor(items: readonly EmulatedObject[], rule: ListRule = {}) {
    this.#rule = rule;
    this.#placed = items.map((item) => this.#place(item));
    if (rule.compare) this.#placed.sort(rule.compare);
  }

  get length(): number {
    return this.#placed.length;
  }

  /** Whether it can follow what changes. */
  get follows(): boolean {
    return this.#rule.itemFor !== undefined;
  }

  slice(start: number, end: number): readonly EmulatedObject[] {
    return this.#placed.slice(start, end).map(({ item }) => item);
  }

  at(place: number): EmulatedObject | undefined {
    return this.#placed[place]?.item;
  }

  /** Where an object is, or would be: `view` is the object as an item. */
  placeOf(stored: StoredObject, view: () => EmulatedObject): { readonly place: number; readonly isThere: boolean } {
    const known = this.#known.get(stored);
    if (known) return { place: this.#search(known), isThere: true };
    const item = view();
    return { place: this.#search({ item, keys: this.#keysOf(item) }), isThere: false };
  }

  /** Takes an object that has changed out of its place, and puts it where it belongs now. */
  follow(stored: StoredObject): void {
    const before = this.#known.get(stored);
    if (before) this.#placed.splice(this.#search(before), 1);
    this.#known.delete(stored);
    const item = stored.isAlive ? this.#rule.itemFor?.(stored) : undefined;
    if (item === undefined) return;
    const placed = this.#place(item);
    this.#placed.splice(this.#search(placed), 0, placed);
  }

  #place(item: EmulatedObject): Placed {
    const placed = { item, keys: this.#keysOf(item) };
    if (item.stored) this.#known.set(item.stored, placed);
    return placed;
  }

  #keysOf(item: EmulatedObject): readonly unknown[] {
    return this.#rule.keysOf?.(item) ?? none;
  }

  /** The place of an item: the first whose item does not come before it. */
  #search(placed: Placed): number {
    const { compare } = this.#rule;
    if (compare === undefined) return this.#placed.includes(placed) ? this.#placed.indexOf(placed) : this.length;
    let [low, high] = [0, this.#placed.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      const other = this.#placed[middle];
      if (other && compare(other, placed) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
