import {
  type GraphQLArgument,
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLNamedOutputType,
  type GraphQLNamedType,
  type GraphQLOutputType,
  getNamedType,
  getNullableType,
  isCompositeType,
  isInterfaceType,
  isListType,
  isObjectType,
  isRequiredArgument,
} from 'graphql';

/** A list that comes in pages: the type that holds the items, and the fields that lead to them. */
export interface Connection {
  /** Field names from the connection to its items. */
  readonly items: readonly ['nodes'] | readonly ['edges', 'node'];
  /** The type of what stands between the connection and an item, where that is how to reach it. */
  readonly edge?: GraphQLCompositeType;
  /** The type of an item. */
  readonly node: GraphQLNamedOutputType;
  /** The type of `pageInfo`, where the connection has one. */
  readonly pageInfo?: GraphQLCompositeType;
}

/** A field as this folder looks at it: whatever its source and context. */
export type Field = GraphQLField<unknown, unknown>;

/** The fields of a type that has any; nothing otherwise. */
export function fieldsOf(type: GraphQLNamedType): readonly Field[] {
  return isObjectType(type) || isInterfaceType(type) ? Object.values(type.getFields()) : [];
}

/** A type's field of that name. */
export function fieldOf(type: GraphQLNamedType, name: string): Field | undefined {
  return isObjectType(type) || isInterfaceType(type) ? type.getFields()[name] : undefined;
}

/** Whether the schema advises against it. */
export function isDeprecated(element: { readonly deprecationReason?: string | null | undefined }): boolean {
  return element.deprecationReason != null;
}

/** The arguments without which the field can't be asked for. */
export function requiredArguments(field: Field): readonly GraphQLArgument[] {
  return field.args.filter(isRequiredArgument);
}

/** Whether the field answers with a list. */
export function isListField(field: Field): boolean {
  return isListType(getNullableType(field.type));
}

/**
 * Reads a type as a connection, or says that it is none. The documentation shows that a connection has a `nodes` list;
 * `edges { node }` and `pageInfo` are the wide-spread Relay convention, and are taken where the schema has them.
 */
export function asConnection(type: GraphQLOutputType): Connection | undefined {
  const named = getNamedType(type);
  const find = (name: string): Field | undefined => {
    const field = fieldOf(named, name);
    return field && !isDeprecated(field) && requiredArguments(field).length === 0 ? field : undefined;
  };

  const page = find('pageInfo');
  const pageInfo = page && getNamedType(page.type);
  if (!isCompositeType(pageInfo) && !named.name.endsWith('Connection')) return undefined;
  const paged = isCompositeType(pageInfo) ? { pageInfo } : {};

  const nodes = find('nodes');
  if (nodes && isListField(nodes)) return { items: ['nodes'], node: getNamedType(nodes.type), ...paged };

  const edges = find('edges');
  const edge = edges && isListField(edges) ? getNamedType(edges.type) : undefined;
  const node = edge && fieldOf(edge, 'node');
  if (!node || requiredArguments(node).length > 0 || !isCompositeType(edge)) return undefined;
  return { items: ['edges', 'node'], edge, node: getNamedType(node.type), ...paged };
}
