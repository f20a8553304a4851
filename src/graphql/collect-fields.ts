import {
  type DirectiveNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLCompositeType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  isAbstractType,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';
import { conditionsKey, idOf } from './node-id.ts';

/** The schema and fragments that selections refer to. */
export interface SelectionContext {
  readonly schema: GraphQLSchema;
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
}

/** One selection of a field, with the `@include` and `@skip` directives that apply to it, including its own. */
export interface FieldSelection {
  readonly node: FieldNode;
  readonly conditions: readonly DirectiveNode[];
}

/** A node with a selection: an operation, a fragment or a field. */
export interface SelectionParent {
  readonly selectionSet?: SelectionSetNode | undefined;
}

/** Every selection of each response key on an object type: the grouped field set of the specification. */
export type GroupedFields = ReadonlyMap<string, readonly [FieldSelection, ...FieldSelection[]]>;

/** Collects the fields that `parents`, each with its own conditions, select on objects of one type, as a server does. */
export function collectFields(
  context: SelectionContext,
  object: GraphQLObjectType,
  parents: readonly { readonly node: SelectionParent; readonly conditions: readonly DirectiveNode[] }[],
): GroupedFields {
  const collected: Collected = { found: new Map(), seen: new Set() };
  for (const { node, conditions } of parents)
    if (node.selectionSet) collect(context, object, node.selectionSet, conditions, collected);
  return collected.found;
}

interface Collected {
  readonly found: Map<string, [FieldSelection, ...FieldSelection[]]>;
  /** The selection sets that were read, each with its conditions: fragments may lead to one of them many times. */
  readonly seen: Set<string>;
}

/** One response key of a selection. */
export interface SelectedField {
  readonly key: string;
  readonly name: string;
  readonly type: GraphQLOutputType;
  /** Every place that selects it; their arguments are equal, their sub-selections are merged. */
  readonly nodes: readonly [FieldNode, ...FieldNode[]];
  /** Whether it may be absent: every place that selects it is under `@include` or `@skip`. */
  readonly optional: boolean;
}

/**
 * The fields that `parents` select on `type`: one set for an object type; for an interface or a union, one set for each
 * different selection, not for each possible type.
 */
export function selectedFields(
  context: SelectionContext,
  type: GraphQLCompositeType,
  parents: readonly SelectionParent[],
): readonly (readonly SelectedField[])[] {
  const branches = new Map<string, readonly SelectedField[]>();
  const unconditional = parents.map((node) => ({ node, conditions: [] }));
  for (const object of isAbstractType(type) ? context.schema.getPossibleTypes(type) : [type]) {
    const merged = [...collectFields(context, object, unconditional)];
    const fields = merged.flatMap(([key, places]) => describeField(object, key, places));
    const identity = fields.flatMap(({ nodes }) => nodes.map(idOf)).join(' ');
    if (!branches.has(identity)) branches.set(identity, fields);
  }
  return [...branches.values()];
}

function collect(
  context: SelectionContext,
  object: GraphQLObjectType,
  set: SelectionSetNode,
  outer: readonly DirectiveNode[],
  collected: Collected,
): void {
  const { found, seen } = collected;
  const key = `${idOf(set)}${conditionsKey(outer)}`;
  if (seen.has(key)) return;
  seen.add(key);
  for (const selection of set.selections) {
    const conditions = [...outer, ...conditionsOf(selection)];
    if (selection.kind === Kind.FIELD) {
      const key = selection.alias?.value ?? selection.name.value;
      const places = found.get(key);
      if (places) places.push({ node: selection, conditions });
      else found.set(key, [{ node: selection, conditions }]);
      continue;
    }
    const fragment = selection.kind === Kind.FRAGMENT_SPREAD ? context.fragments.get(selection.name.value) : selection;
    if (fragment && applies(context, object, fragment.typeCondition?.name.value))
      collect(context, object, fragment.selectionSet, conditions, collected);
  }
}

/** The `@include` and `@skip` directives of a selection. */
export function conditionsOf({ directives = [] }: SelectionNode): readonly DirectiveNode[] {
  return directives.filter(({ name }) => name.value === 'include' || name.value === 'skip');
}

function applies({ schema }: SelectionContext, object: GraphQLObjectType, condition: string | undefined): boolean {
  if (condition === undefined || condition === object.name) return true;
  const type = schema.getType(condition);
  return isAbstractType(type) && schema.isSubType(type, object);
}

/** A field that the schema defines; `__typename` has no selection and no arguments, so it is skipped. */
function describeField(
  object: GraphQLObjectType,
  key: string,
  places: readonly [FieldSelection, ...FieldSelection[]],
): readonly SelectedField[] {
  const [first] = places;
  const { value: name } = first.node.name;
  const field = object.getFields()[name];
  const optional = places.every(({ conditions }) => conditions.length > 0);
  const others = new Set(places.map(({ node }) => node));
  others.delete(first.node);
  return field ? [{ key, name, type: field.type, nodes: [first.node, ...others], optional }] : [];
}
