import {
  type GraphQLCompositeType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  getNamedType,
  getNullableType,
  isCompositeType,
  isListType,
  isObjectType,
} from 'graphql';

/** How a connection type lists its items. */
export interface ConnectionShape {
  /** The type of an item. */
  readonly item: GraphQLCompositeType;
  /** The type of an edge, where there are edges. */
  readonly edge: GraphQLObjectType | undefined;
  /** The type of the page information, where there is some. */
  readonly pageInfo: GraphQLObjectType | undefined;
}

/** A type is a connection when it has a list of `nodes`, or a list of `edges` that have a `node`. */
export function connectionShape(type: GraphQLObjectType): ConnectionShape | undefined {
  const fields = type.getFields();
  const edges = listed(fields['edges']?.type);
  const edge = isObjectType(edges) ? edges : undefined;
  const node = getNamedType(edge?.getFields()['node']?.type);
  const item = listed(fields['nodes']?.type) ?? (isCompositeType(node) ? node : undefined);
  if (item === undefined) return undefined;
  const pageInfo = getNamedType(fields['pageInfo']?.type);
  return {
    item,
    edge: isCompositeType(node) ? edge : undefined,
    pageInfo: isObjectType(pageInfo) ? pageInfo : undefined,
  };
}

function listed(type: GraphQLOutputType | undefined): GraphQLCompositeType | undefined {
  const list = getNullableType(type);
  if (!isListType(list)) return undefined;
  const item = getNullableType(list.ofType);
  return isCompositeType(item) ? item : undefined;
}
