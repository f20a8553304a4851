import {
  type FragmentDefinitionNode,
  type GraphQLCompositeType,
  getNamedType,
  isAbstractType,
  isCompositeType,
  Kind,
  type OperationDefinitionNode,
} from 'graphql';
import { type ConditionalParent, collectFields, type SelectionContext } from '../../graphql/collect-fields.ts';
import { selectionsKey } from '../../graphql/node-id.ts';
import { always } from '../../graphql/selection-condition.ts';

type Parents = readonly ConditionalParent[];

/**
 * How many object types the generator writes for the result of a definition: it writes each possible type of an interface
 * or a union in full, so the members of nested ones multiply. The count itself reads each set of selections once.
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
  return count({ context, counted: new Map() }, type, [{ node: definition, condition: always }]);
}

interface Walk {
  readonly context: SelectionContext;
  readonly counted: Map<string, number>;
}

function count(walk: Walk, type: GraphQLCompositeType, parents: Parents): number {
  const key = `${type.name} ${selectionsKey(parents)}`;
  const known = walk.counted.get(key);
  if (known !== undefined) return known;
  const possible = isAbstractType(type) ? walk.context.schema.getPossibleTypes(type) : [type];
  let total = possible.length;
  for (const object of possible)
    for (const places of collectFields(walk.context, object, parents).values()) {
      const inner = getNamedType(object.getFields()[places[0].node.name.value]?.type);
      if (isCompositeType(inner)) total += count(walk, inner, places);
    }
  walk.counted.set(key, total);
  return total;
}
