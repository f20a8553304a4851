import type { GraphQLSchema } from 'graphql';
import { elementPairs } from './element-pairs.ts';

/** The elements that both schemas have with different descriptions, as coordinates in their order in the old schema. */
export function changedDescriptions(old: GraphQLSchema, live: GraphQLSchema): readonly string[] {
  return elementPairs(old, live).flatMap(([before, after]) =>
    before && after && (before.it.description ?? '') !== (after.it.description ?? '') ? after.coordinate : [],
  );
}
