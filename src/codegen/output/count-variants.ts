import {
  type FragmentDefinitionNode,
  type GraphQLCompositeType,
  getNamedType,
  isCompositeType,
  Kind,
  type OperationDefinitionNode,
} from 'graphql';
import { alikeMembers } from '../../graphql/selections/alike-members.ts';
import type { ConditionalParent, SelectionContext } from '../../graphql/selections/collect-fields.ts';
import { selectionsKey } from '../../graphql/selections/node-id.ts';
import { always } from '../../graphql/selections/selection-condition.ts';
import { limitSelections } from '../../graphql/selections/selection-limit.ts';

type Parents = readonly ConditionalParent[];

/**
 * How many object types the generator writes for the result of a definition: it writes each possible type of an interface
 * or a union in full, so the members of nested ones multiply. The count itself reads each set of selections once.
 *
 * @throws {OperationsError} if there are too many sets.
 */
export function countVariants(
  context: SelectionContext,
  definition: OperationDefinitionNode | FragmentDefinitionNode,
): number {
  const type =
    definition.kind === Kind.OPERATION_DEFINITION
      ? context.schema.getRootType(definition.operation)
      : context.schema.getType(definition.typeCondition.name.value);
  if (!isCompositeType(type)) return 0;
  return count({ context, definition, counted: new Map() }, type, [{ node: definition, condition: always }]);
}

interface Walk {
  readonly context: SelectionContext;
  readonly definition: OperationDefinitionNode | FragmentDefinitionNode;
  readonly counted: Map<string, number>;
}

function count(walk: Walk, type: GraphQLCompositeType, parents: Parents): number {
  const key = `${type.name} ${selectionsKey(parents)}`;
  const known = walk.counted.get(key);
  if (known !== undefined) return known;
  let total = 0;
  for (const { objects, fields } of alikeMembers(walk.context, type, parents)) {
    let each = 1;
    for (const places of fields.values()) {
      const inner = getNamedType(objects[0].getFields()[places[0].node.name.value]?.type);
      if (isCompositeType(inner)) each += count(walk, inner, places);
    }
    total += objects.length * each;
  }
  walk.counted.set(key, total);
  limitSelections(walk.counted.size, walk.definition);
  return total;
}
