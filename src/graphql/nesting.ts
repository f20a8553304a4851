import type { FragmentDefinitionNode, OperationDefinitionNode, SelectionSetNode } from 'graphql';

/** So many levels of selections are compared and generated: validation and the compiler work within one call stack. */
export const mostLevels = 500;

/** How many levels an operation selects, with those of its fragments; a fragment counts as one. */
export function levelsOf(
  operation: OperationDefinitionNode,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
): number {
  // A fragment that is being counted spreads itself, which is another mistake.
  const known = new Map<string, number>();
  const levelsIn = (set: SelectionSetNode | undefined): number => {
    let most = 0;
    for (const selection of set?.selections ?? []) {
      if (selection.kind !== 'FragmentSpread') most = Math.max(most, levelsIn(selection.selectionSet));
      else {
        const name = selection.name.value;
        if (!known.has(name)) {
          known.set(name, 0);
          known.set(name, levelsIn(fragments.get(name)?.selectionSet));
        }
        most = Math.max(most, known.get(name) ?? 0);
      }
    }
    return most + 1;
  };
  return levelsIn(operation.selectionSet);
}
