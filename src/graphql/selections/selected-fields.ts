import type { FieldNode, GraphQLCompositeType, GraphQLObjectType, GraphQLOutputType } from 'graphql';
import { alikeMembers } from './alike-members.ts';
import type { SelectionContext, SelectionParent } from './collect-fields.ts';
import { always, isOptional } from './selection-condition.ts';

/** One response key of a selection. */
export interface SelectedField {
  readonly key: string;
  /** A type that has the field; those that are alike to the selection have it with the same type. */
  readonly owner: GraphQLObjectType;
  readonly name: string;
  readonly type: GraphQLOutputType;
  /** Every place that selects it; their arguments are equal, their sub-selections are merged. */
  readonly nodes: readonly [FieldNode, ...FieldNode[]];
  /** Whether it may be absent: every place that selects it is under `@include` or `@skip`. */
  readonly optional: boolean;
}

/**
 * The fields that `parents` select on `type`: one set for an object type; for an interface or a union, one set for all possible
 * types that are alike to the selection. `__typename` has no selection and no arguments, so it is skipped.
 */
export function selectedFields(
  context: SelectionContext,
  type: GraphQLCompositeType,
  parents: readonly SelectionParent[],
): readonly (readonly SelectedField[])[] {
  const unconditional = parents.map((node) => ({ node, condition: always }));
  return alikeMembers(context, type, unconditional).map(({ objects: [owner], fields }) => {
    const defined = owner.getFields();
    return [...fields].flatMap(([key, [first, ...others]]) => {
      const { value: name } = first.node.name;
      const field = defined[name];
      const optional = [first, ...others].every(({ condition }) => isOptional(condition));
      const nodes: SelectedField['nodes'] = [first.node, ...others.map(({ node }) => node)];
      return field ? [{ key, owner, name, type: field.type, nodes, optional }] : [];
    });
  });
}
