import { type GraphQLCompositeType, type GraphQLObjectType, isCompositeType, isObjectType } from 'graphql';
import { connectionShape } from '../../graphql/connection.ts';

/** A connection of objects: the types of its items, edges and page information. */
export interface ServedConnection {
  /** The type of an item. */
  readonly item: GraphQLCompositeType;
  /** The type of an edge; undefined if there are no edges. */
  readonly edge: GraphQLObjectType | undefined;
  /** The type of the page information; undefined if there is none. */
  readonly pageInfo: GraphQLObjectType | undefined;
}

/** Reads a type as a connection; undefined if it lists no objects. */
export function servedConnection(type: GraphQLObjectType): ServedConnection | undefined {
  const { node, edge, pageInfo } = connectionShape(type) ?? {};
  if (!isCompositeType(node)) return undefined;
  return {
    item: node,
    edge: isObjectType(edge) ? edge : undefined,
    pageInfo: isObjectType(pageInfo) ? pageInfo : undefined,
  };
}
