import { type DocumentNode, Kind, type SelectionSetNode } from 'graphql';
import { fragmentsByName } from '../graphql/fragments-by-name.ts';

/** The names of the root fields of an operation, also those in fragments; an alias does not hide one. */
export function rootFields(
  { definitions }: DocumentNode,
  operation: { readonly selectionSet: SelectionSetNode },
): readonly string[] {
  const fragments = new Map(fragmentsByName(definitions));
  const namesIn = ({ selections }: SelectionSetNode): readonly string[] =>
    selections.flatMap((selection) => {
      if (selection.kind === Kind.FIELD) return [selection.name.value];
      if (selection.kind === Kind.INLINE_FRAGMENT) return namesIn(selection.selectionSet);
      const fragment = fragments.get(selection.name.value);
      // Each fragment once: one of an invalid document may spread itself.
      fragments.delete(selection.name.value);
      return fragment ? namesIn(fragment.selectionSet) : [];
    });
  return namesIn(operation.selectionSet);
}
