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
import { placeText } from './place.ts';

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

/** What is wrong with operations whatever the schema is, each with its place: an undefined fragment, an unused variable. */
export function findMistakes(operations: readonly { readonly document: DocumentNode }[]): readonly string[] {
  // Usually there is none. One validation of all definitions finds this out and reads shared fragments once.
  const definitions = [...new Set(operations.flatMap(({ document }) => document.definitions))];
  if (validate(smallestSchema, { kind: Kind.DOCUMENT, definitions }, rules, { maxErrors: 1 }).length === 0) return [];
  const errors = operations.flatMap(({ document }) => validate(smallestSchema, document, rules));
  return [...new Set(errors.map(({ nodes, message }) => `${placeText(nodes?.[0])}: ${message}`))];
}
