import {
  type DirectiveNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLObjectType,
  type GraphQLSchema,
  isAbstractType,
  Kind,
  print,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';
import { grouped } from '../../base/grouped.ts';
import { memo } from '../../base/memo.ts';

export interface SelectionContext {
  readonly schema: GraphQLSchema;
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
}

/**
 * The condition under which a selection is part of an answer: the `@include` and `@skip` directives around it, sorted, one a line;
 * all must hold. An entry `any:…` means that one of several conditions is enough. Empty without a condition.
 */
export type SelectionCondition = string;

export const always: SelectionCondition = '';

export interface FieldSelection {
  readonly node: FieldNode;
  readonly condition: SelectionCondition;
}

/** The selections of each response key on an object type: the grouped field set of the specification. */
export type GroupedFields = ReadonlyMap<string, readonly [FieldSelection, ...FieldSelection[]]>;

export interface ConditionalParent {
  readonly node: { readonly selectionSet?: SelectionSetNode | undefined };
  readonly condition: SelectionCondition;
}

/** Collects the fields that `parents` select on objects of one type, as a server does, but each node once. */
export function collectFields(
  { schema, fragments }: SelectionContext,
  object: GraphQLObjectType,
  parents: readonly ConditionalParent[],
): GroupedFields {
  const nodes: FieldNode[] = [];
  /** The applicable parts of each selection set; a set comes after the sets inside it. */
  const read: (readonly [SelectionSetNode, readonly Part[]])[] = [];
  const reached = new Set<SelectionSetNode>();
  const readSet = (set: SelectionSetNode): void => {
    // Several spreads may lead to one selection set.
    if (reached.has(set)) return;
    reached.add(set);
    const parts = set.selections.flatMap((selection): readonly Part[] => {
      if (selection.kind === Kind.FIELD) {
        nodes.push(selection);
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
  const fields = nodes.map((node) => ({ node, condition: conditions.get(node) ?? always }));
  return grouped(fields, ({ node }) => node.alias?.value ?? node.name.value);
}

interface Part {
  readonly selection: SelectionNode;
  readonly set?: SelectionSetNode;
}

/** The condition of each field. A selection set must come after all sets that lead to it. */
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

export function conditionOn(schema: GraphQLSchema, condition: string): (object: GraphQLObjectType) => boolean {
  const type = schema.getType(condition);
  return (object) => object.name === condition || (isAbstractType(type) && schema.isSubType(type, object));
}

function within(outer: SelectionCondition, { directives }: SelectionNode): SelectionCondition {
  const own = directives?.filter(({ name }) => name.value === 'include' || name.value === 'skip') ?? [];
  if (own.length === 0) return outer;
  const around = outer === always ? [] : outer.split('\n');
  return [...new Set([...around, ...own.map(textOf)])].sort().join('\n');
}

const shortTexts = new Map<string, string>();

/** The condition that one of several conditions is enough. Nested lists of conditions would double, so a short text stands for each. */
function anyOf(ways: readonly SelectionCondition[]): SelectionCondition {
  const [first = always, ...others] = [...new Set(ways)].sort();
  if (first === always || others.length === 0) return first;
  const all = [first, ...others].join('\n\n');
  const text = shortTexts.get(all) ?? `any:${shortTexts.size}`;
  shortTexts.set(all, text);
  return text;
}

const textOf = memo((directive: DirectiveNode) => print(directive));
