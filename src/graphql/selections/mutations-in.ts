import type { GraphQLSchema } from 'graphql';
import { fieldOf } from '../fields.ts';
import { isErrorList, isMutation, isOfMutations } from '../mutations.ts';
import type { ExecutableOperation } from '../parse-operations.ts';
import { readSelection, type SelectedField, type Selection } from './read-selection.ts';

type Using = Pick<ExecutableOperation, 'node' | 'fragments'>;

/** The mutations that an operation runs, each by its path: `team.device.rename`. */
export function mutationsIn(schema: GraphQLSchema, operation: Using): readonly string[] {
  if (operation.node.operation !== 'mutation') return [];
  return pathsIn(schema, operation, ({ owner, definition }) => isMutation(schema, owner, definition));
}

/** The lists of user errors that an operation selects, each by its path of response keys: `renameDevice.userErrors`. */
export function errorListsIn(schema: GraphQLSchema, operation: Using): readonly string[] {
  return pathsIn(schema, operation, ({ definition }, isPayload) => isPayload && isErrorList(definition));
}

function pathsIn(
  schema: GraphQLSchema,
  { node, fragments }: Using,
  isWanted: (field: SelectedField, isPayload: boolean) => boolean,
): readonly string[] {
  const below = (selection: Selection | undefined, above: string, isPayload: boolean): readonly string[] =>
    selection?.groups.flatMap(({ fields }) =>
      fields.flatMap((field) => [
        ...(isWanted(field, isPayload) ? [above + field.key] : []),
        ...below(field.below, `${above}${field.key}.`, hasPayload(field, schema)),
      ]),
    ) ?? [];
  return [...new Set(below(readSelection({ schema, fragments }, node), '', false))];
}

/** Whether a field returns the payload of a mutation. An object with an id may have messages that are not user errors. */
export function hasPayload({ owner, definition, below }: SelectedField, schema: GraphQLSchema): boolean {
  if (below === undefined) return false;
  return isOfMutations(schema, below.type) || (isMutation(schema, owner, definition) && !fieldOf(below.type, 'id'));
}
