import {
  type FieldNode,
  type GraphQLCompositeType,
  type GraphQLSchema,
  getNamedType,
  isCompositeType,
  type OperationDefinitionNode,
} from 'graphql';
import type { ExecutableOperation } from '../parse-operations.ts';
import { placeOf, type SourcePlace } from '../place.ts';
import type { SelectionContext, SelectionParent } from './collect-fields.ts';
import { largeScalars } from './large-scalars.ts';
import { idOf } from './node-id.ts';
import { hasReason, signOfPart } from './one-page-reads.ts';
import { type SelectedField, selectedFields } from './selected-fields.ts';
import { limitSelections } from './selection-limit.ts';
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
 * @throws {OperationsError} if an operation leads to too many different selections.
 */
export function findWarnings(
  schema: GraphQLSchema,
  operations: readonly Pick<ExecutableOperation, 'name' | 'node' | 'fragments'>[],
  typed: Readonly<Record<string, unknown>> = {},
): readonly Warning[] {
  const always = [unreadErrors, largeScalars(typed)];
  return operations.flatMap(({ name: operation, node, fragments }) => {
    const context = { schema, fragments };
    const checks = hasReason(node) ? always : [signOfPart, ...always];
    const found = checks.map(() => new Map<FieldNode, string>());
    visitFields(context, node, (field) => {
      checks.forEach((check, index) => {
        const message = check(context, field);
        if (message !== undefined) found[index]?.set(field.nodes[0], message);
      });
    });
    return found.flatMap((its) => [...its].map(([at, message]) => ({ message, place: placeOf(at), operation })));
  });
}

/** Visits each field that an operation selects, once for each different selection that leads to it. */
function visitFields(
  context: SelectionContext,
  operation: OperationDefinitionNode,
  visit: (field: SelectedField) => void,
): void {
  const seen = new Set<string>();
  const below = (type: GraphQLCompositeType, parents: readonly SelectionParent[]): void => {
    const key = [type.name, ...parents.map(idOf).sort()].join(' ');
    if (seen.has(key)) return;
    seen.add(key);
    limitSelections(seen.size, operation);
    for (const field of selectedFields(context, type, parents).flat()) {
      visit(field);
      const inner = getNamedType(field.type);
      if (isCompositeType(inner)) below(inner, field.nodes);
    }
  };
  const root = context.schema.getRootType(operation.operation);
  if (root != null) below(root, [operation]);
}
