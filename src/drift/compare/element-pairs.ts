import type { GraphQLSchema } from 'graphql';
import { elementParts, elementsIn, type SchemaElement } from '../../graphql/elements.ts';

/** An element of two schemas; undefined in the one that does not have it. */
export type ElementPair = readonly [old: SchemaElement | undefined, live: SchemaElement | undefined];

/**
 * Every element of two schemas: those of the old one in its order, and behind them what is new among them. The parts of an element
 * follow it, if both schemas have it, and as the same kind of type.
 */
export function elementPairs(old: GraphQLSchema, live: GraphQLSchema): readonly ElementPair[] {
  const pairs: ElementPair[] = [];
  addPairs(elementsIn(old), elementsIn(live), pairs);
  return pairs;
}

function addPairs(old: readonly SchemaElement[], live: readonly SchemaElement[], pairs: ElementPair[]): void {
  const left = new Map(live.map((it) => [it.coordinate, it]));
  for (const one of old) {
    const other = left.get(one.coordinate);
    left.delete(one.coordinate);
    pairs.push([one, other]);
    if (other && one.it.constructor === other.it.constructor) addPairs(elementParts(one), elementParts(other), pairs);
  }
  for (const one of left.values()) pairs.push([undefined, one]);
}
