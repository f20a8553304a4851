import { byAge, type EmulatedObject, type StoredObject } from '../store/emulated-object.ts';
import { compareValues } from './operators.ts';

/** One key to sort by. */
export interface Order {
  readonly read: (item: EmulatedObject) => unknown;
  readonly isDescending: boolean;
  /** Whether the key follows from the object alone. */
  readonly isOwn: boolean;
}

/** How a list chooses and orders its items. */
export interface ListRule {
  /** The keys; without any the oldest comes first. Undefined where the list has an order of its own. */
  readonly orders?: readonly Order[];
  /** The item that shows an object; undefined if the list does not have it. Undefined where the object alone does not decide. */
  readonly itemFor?: ((stored: StoredObject) => EmulatedObject | undefined) | undefined;
}

/** An item with the values that it is ordered by. */
interface Placed {
  readonly item: EmulatedObject;
  readonly keys: readonly unknown[];
}

/** The items that arguments leave, in order. It is made once, and then follows what changes, an object at a time. */
export class SelectedList {
  readonly #rule: ListRule;
  readonly #placed: Placed[];
  /** The items as they are in the list, by their objects. */
  readonly #known = new Map<StoredObject, Placed>();

  constructor(items: readonly EmulatedObject[], rule: ListRule = {}) {
    this.#rule = rule;
    this.#placed = items.map((item, at) => this.#place(item, at)).sort((one, other) => this.#compare(one, other));
    for (const placed of this.#placed) if (placed.item.stored) this.#known.set(placed.item.stored, placed);
  }

  get length(): number {
    return this.#placed.length;
  }

  /** Whether it can follow what changes. */
  get follows(): boolean {
    return this.#rule.itemFor !== undefined;
  }

  slice(start: number, end?: number): readonly EmulatedObject[] {
    return this.#placed.slice(start, end).map(({ item }) => item);
  }

  /** Where an object is, or would be. */
  placeOf(item: EmulatedObject): { readonly place: number; readonly isThere: boolean } {
    const known = item.stored && this.#known.get(item.stored);
    return { place: this.#search(known ?? this.#place(item)), isThere: known !== undefined };
  }

  /** Takes an object that has changed out of its place, and puts it where it belongs now. */
  follow(stored: StoredObject): void {
    const before = this.#known.get(stored);
    if (before) this.#placed.splice(this.#search(before), 1);
    this.#known.delete(stored);
    const item = stored.isAlive ? this.#rule.itemFor?.(stored) : undefined;
    if (item === undefined) return;
    const placed = this.#place(item);
    this.#known.set(stored, placed);
    this.#placed.splice(this.#search(placed), 0, placed);
  }

  /** In an order of its own, an item that is not there belongs behind all others. */
  #place(item: EmulatedObject, at = this.#placed.length): Placed {
    return { item, keys: this.#rule.orders?.map(({ read }) => read(item)) ?? [at] };
  }

  /** Compares two items by their keys, and by their age: 0 only for the same object. Null comes last. */
  #compare(one: Placed, other: Placed): number {
    for (const [at, left] of one.keys.entries()) {
      const right = other.keys[at];
      const isTurned = this.#rule.orders?.[at]?.isDescending && left != null && right != null;
      const difference = compareValues(left, right);
      if (difference !== 0) return isTurned ? -difference : difference;
    }
    return one.item.stored && other.item.stored ? byAge(one.item.stored, other.item.stored) : 0;
  }

  /** The place of an item: the first whose item does not come before it. */
  #search(placed: Placed): number {
    let [low, high] = [0, this.#placed.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      const other = this.#placed[middle];
      if (other && this.#compare(other, placed) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
