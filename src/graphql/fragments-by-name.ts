import { type DefinitionNode, type FragmentDefinitionNode, Kind } from 'graphql';

/** The fragments among definitions, by their names. */
export function fragmentsByName(definitions: readonly DefinitionNode[]): ReadonlyMap<string, FragmentDefinitionNode> {
  return new Map(
    definitions.flatMap((it) => (it.kind === Kind.FRAGMENT_DEFINITION ? [[it.name.value, it] as const] : [])),
  );
}
