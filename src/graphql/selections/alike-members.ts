import {
  type GraphQLCompositeType,
  type GraphQLObjectType,
  isAbstractType,
  Kind,
  type SelectionSetNode,
} from 'graphql';
import { fieldOf } from '../fields.ts';
import {
  type ConditionalParent,
  collectFields,
  conditionOn,
  type GroupedFields,
  type SelectionContext,
} from './collect-fields.ts';

/** Possible types for which a selection means the same, `__typename` apart. */
export interface AlikeMembers {
  readonly objects: readonly [GraphQLObjectType, ...GraphQLObjectType[]];
  readonly fields: GroupedFields;
}

/**
 * The selections of `parents` on each possible type of `type`: once for all those to which the same fragments apply and whose
 * fields have the same types, so that an interface with hundreds of types costs no more than those that it treats differently.
 */
export function alikeMembers(
  context: SelectionContext,
  type: GraphQLCompositeType,
  parents: readonly ConditionalParent[],
): readonly AlikeMembers[] {
  if (!isAbstractType(type)) return [{ objects: [type], fields: collectFields(context, type, parents) }];
  const conditions = [...conditionsIn(context, parents)].map((it) => conditionOn(context.schema, it));
  const matching = grouped(context.schema.getPossibleTypes(type), (object) =>
    conditions.map((applies) => (applies(object) ? 1 : 0)).join(''),
  );
  return matching.flatMap((objects) => {
    const fields = collectFields(context, objects[0], parents);
    const names = [...fields.values()].map(([{ node }]) => node.name.value);
    const typed = grouped(objects, (object) => names.map((name) => fieldOf(object, name)?.type).join(' '));
    return typed.map((alike) => ({ objects: alike, fields }));
  });
}

function grouped<Item>(items: Iterable<Item>, keyOf: (item: Item) => string): readonly [Item, ...Item[]][] {
  const groups = new Map<string, [Item, ...Item[]]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return [...groups.values()];
}

/** The types for which there are fragments in the selections. */
function conditionsIn({ fragments }: SelectionContext, parents: readonly ConditionalParent[]): ReadonlySet<string> {
  const conditions = new Set<string>();
  const seen = new Set<SelectionSetNode>();
  const look = (set: SelectionSetNode | undefined): void => {
    if (set === undefined || seen.has(set)) return;
    seen.add(set);
    for (const selection of set.selections) {
      if (selection.kind === Kind.FIELD) continue;
      const fragment = selection.kind === Kind.FRAGMENT_SPREAD ? fragments.get(selection.name.value) : selection;
      if (fragment?.typeCondition) conditions.add(fragment.typeCondition.name.value);
      look(fragment?.selectionSet);
    }
  };
  for (const { node } of parents) look(node.selectionSet);
  return conditions;
}
