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
import { placeOf, type SourcePlace } from './place.ts';

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
  // graphql 17 has one that says the same as the first.
  ...specifiedRules.filter((rule) => !ofSeveral.includes(rule) && rule.name !== 'KnownOperationTypesRule'),
];

/** Those of the {@link validationRules} that depend on the document alone: what they refuse is wrong whatever the schema is. */
const documentRules: readonly ValidationRule[] = [
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

/** A schema with one field, and the types that every schema may use: for what is asked of any schema, whichever it is. */
export const smallestSchema: GraphQLSchema = buildSchema('type Query { any(a: ID, b: Int, c: Float): String }');

/** So many levels of selections are compared and generated: validation and the compiler work within one call stack. */
const mostLevels = 500;

/** An operation with its fragments, which the document holds, too. */
interface Readable {
  readonly node: OperationDefinitionNode;
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  readonly document: DocumentNode;
}

/** The mistakes of operations whatever the schema is, each with its place: an undefined fragment, an unused variable. */
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
      place: placeOf(nodes?.[0] ?? operation.document),
      message,
      operation,
    })),
  );
  return [...tooDeep, ...invalid];
}

/** How many levels an operation selects, with those of its fragments; a fragment counts as one. */
function levelsOf({ node, fragments }: Readable): number {
  // A fragment that is being counted spreads itself, which is another mistake.
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
