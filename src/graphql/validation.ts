import {
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  Kind,
  KnownFragmentNamesRule,
  LoneAnonymousOperationRule,
  NoFragmentCyclesRule,
  NoUndefinedVariablesRule,
  NoUnusedFragmentsRule,
  NoUnusedVariablesRule,
  specifiedRules,
  UniqueArgumentNamesRule,
  UniqueFragmentNamesRule,
  UniqueInputFieldNamesRule,
  UniqueOperationNamesRule,
  UniqueVariableNamesRule,
  type ValidationRule,
  validate,
} from 'graphql';

/** The schema has the root type of each operation: the rules of GraphQL presume it, a server does not. */
export const RootTypesRule: ValidationRule = (context) => ({
  OperationDefinition(node) {
    if (context.getSchema().getRootType(node.operation) == null)
      context.reportError(new GraphQLError(`The schema has no ${node.operation} type.`, { nodes: node }));
  },
});

/** Rules about a document with several operations. Of them, each is sent with exactly the fragments that it uses. */
const ofSeveral: readonly ValidationRule[] = [
  LoneAnonymousOperationRule,
  NoUnusedFragmentsRule,
  UniqueFragmentNamesRule,
  UniqueOperationNamesRule,
];

/** The rules that an operation has to keep, whoever reads it. */
export const validationRules: readonly ValidationRule[] = [
  RootTypesRule,
  ...specifiedRules.filter((rule) => !ofSeveral.includes(rule)),
];

/** Those of the {@link validationRules} that depend on the document alone: what they refuse is wrong whatever the schema is. */
export const documentRules: readonly ValidationRule[] = [
  KnownFragmentNamesRule,
  NoFragmentCyclesRule,
  NoUndefinedVariablesRule,
  NoUnusedVariablesRule,
  UniqueArgumentNamesRule,
  UniqueInputFieldNamesRule,
  UniqueVariableNamesRule,
];

/**
 * Whether each of some documents keeps rules. Usually all do: one validation of all definitions finds this out, and reads shared
 * fragments once.
 */
export function keepRules(
  schema: GraphQLSchema,
  documents: readonly DocumentNode[],
  rules: readonly ValidationRule[],
): boolean {
  const definitions = [...new Set(documents.flatMap((document) => document.definitions))];
  if (definitions.length === 0) return true;
  // A document has its own of two fragments of one name.
  const all = [...rules, UniqueFragmentNamesRule];
  const document = { kind: Kind.DOCUMENT, definitions } as const;
  return validate(schema, document, all, { maxErrors: 1, hideSuggestions: true }).length === 0;
}
