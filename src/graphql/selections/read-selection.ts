import {
  type FieldNode,
  type GraphQLAbstractType,
  type GraphQLCompositeType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isCompositeType,
  Kind,
} from 'graphql';
import { grouped } from '../../base/grouped.ts';
import { memo } from '../../base/memo.ts';
import { mostSelections } from '../defaults.ts';
import { type Field, selectedField } from '../fields.ts';
import type { OperationOrFragment } from '../fragments.ts';
import { refuse } from '../operations-error.ts';
import { placeText } from '../place.ts';
import {
  always,
  type ConditionalParent,
  collectFields,
  conditionOn,
  type FieldSelection,
  type GroupedFields,
  type SelectionCondition,
  type SelectionContext,
} from './collect-fields.ts';

/** The selection of a field or operation. Equal selections on one type are the same object. */
export interface Selection {
  readonly type: GraphQLCompositeType;
  readonly groups: readonly SelectedGroup[];
}

export interface SelectedGroup {
  readonly objects: TypeGroup['objects'];
  readonly fields: readonly SelectedField[];
}

export interface SelectedField {
  readonly key: string;
  /** The first type of the group. The field has the same type on all types of the group. */
  readonly owner: GraphQLObjectType;
  readonly definition: Field;
  /** Whether the field may be absent: each node is under `@include` or `@skip`. */
  readonly optional: boolean;
  /** The nodes that select the field. Their arguments are equal and their selections are merged. */
  readonly nodes: readonly [FieldNode, ...FieldNode[]];
  readonly below: Selection | undefined;
}

/** The selection as a server reads it; undefined if the schema lacks the type. Fields that the schema lacks are left out. */
export function readSelection(context: SelectionContext, definition: OperationOrFragment): Selection | undefined {
  const known = new Map<string, Selection>();
  const read = (type: GraphQLCompositeType, parents: readonly ConditionalParent[]): Selection => {
    const key = `${type.name} ${selectionsKey(parents)}`;
    const selection = known.get(key) ?? { type, groups: typeGroups(context, type, parents).map(selectedGroup) };
    known.set(key, selection);
    limitSelections(known.size, definition);
    return selection;
  };
  const selectedGroup = ({ objects, fields }: TypeGroup): SelectedGroup => ({
    objects,
    fields: [...fields].flatMap(([key, places]) => selected(key, objects[0], places)),
  });
  const selected = (
    key: string,
    owner: GraphQLObjectType,
    [first, ...others]: readonly [FieldSelection, ...FieldSelection[]],
  ): readonly SelectedField[] => {
    const field = selectedField(owner, first.node.name.value);
    if (field === undefined) return [];
    const places = [first, ...others];
    const optional = places.every(({ condition }) => condition !== always);
    // With one condition for all nodes, the field is optional. Otherwise, the selections of each node are.
    const together = optional && others.every(({ condition }) => condition === first.condition);
    const type = getNamedType(field.type);
    const parents = together ? places.map(({ node }) => ({ node, condition: always })) : places;
    const below = isCompositeType(type) ? read(type, parents) : undefined;
    return [{ key, owner, definition: field, optional, nodes: [first.node, ...others.map(({ node }) => node)], below }];
  };
  const type =
    definition.kind === Kind.OPERATION_DEFINITION
      ? context.schema.getRootType(definition.operation)
      : context.schema.getType(definition.typeCondition.name.value);
  return isCompositeType(type) ? read(type, [{ node: definition, condition: always }]) : undefined;
}

export function selects({ groups }: Selection, ...names: readonly string[]): boolean {
  return groups.some(({ fields }) => fields.some(({ definition }) => names.includes(definition.name)));
}

/** Limits the selections of nested fragments on different types. Each level may double them, and each is another type of the result. */
export function limitSelections(sets: number, node: OperationOrFragment): void {
  if (sets <= mostSelections) return;
  const name = node.name?.value ?? 'The operation';
  refuse('The operations select too much to be compared or generated', [
    `${placeText(node)}: ${name} has fragments on different types inside one another that multiply to more than ${mostSelections.toLocaleString('en')} different selections. Split it into several operations, or select the same on all of these types.`,
  ]);
}

export interface TypeGroup {
  readonly objects: readonly [GraphQLObjectType, ...GraphQLObjectType[]];
  readonly fields: GroupedFields;
}

/**
 * Groups the possible types to which the same fragments apply and whose fields have the same types. So an interface with hundreds of
 * types costs no more than the groups.
 */
export function typeGroups(
  context: SelectionContext,
  type: GraphQLCompositeType,
  parents: readonly ConditionalParent[],
): readonly TypeGroup[] {
  if (!isAbstractType(type)) return [{ objects: [type], fields: collectFields(context, type, parents) }];
  const conditions = [...typeConditions(context, parents)].map((it) => conditionOn(context.schema, it));
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

function typeConditions({ fragments }: SelectionContext, parents: readonly ConditionalParent[]): ReadonlySet<string> {
  const conditions = new Set<string>();
  const sets = new Set(parents.flatMap(({ node }) => node.selectionSet ?? []));
  for (const { selections } of sets)
    for (const selection of selections) {
      if (selection.kind === Kind.FIELD) continue;
      const fragment = selection.kind === Kind.FRAGMENT_SPREAD ? fragments.get(selection.name.value) : selection;
      if (fragment?.typeCondition) conditions.add(fragment.typeCondition.name.value);
      if (fragment) sets.add(fragment.selectionSet);
    }
  return conditions;
}

type TypeTexts = ReadonlyMap<GraphQLObjectType, string>;

const typeTexts = memo((_schema: GraphQLSchema) => new Map<string, TypeTexts | undefined>());

/** The type of a field on each possible type; undefined if it is the same on all. */
function differentTypes(schema: GraphQLSchema, type: GraphQLAbstractType, field: string): TypeTexts | undefined {
  const ofSchema = typeTexts(schema);
  const key = `${type.name}.${field}`;
  if (ofSchema.has(key)) return ofSchema.get(key);
  const texts = new Map(schema.getPossibleTypes(type).map((it) => [it, String(it.getFields()[field]?.type)]));
  const found = new Set(texts.values()).size > 1 ? texts : undefined;
  ofSchema.set(key, found);
  return found;
}

export function selectionsKey(
  selections: readonly { readonly node: object; readonly condition: SelectionCondition }[],
): string {
  const keys = selections.map(({ node, condition }) => `${idOf(node)}${condition}`);
  return [...new Set(keys)].sort().join(',');
}

let next = 0;

/** A number for an object, the same each time. */
export const idOf: (object: object) => number = memo(() => next++);
