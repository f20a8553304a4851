import {
  type DocumentNode,
  type FragmentDefinitionNode,
  Kind,
  KnownFragmentNamesRule,
  NoFragmentCyclesRule,
  NoUndefinedVariablesRule,
  NoUnusedVariablesRule,
  type OperationDefinitionNode,
  type SelectionSetNode,
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
  // Usually there is none. One validation of all definitions finds this out and reads shared fragments once.
  const definitions = [...new Set(others.flatMap(({ document }) => document.definitions))];
  const document = { kind: Kind.DOCUMENT, definitions } as const;
  if (validate(smallestSchema, document, rules, { maxErrors: 1 }).length === 0) return tooDeep;
  const invalid = others.flatMap((operation) =>
    validate(smallestSchema, operation.document, rules).map(({ nodes, message }) => ({
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
