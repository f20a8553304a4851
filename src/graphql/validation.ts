import {
  buildSchema,
  type DocumentNode,
  type FragmentDefinitionNode,
  GraphQLError,
  type GraphQLSchema,
  Kind,
  KnownFragmentNamesRule,
  LoneAnonymousOperationRule,
  NoFragmentCyclesRule,
  NoUndefinedVariablesRule,
  NoUnusedFragmentsRule,
  NoUnusedVariablesRule,
  type OperationDefinitionNode,
  type SelectionSetNode,
  specifiedRules,
  UniqueArgumentNamesRule,
  UniqueFragmentNamesRule,
  UniqueInputFieldNamesRule,
  UniqueOperationNamesRule,
  UniqueVariableNamesRule,
  type ValidationRule,
  validate,
} from 'graphql';
import { mostLevels } from './defaults.ts';
import { placeOf, type SourcePlace } from './place.ts';

/** Rejects an operation whose root type the schema lacks, as servers do. graphql-js presumes that the root type exists. */
export const RootTypesRule: ValidationRule = (context) => ({
  OperationDefinition(node) {
    if (context.getSchema().getRootType(node.operation) == null)
      context.reportError(new GraphQLError(`The schema has no ${node.operation} type.`, { nodes: node }));
  },
});

/** The rules about documents with several operations: each operation is sent alone, with exactly the fragments that it uses. */
const severalOperations: readonly ValidationRule[] = [
  LoneAnonymousOperationRule,
  NoUnusedFragmentsRule,
  UniqueFragmentNamesRule,
  UniqueOperationNamesRule,
];

export const validationRules: readonly ValidationRule[] = [
  RootTypesRule,
  // graphql 17 has one that says the same as the first.
  ...specifiedRules.filter((rule) => !severalOperations.includes(rule) && rule.name !== 'KnownOperationTypesRule'),
];

const documentRules: readonly ValidationRule[] = [
  KnownFragmentNamesRule,
  NoFragmentCyclesRule,
  NoUndefinedVariablesRule,
  NoUnusedVariablesRule,
  UniqueArgumentNamesRule,
  UniqueInputFieldNamesRule,
  UniqueVariableNamesRule,
];

/** Whether all documents keep the rules. One validation of all definitions reads shared fragments once. */
export function keepRules(
  schema: GraphQLSchema,
  documents: readonly DocumentNode[],
  rules: readonly ValidationRule[],
): boolean {
  const definitions = [...new Set(documents.flatMap((document) => document.definitions))];
  if (definitions.length === 0) return true;
  // Two documents with different fragments of one name cannot be validated together.
  const all = [...rules, UniqueFragmentNamesRule];
  const document = { kind: Kind.DOCUMENT, definitions } as const;
  return validate(schema, document, all, { maxErrors: 1, hideSuggestions: true }).length === 0;
}

/** A schema with one field and the specified scalars, for checks that do not depend on the schema. */
export const smallestSchema: GraphQLSchema = buildSchema('type Query { any(a: ID, b: Int, c: Float): String }');

interface Readable {
  readonly node: OperationDefinitionNode;
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  readonly document: DocumentNode;
}

/** The mistakes in operations that no schema could accept, such as an undefined fragment or an unused variable. */
export function findMistakes<Operation extends Readable>(
  operations: readonly Operation[],
): readonly { readonly place: SourcePlace; readonly message: string; readonly operation: Operation }[] {
  const deep = operations.filter((operation) => levelsOf(operation) > mostLevels);
  const others = operations.filter((operation) => !deep.includes(operation));
  const tooDeep = deep.map((operation) => ({
    place: placeOf(operation.node),
    message: `The operation selects more than ${mostLevels} levels, which is more than can be compared.`,
    operation,
  }));
  const documents = others.map(({ document }) => document);
  if (keepRules(smallestSchema, documents, documentRules)) return tooDeep;
  const invalid = others.flatMap((operation) =>
    validate(smallestSchema, operation.document, documentRules).map(({ nodes, message }) => ({
      place: placeOf(nodes?.[0]),
      message,
      operation,
    })),
  );
  return [...tooDeep, ...invalid];
}

function levelsOf({ node, fragments }: Readable): number {
  // The 0 stops at a fragment that spreads itself, which is another mistake.
  const known = new Map<string, number>();
  const levelsIn = (set: SelectionSetNode | undefined): number => {
    const levels = set?.selections.map((selection) => {
      if (selection.kind !== Kind.FRAGMENT_SPREAD) return levelsIn(selection.selectionSet);
      const name = selection.name.value;
      if (!known.has(name)) {
        known.set(name, 0);
        known.set(name, levelsIn(fragments.get(name)?.selectionSet));
      }
      return known.get(name) ?? 0;
    });
    return 1 + (levels ?? []).reduce((most, one) => Math.max(most, one), 0);
  };
  return levelsIn(node.selectionSet);
}
