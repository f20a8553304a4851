import {
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLObjectType,
  type GraphQLSchema,
  isAbstractType,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';
import { always, anyOf, type SelectionCondition, within } from './selection-condition.ts';

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

/** Every selection of each response key on an object type: the grouped field set of the specification. */
export type GroupedFields = ReadonlyMap<string, readonly [FieldSelection, ...FieldSelection[]]>;

/** A node with a selection, and when it is part of the answer: an operation, a fragment or a field. */
export interface ConditionalParent {
  readonly node: { readonly selectionSet?: SelectionSetNode | undefined };
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
    const condition = fragment?.typeCondition?.name.value;
    if (!fragment || (condition !== undefined && !conditionOn(context.schema, condition)(object))) continue;
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

/** Decides whether a fragment with a type condition applies to objects of a type. */
export function conditionOn(schema: GraphQLSchema, condition: string): (object: GraphQLObjectType) => boolean {
  const type = schema.getType(condition);
  return (object) => object.name === condition || (isAbstractType(type) && schema.isSubType(type, object));
}
