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
  { schema, fragments }: SelectionContext,
  object: GraphQLObjectType,
  parents: readonly ConditionalParent[],
): GroupedFields {
  /** The fields by response key, in the order of the text. */
  const found = new Map<string, [FieldNode, ...FieldNode[]]>();
  /** The parts of each selection set that apply; a set comes after those inside it. */
  const read: (readonly [SelectionSetNode, readonly Part[]])[] = [];
  const reached = new Set<SelectionSetNode>();
  const readSet = (set: SelectionSetNode): void => {
    // Fragments may lead to one set many times.
    if (reached.has(set)) return;
    reached.add(set);
    const parts = set.selections.flatMap((selection): readonly Part[] => {
      if (selection.kind === Kind.FIELD) {
        const key = selection.alias?.value ?? selection.name.value;
        const nodes = found.get(key);
        if (nodes) nodes.push(selection);
        else found.set(key, [selection]);
        return [{ selection }];
      }
      const fragment = selection.kind === Kind.FRAGMENT_SPREAD ? fragments.get(selection.name.value) : selection;
      const condition = fragment?.typeCondition?.name.value;
      if (!fragment || (condition !== undefined && !conditionOn(schema, condition)(object))) return [];
      readSet(fragment.selectionSet);
      return [{ selection, set: fragment.selectionSet }];
    });
    read.push([set, parts]);
  };
  for (const { node } of parents) if (node.selectionSet) readSet(node.selectionSet);
  const conditions = conditionsOf(read.reverse(), parents);
  const placed = (node: FieldNode): FieldSelection => ({ node, condition: conditions.get(node) ?? always });
  return new Map([...found].map(([key, [first, ...others]]) => [key, [placed(first), ...others.map(placed)]]));
}

/** A field, or a fragment with its selection set. */
interface Part {
  readonly selection: SelectionNode;
  readonly set?: SelectionSetNode;
}

/** The condition of each field. Those of a selection set are known when all the selections that lead to it are settled. */
function conditionsOf(
  sets: readonly (readonly [SelectionSetNode, readonly Part[]])[],
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
  for (const [set, parts] of sets) {
    const outer = anyOf(ways.get(set) ?? []);
    for (const { selection, set: inner } of parts) {
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
