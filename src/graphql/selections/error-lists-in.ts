import type { GraphQLSchema } from 'graphql';
import { fieldOf } from '../fields.ts';
import { isMutation, isOfMutations } from '../grouped-mutations.ts';
import type { ExecutableOperation } from '../parse-operations.ts';
import { isErrorList } from '../user-errors.ts';
import { readSelection, type SelectedField, type Selection } from './read-selection.ts';

/** Whether a field is answered with the payload of a mutation: an object that queries show has messages of its own. */
export function hasPayload(
  { owner, definition, below }: Pick<SelectedField, 'owner' | 'definition' | 'below'>,
  schema: GraphQLSchema,
): boolean {
  if (below === undefined) return false;
  return isOfMutations(schema, below.type) || (isMutation(schema, owner, definition) && !fieldOf(below.type, 'id'));
}

/** The lists of user errors that an operation selects, each by its path in the answer: `renameDevice.userErrors`. */
export function errorListsIn(
  schema: GraphQLSchema,
  { node, fragments }: Pick<ExecutableOperation, 'node' | 'fragments'>,
): readonly string[] {
  const listsIn = (selection: Selection | undefined, above: string, isPayload: boolean): readonly string[] =>
    selection?.groups.flatMap(({ fields }) =>
      fields.flatMap((field) => [
        ...(isPayload && isErrorList(field.definition) ? [above + field.key] : []),
        ...listsIn(field.below, `${above}${field.key}.`, hasPayload(field, schema)),
      ]),
    ) ?? [];
  return [...new Set(listsIn(readSelection({ schema, fragments }, node), '', false))];
}
