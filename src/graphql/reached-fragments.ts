import { type FragmentDefinitionNode, type OperationDefinitionNode, visit } from 'graphql';

/** The fragments that an operation spreads, directly or through others: each once, in the order of first use. */
export function reachedFragments(
  operation: OperationDefinitionNode,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
): ReadonlyMap<string, FragmentDefinitionNode> {
  const reached = new Map<string, FragmentDefinitionNode>();
  const follow = (root: OperationDefinitionNode | FragmentDefinitionNode): void => {
    visit(root, {
      FragmentSpread({ name }) {
        const fragment = fragments.get(name.value);
        if (fragment === undefined || reached.has(name.value)) return;
        reached.set(name.value, fragment);
        follow(fragment);
      },
    });
  };
  follow(operation);
  return reached;
}
