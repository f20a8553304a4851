import { type DefinitionNode, type FragmentDefinitionNode, Kind, type OperationDefinitionNode, visit } from 'graphql';

/** A definition that may spread fragments. */
type Spreading = OperationDefinitionNode | FragmentDefinitionNode;

/** Finds the fragment that a name means where `from` spreads it. */
export type FindFragment = (name: string, from: Spreading) => FragmentDefinitionNode | undefined;

/**
 * The fragments that an operation or a fragment spreads, directly or through others: each once, in the order of first use.
 *
 * @param onClash - Called with two fragments of one name that the operation reaches; the second one is left out.
 */
export function reachedFragments(
  operation: Spreading,
  find: FindFragment,
  onClash: (one: FragmentDefinitionNode, other: FragmentDefinitionNode) => void = () => {},
): ReadonlyMap<string, FragmentDefinitionNode> {
  const reached = new Map<string, FragmentDefinitionNode>();
  // A list and no recursion: a chain of fragments may be longer than the stack.
  const waiting = spreadsOf(operation).reverse();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const fragment = find(next.name, next.from);
    const known = reached.get(next.name);
    if (fragment === undefined || fragment === known) continue;
    if (known !== undefined) {
      onClash(known, fragment);
      continue;
    }
    reached.set(next.name, fragment);
    waiting.push(...spreadsOf(fragment).reverse());
  }
  return reached;
}

/** The names that a definition spreads, in their order. */
function spreadsOf(from: Spreading): { readonly name: string; readonly from: Spreading }[] {
  const spreads: { readonly name: string; readonly from: Spreading }[] = [];
  visit(from, { FragmentSpread: ({ name }) => void spreads.push({ name: name.value, from }) });
  return spreads;
}

/** The fragments among definitions, by their names. */
export function fragmentsByName(definitions: readonly DefinitionNode[]): ReadonlyMap<string, FragmentDefinitionNode> {
  return new Map(
    definitions.flatMap((it) => (it.kind === Kind.FRAGMENT_DEFINITION ? [[it.name.value, it] as const] : [])),
  );
}
