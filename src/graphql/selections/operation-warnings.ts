import { type FieldNode, type GraphQLSchema, isIntrospectionType } from 'graphql';
import type { ExecutableOperation } from '../parse-operations.ts';
import { placeOf, type SourcePlace } from '../place.ts';
import { largeScalars } from './large-scalars.ts';
import { hasReason, signOfPart } from './one-page-reads.ts';
import { readSelection, type Selection } from './read-selection.ts';
import { unreadErrors } from './unread-errors.ts';

/** A remark on an operation that is valid, but may not do what its author expects. */
export interface Warning {
  /** A sentence that says what is wrong and what to do. */
  readonly message: string;
  /** The place in the operation. */
  readonly place: SourcePlace;
  /** The name of the operation. */
  readonly operation: string;
}

/**
 * Finds operations that may take a part of a list for the whole, a refusal for a success, or a large integer for another.
 *
 * @param typed - The custom scalars that have a TypeScript type, by name. @defaultValue `{}`
 */
export function findWarnings(
  schema: GraphQLSchema,
  operations: readonly Pick<ExecutableOperation, 'name' | 'node' | 'fragments'>[],
  typed: Readonly<Record<string, unknown>> = {},
): readonly Warning[] {
  const always = [unreadErrors, largeScalars(typed)];
  return operations.flatMap(({ name: operation, node, fragments }) => {
    const checks = hasReason(node) ? always : [signOfPart, ...always];
    const found = checks.map(() => new Map<FieldNode, string>());
    const seen = new Set<Selection>();
    const visit = (selection: Selection | undefined): void => {
      if (selection === undefined || seen.has(selection) || isIntrospectionType(selection.type)) return;
      seen.add(selection);
      for (const field of selection.groups.flatMap(({ fields }) => fields)) {
        checks.forEach((check, index) => {
          const message = check(field, schema);
          if (message !== undefined) found[index]?.set(field.nodes[0], message);
        });
        visit(field.below);
      }
    };
    visit(readSelection({ schema, fragments }, node));
    return found.flatMap((its) => [...its].map(([at, message]) => ({ message, place: placeOf(at), operation })));
  });
}
