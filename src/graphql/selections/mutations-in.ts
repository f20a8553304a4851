import type { GraphQLSchema } from 'graphql';
import { isMutation } from '../mutations.ts';
import type { ExecutableOperation } from '../parse-operations.ts';
import { readSelection, type Selection } from './read-selection.ts';

/** The mutations that an operation runs, each by its path: `team.device.rename`. */
export function mutationsIn(
  schema: GraphQLSchema,
  { node, fragments }: Pick<ExecutableOperation, 'node' | 'fragments'>,
): readonly string[] {
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
