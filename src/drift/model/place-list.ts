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

  /** Adds the place of a node that an operation reaches. */
  add(node: ASTNode, operation: string): void {
    const at = placeOf(node);
    const key = placeText(at);
    const place = this.#places.get(key) ?? { ...at, operations: [] };
    this.#places.set(key, place);
    if (!place.operations.includes(operation)) place.operations.push(operation);
  }

  /** All places, sorted by file, line and column. */
  list(): readonly Place[] {
    return [...this.#places.values()].sort(comparePlaces);
  }
}
