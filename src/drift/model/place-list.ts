import type { ASTNode } from 'graphql';
import { placeOf, placeText, type SourcePlace } from '../../graphql/place.ts';

/** One place in the operations that a change affects. */
export type Place = SourcePlace & {
  /** The names of the operations that reach the place; several in a shared fragment. */
  readonly operations: readonly string[];
};

export class PlaceList {
  readonly #places = new Map<string, SourcePlace & { readonly operations: string[] }>();

  add(node: SourcePlace | ASTNode, ...operations: readonly string[]): void {
    const at = 'file' in node ? node : placeOf(node);
    const key = placeText(at);
    const place = this.#places.get(key) ?? { ...at, operations: [] };
    this.#places.set(key, place);
    for (const name of operations) if (!place.operations.includes(name)) place.operations.push(name);
  }

  list(): readonly Place[] {
    return [...this.#places.values()].sort(comparePlaces);
  }
}

/** Items with their places in operations. Equal items are one. */
export class FoundList<Item extends object> {
  readonly #found = new Map<string, { readonly item: Item; readonly places: PlaceList }>();

  add(item: Item, at: SourcePlace | ASTNode, ...operations: readonly string[]): void {
    const key = JSON.stringify(Object.entries(item).sort());
    const known = this.#found.get(key) ?? { item, places: new PlaceList() };
    this.#found.set(key, known);
    known.places.add(at, ...operations);
  }

  list(): readonly (Item & { readonly places: readonly Place[] })[] {
    return [...this.#found.values()].map(({ item, places }) => ({ ...item, places: places.list() }));
  }
}

export function comparePlaces(a: SourcePlace | undefined, b: SourcePlace | undefined): number {
  if (a === undefined || b === undefined) return 0;
  return (a.file < b.file ? -1 : a.file > b.file ? 1 : 0) || a.line - b.line || a.column - b.column;
}

/** The first names and the count of the others: `A, B and 3 more`. */
export function listed(names: readonly string[], most: number): string {
  const more = names.length - most;
  return more <= 0 ? names.join(', ') : `${names.slice(0, most).join(', ')} and ${more} more`;
}
