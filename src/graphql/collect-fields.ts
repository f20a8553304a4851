import {
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
import { idOf } from './node-id.ts';
import { always, anyOf, isOptional, type SelectionCondition, within } from './selection-condition.ts';

/** The schema and fragments that selections refer to. */
export interface SelectionContext {
  readonly schema: GraphQLSchema;
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
}

/** One selection of a field, and when it is part of the answer: its own condition, and those around it. */
export interface FieldSelection {
  readonly node: FieldNode;
  readonly condition: SelectionCondition;
}

/** A node with a selection: an operation, a fragment or a field. */
export interface SelectionParent {
  readonly selectionSet?: SelectionSetNode | undefined;
}

/** Every selection of each response key on an object type: the grouped field set of the specification. */
export type GroupedFields = ReadonlyMap<string, readonly [FieldSelection, ...FieldSelection[]]>;

/** A node with a selection, and when it is part of the answer. */
export interface ConditionalParent {
  readonly node: SelectionParent;
  readonly condition: SelectionCondition;
}

/** Collects the fields that `parents` select on objects of one type, as a server does: each node once. */
export function collectFields(
  context: SelectionContext,
  object: GraphQLObjectType,
  parents: readonly ConditionalParent[],
): GroupedFields {
  const found = new Map<string, [FieldNode, ...FieldNode[]]>();
  const reading: Reading = { reached: new Map(), inside: [], found };
  for (const { node } of parents) if (node.selectionSet) read(context, object, node.selectionSet, reading);
  const conditions = settle(reading, parents);
  const placed = (node: FieldNode): FieldSelection => ({ node, condition: conditions.get(node) ?? always });
  return new Map([...found].map(([key, [first, ...others]]) => [key, [placed(first), ...others.map(placed)]]));
}

interface Reading {
  /** Each selection set once, and what it contains that applies: fragments may lead to one of them many times. */
  readonly reached: Map<SelectionSetNode, readonly Part[]>;
  /** The selection sets, each after those inside it. */
  readonly inside: SelectionSetNode[];
  /** The fields by response key, in the order of the text. */
  readonly found: Map<string, [FieldNode, ...FieldNode[]]>;
}

/** A field, or the selection set of a fragment. */
interface Part {
  readonly selection: SelectionNode;
  readonly set?: SelectionSetNode;
}

function read(context: SelectionContext, object: GraphQLObjectType, set: SelectionSetNode, reading: Reading): void {
  const { reached, inside, found } = reading;
  if (reached.has(set)) return;
  const parts: Part[] = [];
  reached.set(set, parts);
  for (const selection of set.selections) {
    if (selection.kind === Kind.FIELD) {
      const key = selection.alias?.value ?? selection.name.value;
      const nodes = found.get(key);
      if (nodes) nodes.push(selection);
      else found.set(key, [selection]);
      parts.push({ selection });
      continue;
    }
    const fragment = selection.kind === Kind.FRAGMENT_SPREAD ? context.fragments.get(selection.name.value) : selection;
    if (!fragment || !applies(context, object, fragment.typeCondition?.name.value)) continue;
    parts.push({ selection, set: fragment.selectionSet });
    read(context, object, fragment.selectionSet, reading);
  }
  inside.push(set);
}

/** The condition of each field. Those of a selection set are known when all the selections that lead to it are settled. */
function settle(
  { reached, inside }: Reading,
  parents: readonly ConditionalParent[],
): ReadonlyMap<SelectionNode, SelectionCondition> {
  const ways = new Map<SelectionSetNode, SelectionCondition[]>();
  const lead = (set: SelectionSetNode, condition: SelectionCondition): void => {
    const known = ways.get(set);
    if (known) known.push(condition);
    else ways.set(set, [condition]);
  };
  for (const { node, condition } of parents) if (node.selectionSet) lead(node.selectionSet, condition);
  const settled = new Map<SelectionNode, SelectionCondition>();
  for (const set of inside.reverse()) {
    const outer = anyOf(ways.get(set) ?? []);
    for (const { selection, set: inner } of reached.get(set) ?? []) {
      const condition = within(outer, selection);
      if (inner) lead(inner, condition);
      else settled.set(selection, condition);
    }
  }
  return settled;
}

/** Whether a response key may be absent, and what its places select below it. */
export function mergePlaces(places: readonly [FieldSelection, ...FieldSelection[]]): {
  readonly optional: boolean;
  readonly below: readonly FieldSelection[];
} {
  const [{ condition: first }] = places;
  const optional = places.every(({ condition }) => isOptional(condition));
  // If all places have the same condition, the field itself is optional; otherwise, the parts of each place are.
  const together = optional && places.every(({ condition }) => condition.key === first.key);
  return { optional, below: together ? places.map(({ node }) => ({ node, condition: always })) : places };
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
  const unconditional = parents.map((node) => ({ node, condition: always }));
  for (const object of isAbstractType(type) ? context.schema.getPossibleTypes(type) : [type]) {
    const merged = [...collectFields(context, object, unconditional)];
    const fields = merged.flatMap(([key, places]) => describeField(object, key, places));
    const identity = fields.flatMap(({ nodes }) => nodes.map(idOf)).join(' ');
    if (!branches.has(identity)) branches.set(identity, fields);
  }
  return [...branches.values()];
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
  const [first, ...others] = places;
  const { value: name } = first.node.name;
  const field = object.getFields()[name];
  const optional = places.every(({ condition }) => isOptional(condition));
  const nodes: SelectedField['nodes'] = [first.node, ...others.map(({ node }) => node)];
  return field ? [{ key, name, type: field.type, nodes, optional }] : [];
}
