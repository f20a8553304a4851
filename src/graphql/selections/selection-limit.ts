import type { FragmentDefinitionNode, OperationDefinitionNode } from 'graphql';
import { refuse } from '../operations-error.ts';
import { placeText } from '../place.ts';

/** An operation of a large application leads to a few hundred. */
const most = 10_000;

/**
 * Stops the reading of a definition whose fragments select differently on different types inside one another: each level
 * may then double the sets of selections, and each set is another type of the result.
 */
export function limitSelections(sets: number, node: OperationDefinitionNode | FragmentDefinitionNode): void {
  if (sets <= most) return;
  const name = node.name?.value ?? 'The operation';
  refuse('The operations select too much to be compared or generated', [
    `${placeText(node)}: ${name} has fragments on different types inside one another that multiply to more than ${most.toLocaleString('en')} different selections. Split it into several operations, or select the same on all of these types.`,
  ]);
}
