import type { GraphQLSchema } from 'graphql';
import { elementParts, elementsIn, type SchemaElement } from '../../graphql/elements.ts';
import { hasSameMembers } from './same-members.ts';

/** An element of two schemas; undefined in the one that does not have it. */
export type ElementPair = readonly [old: SchemaElement | undefined, live: SchemaElement | undefined];

/**
 * Every element of two schemas: those of the old one in its order, and behind them what is new among them. The parts of an element
 * follow it, if both schemas have it, as the same kind of type, and with other members.
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
    if (other === undefined || one.it.constructor !== other.it.constructor) continue;
    // Most types of two versions of a schema are the same.
    if (one.kind === 'type' && other.kind === 'type' && hasSameMembers(one.it, other.it)) continue;
    addPairs(elementParts(one), elementParts(other), pairs);
  }
  for (const one of left.values()) pairs.push([undefined, one]);
}
