import {
  type DefinitionNode,
  type DirectiveNode,
  type DocumentNode,
  type GraphQLCompositeType,
  type GraphQLObjectType,
  getNamedType,
  type InlineFragmentNode,
  isAbstractType,
  isCompositeType,
  Kind,
  print,
  type SelectionNode,
  type SelectionSetNode,
  visit,
} from 'graphql';
import {
  collectFields,
  conditionsOf,
  type FieldSelection,
  type SelectionContext,
  type SelectionParent,
} from '../../graphql/collect-fields.ts';

type Under = Omit<FieldSelection, 'node'> & { readonly node: SelectionParent };

/**
 * A document with the same result types, in which every condition is on the fields that it makes optional.
 *
 * The type generator drops fields of a conditional fragment on an interface, and treats sub-selections that are merged
 * under different conditions as always present. It also drops fields of a fragment inside a fragment. A definition with
 * either is therefore merged here, as a server merges it, and passed on without fragments. The text that is sent stays as
 * it was written.
 */
export function settleConditions(context: SelectionContext, document: DocumentNode): DocumentNode {
  const settled = (definition: DefinitionNode): DefinitionNode => {
    if (definition.kind !== Kind.OPERATION_DEFINITION && definition.kind !== Kind.FRAGMENT_DEFINITION)
      return definition;
    const type =
      definition.kind === Kind.OPERATION_DEFINITION
        ? context.schema.getRootType(definition.operation)
        : context.schema.getType(definition.typeCondition.name.value);
    if (!isCompositeType(type) || !isMisread(context, definition.selectionSet)) return definition;
    return { ...definition, selectionSet: merge(context, type, [{ node: definition, conditions: [] }]) };
  };
  return { ...document, definitions: document.definitions.map(settled) };
}

/** The generator does not support an optional `__typename`: it gets a marked name, which is replaced in the text. */
const optionalMark = '__optional';

/** Makes the members with a marked name optional. */
export function settleNames(content: string): string {
  return content.replaceAll(`${optionalMark}: '`, `?: '`);
}

/** Whether a selection contains, or spreads, something that the type generator gets wrong. */
function isMisread(context: SelectionContext, set: SelectionSetNode, seen: Set<string> = new Set()): boolean {
  let found = false;
  const look = (node: SelectionNode): void => {
    found ||= conditionsOf(node).length > 0;
    if (node.kind === Kind.INLINE_FRAGMENT) found ||= holdsFragment(node.selectionSet);
    if (node.kind !== Kind.FRAGMENT_SPREAD || seen.has(node.name.value)) return;
    seen.add(node.name.value);
    const fragment = context.fragments.get(node.name.value);
    if (fragment) found ||= holdsFragment(fragment.selectionSet) || isMisread(context, fragment.selectionSet, seen);
  };
  visit(set, { Field: look, InlineFragment: look, FragmentSpread: look });
  return found;
}

const holdsFragment = ({ selections }: SelectionSetNode): boolean => selections.some(({ kind }) => kind !== Kind.FIELD);

function merge(context: SelectionContext, type: GraphQLCompositeType, parents: readonly Under[]): SelectionSetNode {
  const objects = isAbstractType(type) ? context.schema.getPossibleTypes(type) : [type];
  const merged = objects.map((object) => fragmentOn(object, mergeOn(context, object, parents)));
  const filled = merged.filter(({ selectionSet }) => selectionSet.selections.length > 0);
  // For an empty selection, the type generator writes an empty object only if there is a fragment to read.
  const [only] = isAbstractType(type) ? [] : filled;
  return only?.selectionSet ?? { kind: Kind.SELECTION_SET, selections: filled.length > 0 ? filled : merged };
}

function fragmentOn({ name }: GraphQLObjectType, selections: readonly SelectionNode[]): InlineFragmentNode {
  return {
    kind: Kind.INLINE_FRAGMENT,
    typeCondition: { kind: Kind.NAMED_TYPE, name: { kind: Kind.NAME, value: name } },
    selectionSet: { kind: Kind.SELECTION_SET, selections },
  };
}

function mergeOn(context: SelectionContext, object: GraphQLObjectType, parents: readonly Under[]): SelectionNode[] {
  return [...collectFields(context, object, parents)].map(([key, places]): SelectionNode => {
    const [{ node, conditions }] = places;
    const optional = places.every((place) => place.conditions.length > 0);
    // If all places have the same condition, the field itself is optional; otherwise, the parts of each place are.
    const together = optional && places.every((place) => identity(place.conditions) === identity(conditions));
    const type = object.getFields()[node.name.value]?.type;
    const inner = type && getNamedType(type);
    const below = together ? places.map((place) => ({ ...place, conditions: [] })) : places;
    const others = (node.directives ?? []).filter((it) => !conditionsOf(node).includes(it));
    return {
      ...node,
      ...(optional &&
        node.name.value === '__typename' && { alias: { kind: Kind.NAME, value: `${key}${optionalMark}` } }),
      directives: optional ? [...others, ...conditions.slice(0, 1)] : others,
      ...(isCompositeType(inner) && { selectionSet: merge(context, inner, below) }),
    };
  });
}

function identity(conditions: readonly DirectiveNode[]): string {
  return conditions.map(print).sort().join(' ');
}
