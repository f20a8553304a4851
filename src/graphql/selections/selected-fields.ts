import type { FieldNode, GraphQLCompositeType, GraphQLObjectType, GraphQLOutputType } from 'graphql';
import { alikeMembers } from './alike-members.ts';
import type { ConditionalParent, GroupedFields, SelectionContext, SelectionParent } from './collect-fields.ts';
import { idOf } from './node-id.ts';
import { always, isOptional } from './selection-condition.ts';

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
  for (const { objects, fields } of alikeMembers(context, type, unconditional(parents))) {
    const described = describeFields(objects[0], fields);
    const identity = described.flatMap(({ nodes }) => nodes.map(idOf)).join(' ');
    if (!branches.has(identity)) branches.set(identity, described);
  }
  return [...branches.values()];
}

/** Selections without a condition around them. */
export function unconditional(parents: readonly SelectionParent[]): readonly ConditionalParent[] {
  return parents.map((node) => ({ node, condition: always }));
}

/** The fields that the schema defines; `__typename` has no selection and no arguments, so it is skipped. */
export function describeFields(object: GraphQLObjectType, grouped: GroupedFields): readonly SelectedField[] {
  const defined = object.getFields();
  return [...grouped].flatMap(([key, places]) => {
    const [first, ...others] = places;
    const { value: name } = first.node.name;
    const field = defined[name];
    const optional = places.every(({ condition }) => isOptional(condition));
    const nodes: SelectedField['nodes'] = [first.node, ...others.map(({ node }) => node)];
    return field ? [{ key, name, type: field.type, nodes, optional }] : [];
  });
}
