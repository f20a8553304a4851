import {
  type DefinitionNode,
  type DirectiveNode,
  type DocumentNode,
  type GraphQLCompositeType,
  type GraphQLObjectType,
  getNamedType,
  isAbstractType,
  isCompositeType,
  Kind,
  print,
  type SelectionNode,
  type SelectionSetNode,
  visit,
} from 'graphql';
import { conditionsOf, mergeFields, type Parent, type Place, type SelectionContext } from './selection.ts';

type Under = Omit<Place, 'node'> & { readonly node: Parent };

/**
 * The same document as far as its result types go, with every condition on the fields that it makes optional.
 *
 * The type generator drops fields of a conditional fragment on an interface, and takes sub-selections that come together
 * under different conditions for always present. So a definition that has conditions is merged here, as a server merges it,
 * and handed over without fragments. The text that is sent stays as it was written.
 */
export function settleConditions(context: SelectionContext, document: DocumentNode): DocumentNode {
  const settled = (definition: DefinitionNode): DefinitionNode => {
    if (definition.kind !== Kind.OPERATION_DEFINITION && definition.kind !== Kind.FRAGMENT_DEFINITION)
      return definition;
    const type =
      definition.kind === Kind.OPERATION_DEFINITION
        ? context.schema.getRootType(definition.operation)
        : context.schema.getType(definition.typeCondition.name.value);
    if (!isCompositeType(type) || !hasConditions(context, definition.selectionSet)) return definition;
    return { ...definition, selectionSet: merge(context, type, [{ node: definition, conditions: [] }]) };
  };
  return { ...document, definitions: document.definitions.map(settled) };
}

/** The generator knows no optional `__typename`: one that is gets a name that tells, to be put right in the text. */
const optionalMark = '__optional';

/** Makes the members optional whose names say so. */
export function settleNames(content: string): string {
  return content.replaceAll(`${optionalMark}: '`, `?: '`);
}

function hasConditions(context: SelectionContext, set: SelectionSetNode, seen: Set<string> = new Set()): boolean {
  let found = false;
  const look = (node: SelectionNode): void => {
    found ||= conditionsOf(node).length > 0;
    if (node.kind !== Kind.FRAGMENT_SPREAD || seen.has(node.name.value)) return;
    seen.add(node.name.value);
    const fragment = context.fragments.get(node.name.value);
    found ||= fragment !== undefined && hasConditions(context, fragment.selectionSet, seen);
  };
  visit(set, { Field: look, InlineFragment: look, FragmentSpread: look });
  return found;
}

function merge(context: SelectionContext, type: GraphQLCompositeType, parents: readonly Under[]): SelectionSetNode {
  if (!isAbstractType(type)) return { kind: Kind.SELECTION_SET, selections: mergeOn(context, type, parents) };
  const selections = context.schema.getPossibleTypes(type).map((object): SelectionNode => {
    const typeCondition = { kind: Kind.NAMED_TYPE, name: { kind: Kind.NAME, value: object.name } } as const;
    const selectionSet = { kind: Kind.SELECTION_SET, selections: mergeOn(context, object, parents) } as const;
    return { kind: Kind.INLINE_FRAGMENT, typeCondition, selectionSet };
  });
  const filled = selections.filter((it) => it.kind !== Kind.INLINE_FRAGMENT || it.selectionSet.selections.length > 0);
  return { kind: Kind.SELECTION_SET, selections: filled };
}

function mergeOn(context: SelectionContext, object: GraphQLObjectType, parents: readonly Under[]): SelectionNode[] {
  return [...mergeFields(context, object, parents)].map(([key, places]): SelectionNode => {
    const [{ node, conditions }] = places;
    const optional = places.every((place) => place.conditions.length > 0);
    // Where one condition rules all places, the field's absence says it; else each place's part has to.
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
