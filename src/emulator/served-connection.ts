import { type GraphQLCompositeType, type GraphQLObjectType, isCompositeType, isObjectType } from 'graphql';
import { connectionShape } from '../graphql/connection.ts';

/** A connection as far as objects of it can be made: what it lists, and the types of its edges and page information. */
export interface ServedConnection {
  /** The type of an item. */
  readonly item: GraphQLCompositeType;
  /** The type of an edge, where there are edges. */
  readonly edge: GraphQLObjectType | undefined;
  /** The type of the page information, where there is some. */
  readonly pageInfo: GraphQLObjectType | undefined;
}

/** Reads a type as a connection; undefined where it lists no objects. */
export function servedConnection(type: GraphQLObjectType): ServedConnection | undefined {
  const { node, edge, pageInfo } = connectionShape(type) ?? {};
  if (!isCompositeType(node)) return undefined;
  return {
    item: node,
    edge: isObjectType(edge) ? edge : undefined,
    pageInfo: isObjectType(pageInfo) ? pageInfo : undefined,
  };
}
