import {
  type DocumentNode,
  type FragmentDefinitionNode,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  validate,
} from 'graphql';
import { smallestSchema } from './introspection/smallest-schema.ts';
import { placeOf, type SourcePlace } from './place.ts';
import { documentRules, keepRules } from './validation.ts';

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
