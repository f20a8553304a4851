import {
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLCompositeType,
  type GraphQLObjectType,
  getNamedType,
  isCompositeType,
  Kind,
  type OperationDefinitionNode,
} from 'graphql';
import { type Field, selectedField } from '../fields.ts';
import { refuse } from '../operations-error.ts';
import { placeText } from '../place.ts';
import { type AlikeMembers, alikeMembers } from './alike-members.ts';
import type { ConditionalParent, FieldSelection, SelectionContext } from './collect-fields.ts';
import { selectionsKey } from './node-id.ts';
import { always } from './selection-condition.ts';

/** Everything that is selected at one place of an answer. It is the same object wherever the same is selected on the same type. */
export interface Selection {
  /** The type that the schema has there. */
  readonly type: GraphQLCompositeType;
  /** The possible types, in groups that are alike to the selection. */
  readonly groups: readonly SelectedGroup[];
}

/** The possible types for which a selection means the same, `__typename` apart. */
export interface SelectedGroup {
  readonly objects: AlikeMembers['objects'];
  readonly fields: readonly SelectedField[];
}

/** One response key of a selection. */
export interface SelectedField {
  readonly key: string;
  /** The first type of the group; the others have the field with the same type. */
  readonly owner: GraphQLObjectType;
  readonly definition: Field;
  /** Whether it may be absent: every place that selects it is under `@include` or `@skip`. */
  readonly optional: boolean;
  /** Every place that selects it; their arguments are equal, their sub-selections are merged. */
  readonly nodes: readonly [FieldNode, ...FieldNode[]];
  /** The selection below it; undefined for a scalar or an enum. */
  readonly below: Selection | undefined;
}

/**
 * Reads everything that an operation or a fragment selects, as a server answers it; undefined if the schema has no such type. What the
 * schema does not have is left out.
 *
 * @throws {OperationsError} if it leads to too many different selections.
 */
export function readSelection(
  context: SelectionContext,
  definition: OperationDefinitionNode | FragmentDefinitionNode,
): Selection | undefined {
  const known = new Map<string, Selection>();
  const read = (type: GraphQLCompositeType, parents: readonly ConditionalParent[]): Selection => {
    const key = `${type.name} ${selectionsKey(parents)}`;
    const selection = known.get(key) ?? { type, groups: alikeMembers(context, type, parents).map(groupOf) };
    known.set(key, selection);
    limitSelections(known.size, definition);
    return selection;
  };
  const groupOf = ({ objects, fields }: AlikeMembers): SelectedGroup => ({
    objects,
    fields: [...fields].flatMap(([key, places]) => fieldOf(key, objects[0], places)),
  });
  const fieldOf = (
    key: string,
    owner: GraphQLObjectType,
    [first, ...others]: readonly [FieldSelection, ...FieldSelection[]],
  ): readonly SelectedField[] => {
    const definition = selectedField(owner, first.node.name.value);
    if (definition === undefined) return [];
    const places = [first, ...others];
    const optional = places.every(({ condition }) => condition !== always);
    // If all places have the same condition, the field itself is optional; otherwise, the parts of each place are.
    const together = optional && others.every(({ condition }) => condition === first.condition);
    const type = getNamedType(definition.type);
    const parents = together ? places.map(({ node }) => ({ node, condition: always })) : places;
    const below = isCompositeType(type) ? read(type, parents) : undefined;
    return [{ key, owner, definition, optional, nodes: [first.node, ...others.map(({ node }) => node)], below }];
  };
  const type =
    definition.kind === Kind.OPERATION_DEFINITION
      ? context.schema.getRootType(definition.operation)
      : context.schema.getType(definition.typeCondition.name.value);
  return isCompositeType(type) ? read(type, [{ node: definition, condition: always }]) : undefined;
}

/** Whether one of some fields is selected, under any response key. */
export function selects({ groups }: Selection, ...names: readonly string[]): boolean {
  return groups.some(({ fields }) => fields.some(({ definition }) => names.includes(definition.name)));
}

/** An operation of a large application leads to a few hundred. */
const most = 10_000;

/**
 * Stops the reading of a definition whose fragments select differently on different types inside one another: each level
 * may then double the sets of selections, and each set is another type of the result.
 */
export function limitSelections(sets: number, node: OperationDefinitionNode | FragmentDefinitionNode): void {
  if (sets <= most) return;
  const name = node.name?.value ?? 'The operation';
  refuse('The operations select too much to be compared or generated', [
    `${placeText(node)}: ${name} has fragments on different types inside one another that multiply to more than ${most.toLocaleString('en')} different selections. Split it into several operations, or select the same on all of these types.`,
  ]);
}
