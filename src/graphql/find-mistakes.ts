import {
  type DocumentNode,
  Kind,
  KnownFragmentNamesRule,
  NoFragmentCyclesRule,
  NoUndefinedVariablesRule,
  NoUnusedVariablesRule,
  UniqueArgumentNamesRule,
  UniqueInputFieldNamesRule,
  UniqueVariableNamesRule,
  validate,
} from 'graphql';
import { smallestSchema } from './introspection/smallest-schema.ts';
import { placeOf, type SourcePlace } from './place.ts';

/** The rules of GraphQL that depend on the document alone: what they refuse is wrong whatever the schema is. */
const rules = [
  KnownFragmentNamesRule,
  NoFragmentCyclesRule,
  NoUndefinedVariablesRule,
  NoUnusedVariablesRule,
  UniqueArgumentNamesRule,
  UniqueInputFieldNamesRule,
  UniqueVariableNamesRule,
];

/** The mistakes of operations whatever the schema is, each with its place: an undefined fragment, an unused variable. */
export function findMistakes<Operation extends { readonly document: DocumentNode }>(
  operations: readonly Operation[],
): readonly { readonly place: SourcePlace; readonly message: string; readonly operation: Operation }[] {
  // Usually there is none. One validation of all definitions finds this out and reads shared fragments once.
  const definitions = [...new Set(operations.flatMap(({ document }) => document.definitions))];
  if (validate(smallestSchema, { kind: Kind.DOCUMENT, definitions }, rules, { maxErrors: 1 }).length === 0) return [];
  return operations.flatMap((operation) =>
    validate(smallestSchema, operation.document, rules).map(({ nodes, message }) => ({
      place: placeOf(nodes?.[0] ?? operation.document),
      message,
      operation,
    })),
  );
}
