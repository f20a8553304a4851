import type { GraphQLSchema } from 'graphql';
import { fieldOf } from '../fields.ts';
import { isErrorList, isMutation, isOfMutations } from '../mutations.ts';
import type { ExecutableOperation } from '../parse-operations.ts';
import { readSelection, type SelectedField, type Selection } from './read-selection.ts';

type Using = Pick<ExecutableOperation, 'node' | 'fragments'>;

/** The mutations that an operation runs, each by its path: `team.device.rename`. */
export function mutationsIn(schema: GraphQLSchema, { node, fragments }: Using): readonly string[] {
  const pathsIn = (selection: Selection | undefined, above: string): readonly string[] =>
    selection?.groups.flatMap(({ fields }) =>
      fields.flatMap(({ key, owner, definition, below }) => [
        ...(isMutation(schema, owner, definition) ? [above + key] : []),
        ...pathsIn(below, `${above}${key}.`),
      ]),
    ) ?? [];
  if (node.operation !== 'mutation') return [];
  return [...new Set(pathsIn(readSelection({ schema, fragments }, node), ''))];
}

/** Whether a field returns the payload of a mutation. An object with an id may have messages that are not user errors. */
export function hasPayload(
  { owner, definition, below }: Pick<SelectedField, 'owner' | 'definition' | 'below'>,
  schema: GraphQLSchema,
): boolean {
  if (below === undefined) return false;
  return isOfMutations(schema, below.type) || (isMutation(schema, owner, definition) && !fieldOf(below.type, 'id'));
}

/** The lists of user errors that an operation selects, each by its path of response keys: `renameDevice.userErrors`. */
export function errorListsIn(schema: GraphQLSchema, { node, fragments }: Using): readonly string[] {
  const listsIn = (selection: Selection | undefined, above: string, isPayload: boolean): readonly string[] =>
    selection?.groups.flatMap(({ fields }) =>
      fields.flatMap((field) => [
        ...(isPayload && isErrorList(field.definition) ? [above + field.key] : []),
        ...listsIn(field.below, `${above}${field.key}.`, hasPayload(field, schema)),
      ]),
    ) ?? [];
  return [...new Set(listsIn(readSelection({ schema, fragments }, node), '', false))];
}
