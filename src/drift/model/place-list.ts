import type { ASTNode } from 'graphql';
import { placeOf, placeText, type SourcePlace } from '../../graphql/place.ts';
import type { Place } from './finding.ts';
import { comparePlaces } from './place-order.ts';

interface MutablePlace extends SourcePlace {
  readonly operations: string[];
}

/** Places in operations: each once, with the names of all operations that reach it. */
export class PlaceList {
  readonly #places = new Map<string, MutablePlace>();

  /** Adds a place, or that of a node, which some operations reach. */
  add(node: SourcePlace | ASTNode, ...operations: readonly string[]): void {
    const at = 'file' in node ? node : placeOf(node);
    const key = placeText(at);
    const place = this.#places.get(key) ?? { ...at, operations: [] };
    this.#places.set(key, place);
    for (const name of operations) if (!place.operations.includes(name)) place.operations.push(name);
  }

  /** All places, sorted by file, line and column. */
  list(): readonly Place[] {
    return [...this.#places.values()].sort(comparePlaces);
  }
}
