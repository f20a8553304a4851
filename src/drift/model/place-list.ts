import { grouped } from '../../base/grouped.ts';
import { placeText, type SourcePlace } from '../../graphql/place.ts';

/** One place in the operations that a change affects. */
export type Place = SourcePlace & {
  /** The names of the operations that reach the place; several in a shared fragment. */
  readonly operations: readonly string[];
};

/** The places, sorted. Equal places are one, with the operations of all. */
export function mergePlaces(places: readonly Place[]): readonly Place[] {
  return [...grouped(places, placeText).values()]
    .map((same) => ({ ...same[0], operations: [...new Set(same.flatMap(({ operations }) => operations))] }))
    .sort(comparePlaces);
}

export interface Located<Item> {
  readonly item: Item;
  readonly place: Place;
}

/** Items with their places. Equal items are one. */
export function mergeItems<Item extends object>(
  found: readonly Located<Item>[],
): readonly (Item & { readonly places: readonly Place[] })[] {
  const groups = grouped(found, ({ item }) => JSON.stringify(Object.entries(item).sort()));
  return [...groups.values()].map((same) => ({ ...same[0].item, places: mergePlaces(same.map(({ place }) => place)) }));
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
