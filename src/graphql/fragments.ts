import { type DefinitionNode, type FragmentDefinitionNode, Kind, type OperationDefinitionNode, visit } from 'graphql';

export type OperationOrFragment = OperationDefinitionNode | FragmentDefinitionNode;

/** The spread fragments, also those of fragments, in the order of first use. Of two fragments of one name, the second is left out. */
export function reachedFragments(
  operation: OperationOrFragment,
  find: (name: string, from: OperationOrFragment) => FragmentDefinitionNode | undefined,
): ReadonlyMap<string, FragmentDefinitionNode> {
  const reached = new Map<string, FragmentDefinitionNode>();
  // No recursion: a chain of fragments may be longer than the call stack.
  const waiting = spreadsOf(operation).reverse();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const fragment = find(next.name, next.from);
    if (fragment === undefined || reached.has(next.name)) continue;
    reached.set(next.name, fragment);
    waiting.push(...spreadsOf(fragment).reverse());
  }
  return reached;
}

function spreadsOf(from: OperationOrFragment): { readonly name: string; readonly from: OperationOrFragment }[] {
  const spreads: { readonly name: string; readonly from: OperationOrFragment }[] = [];
  visit(from, { FragmentSpread: ({ name }) => void spreads.push({ name: name.value, from }) });
  return spreads;
}

export function fragmentsByName(definitions: readonly DefinitionNode[]): ReadonlyMap<string, FragmentDefinitionNode> {
  return new Map(
    definitions.flatMap((it) => (it.kind === Kind.FRAGMENT_DEFINITION ? [[it.name.value, it] as const] : [])),
  );
}
