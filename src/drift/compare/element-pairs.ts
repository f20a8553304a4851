import type { GraphQLSchema } from 'graphql';
import { elementParts, elementsIn, type SchemaElement } from '../../graphql/elements.ts';

/** An element of two schemas; undefined in the one that does not have it. */
export type ElementPair = readonly [old: SchemaElement | undefined, live: SchemaElement | undefined];

/**
 * Every element of two schemas: those of the old one in its order, and behind them what is new among them. The parts of an element
 * follow it, if both schemas have it, and as the same kind of type.
 */
export function elementPairs(old: GraphQLSchema, live: GraphQLSchema): readonly ElementPair[] {
  return pairsOf(elementsIn(old), elementsIn(live));
}

function pairsOf(old: readonly SchemaElement[], live: readonly SchemaElement[]): readonly ElementPair[] {
  const [before, after] = [old, live].map((all) => new Map(all.map((it) => [it.coordinate, it])));
  return [
    ...old.flatMap((one): readonly ElementPair[] => {
      const other = after?.get(one.coordinate);
      return [
        [one, other],
        ...(other && hasSameForm(one, other) ? pairsOf(elementParts(one), elementParts(other)) : []),
      ];
    }),
    ...live.flatMap((one): readonly ElementPair[] => (before?.has(one.coordinate) ? [] : [[undefined, one]])),
  ];
}

/** Whether two elements are the same kind of type, or no types. */
function hasSameForm(one: SchemaElement, other: SchemaElement): boolean {
  return one.kind !== 'type' || one.it.constructor === other.it.constructor;
}
