import { type DocumentNode, Kind, type OperationDefinitionNode, type SelectionSetNode } from 'graphql';

/** The names of the root fields of an operation, also those in fragments; an alias does not hide one. */
export function rootFields(document: DocumentNode, operation: OperationDefinitionNode): ReadonlySet<string> {
  const names = new Set<string>();
  const seen = new Set<string>();
  const visit = ({ selections }: SelectionSetNode): void => {
    for (const selection of selections) {
      if (selection.kind === Kind.FIELD) names.add(selection.name.value);
      else if (selection.kind === Kind.INLINE_FRAGMENT) visit(selection.selectionSet);
      else if (!seen.has(selection.name.value)) {
        seen.add(selection.name.value);
        for (const definition of document.definitions) {
          if (definition.kind === Kind.FRAGMENT_DEFINITION && definition.name.value === selection.name.value)
            visit(definition.selectionSet);
        }
      }
    }
  };
  visit(operation.selectionSet);
  return names;
}
