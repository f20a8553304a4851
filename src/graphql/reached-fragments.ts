import { type FragmentDefinitionNode, type OperationDefinitionNode, visit } from 'graphql';

/** A definition that may spread fragments. */
type Spreading = OperationDefinitionNode | FragmentDefinitionNode;

/** Finds the fragment that a name means where `from` spreads it. */
export type FindFragment = (name: string, from: Spreading) => FragmentDefinitionNode | undefined;

/**
 * The fragments that an operation spreads, directly or through others: each once, in the order of first use.
 *
 * @param onClash - Called with two fragments of one name that the operation reaches; the second one is left out.
 */
export function reachedFragments(
  operation: OperationDefinitionNode,
  find: FindFragment,
  onClash: (one: FragmentDefinitionNode, other: FragmentDefinitionNode) => void = () => {},
): ReadonlyMap<string, FragmentDefinitionNode> {
  const reached = new Map<string, FragmentDefinitionNode>();
  const follow = (root: Spreading): void => {
    visit(root, {
      FragmentSpread({ name }) {
        const fragment = find(name.value, root);
        const known = reached.get(name.value);
        if (fragment === undefined || fragment === known) return;
        if (known !== undefined) {
          onClash(known, fragment);
          return;
        }
        reached.set(name.value, fragment);
        follow(fragment);
      },
    });
  };
  follow(operation);
  return reached;
}
