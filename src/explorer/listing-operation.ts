import type { DefinitionNode, FieldNode, SelectionSetNode } from 'graphql';
import type { WrittenOperation } from './write-operation.ts';

/** Whether an operation does nothing but read the list that a written one reads: two of them are one too many. */
export function isListingOf(definition: DefinitionNode, { path, isList }: WrittenOperation): boolean {
  if (!isList || definition.kind !== 'OperationDefinition' || definition.operation !== path.kind) return false;
  let selected: SelectionSetNode | undefined = definition.selectionSet;
  for (const name of path.names) {
    const [only, ...others]: readonly FieldNode[] = fieldsIn(selected);
    if (only?.name.value !== name || others.length > 0) return false;
    selected = only.selectionSet;
  }
  return fieldsIn(selected).length > 0;
}

/** The fields of a selection. A selection with a fragment may hold anything, so it has none here. */
function fieldsIn(selected: SelectionSetNode | undefined): readonly FieldNode[] {
  const fields = selected?.selections ?? [];
  return fields.every((it) => it.kind === 'Field') ? fields.filter(({ name }) => name.value !== '__typename') : [];
}
