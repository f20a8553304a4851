import {
  type GraphQLCompositeType,
  type GraphQLNamedOutputType,
  type GraphQLOutputType,
  getNamedType,
  isCompositeType,
} from 'graphql';
import { type Field, fieldOf, isDeprecated, isListField, requiredArguments } from './fields.ts';

/** A list in pages: the type that contains the items, and the fields that lead to them. */
export interface Connection {
  /** Field names from the connection to its items: the shorter way if there are two. */
  readonly items: readonly ['nodes'] | readonly ['edges', 'node'];
  readonly edge?: GraphQLCompositeType;
  readonly node: GraphQLNamedOutputType;
  /** The type of `pageInfo`, if the connection has it. */
  readonly pageInfo?: GraphQLCompositeType;
}

/**
 * Reads a type as a connection by its fields: a `nodes` list, or `edges { node }`; undefined if it has neither. The emulator
 * reads a schema this way.
 *
 * @param counts - Which fields are considered. @defaultValue all fields
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
 * Reads a type as a connection that can be paged through: its name ends in `Connection` or it has `pageInfo`, and its list
 * needs no arguments. Documented: a connection has a `nodes` list. Inferred: `edges { node }` and `pageInfo` follow the Relay
 * convention, and are used if the schema has them.
 */
export function asConnection(type: GraphQLOutputType): Connection | undefined {
  const named = getNamedType(type);
  if (known.has(named)) return known.get(named);
  const shape = connectionShape(type, (field) => !isDeprecated(field) && requiredArguments(field).length === 0);
  const connection = shape?.pageInfo || named.name.endsWith('Connection') ? shape : undefined;
  known.set(named, connection);
  return connection;
}

/** Operations select the same types many times. */
const known = new WeakMap<GraphQLNamedOutputType, Connection | undefined>();
