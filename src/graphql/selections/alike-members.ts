import {
  type GraphQLAbstractType,
  type GraphQLCompositeType,
  type GraphQLObjectType,
  type GraphQLSchema,
  isAbstractType,
  Kind,
  type SelectionSetNode,
} from 'graphql';
import { grouped } from '../../base/grouped.ts';
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
  return [...matching.values()].flatMap((objects) => {
    const fields = collectFields(context, objects[0], parents);
    if (objects.length === 1) return [{ objects, fields }];
    const typesOf = [...fields.values()].flatMap(
      ([{ node }]) => differentTypes(context.schema, type, node.name.value) ?? [],
    );
    const typed = grouped(objects, (object) => typesOf.map((types) => types.get(object)).join(' '));
    return Array.from(typed.values(), (alike) => ({ objects: alike, fields }));
  });
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

type TypeTexts = ReadonlyMap<GraphQLObjectType, string>;

const known = new WeakMap<GraphQLSchema, Map<string, TypeTexts | undefined>>();

/** The type of a field on each possible type; undefined if it is the same on all of them. Looked up once for each schema. */
function differentTypes(schema: GraphQLSchema, type: GraphQLAbstractType, field: string): TypeTexts | undefined {
  const ofSchema = known.get(schema) ?? new Map<string, TypeTexts | undefined>();
  known.set(schema, ofSchema);
  const key = `${type.name}.${field}`;
  if (ofSchema.has(key)) return ofSchema.get(key);
  const texts = new Map(schema.getPossibleTypes(type).map((it) => [it, String(it.getFields()[field]?.type)]));
  const found = new Set(texts.values()).size > 1 ? texts : undefined;
  ofSchema.set(key, found);
  return found;
}
