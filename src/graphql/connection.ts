import {
  type GraphQLCompositeType,
  type GraphQLNamedOutputType,
  type GraphQLOutputType,
  getNamedType,
  isCompositeType,
} from 'graphql';
import { type Field, fieldOf, isDeprecated, isListField, requiredArguments } from './fields.ts';

/** A list that comes in pages: the type that holds the items, and the fields that lead to them. */
export interface Connection {
  /** Field names from the connection to its items: the shorter way, where there are two. */
  readonly items: readonly ['nodes'] | readonly ['edges', 'node'];
  /** The type of what stands between the connection and an item, where there is `edges { node }`. */
  readonly edge?: GraphQLCompositeType;
  /** The type of an item. */
  readonly node: GraphQLNamedOutputType;
  /** The type of `pageInfo`, where the connection has one. */
  readonly pageInfo?: GraphQLCompositeType;
}

/**
 * Reads a type as a connection by its fields: a `nodes` list, or `edges { node }`; undefined where it has neither. This is
 * how the emulator reads a schema, which serves whatever is asked for.
 *
 * @param counts - Which fields are looked at. @defaultValue all of them
 */
export function connectionShape(
  type: GraphQLOutputType,
  counts: (field: Field) => boolean = () => true,
): Connection | undefined {
  const named = getNamedType(type);
  const find = (name: string): Field | undefined => {
    const field = fieldOf(named, name);
    return field && counts(field) ? field : undefined;
  };
  const page = find('pageInfo');
  const pageInfo = page && getNamedType(page.type);

  const edges = find('edges');
  const edge = edges && isListField(edges) ? getNamedType(edges.type) : undefined;
  const inEdge = edge && fieldOf(edge, 'node');
  const edgeNode = inEdge && requiredArguments(inEdge).length === 0 ? getNamedType(inEdge.type) : undefined;
  const more = {
    ...(edgeNode && isCompositeType(edge) && { edge }),
    ...(isCompositeType(pageInfo) && { pageInfo }),
  };

  const nodes = find('nodes');
  if (nodes && isListField(nodes)) return { items: ['nodes'], node: getNamedType(nodes.type), ...more };
  return edgeNode && { items: ['edges', 'node'], node: edgeNode, ...more };
}

/**
 * Reads a type as a connection that can be paged through: it is called one or has `pageInfo`, and its list can be asked for.
 * The documentation shows that a connection has a `nodes` list; `edges { node }` and `pageInfo` are the widespread Relay
 * convention, and are taken where the schema has them.
 */
export function asConnection(type: GraphQLOutputType): Connection | undefined {
  const shape = connectionShape(type, (field) => !isDeprecated(field) && requiredArguments(field).length === 0);
  return shape?.pageInfo || getNamedType(type).name.endsWith('Connection') ? shape : undefined;
}
