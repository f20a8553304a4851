import {
  type GraphQLArgument,
  type GraphQLCompositeType,
  type GraphQLInputType,
  type GraphQLNamedOutputType,
  type GraphQLOutputType,
  getNamedType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
} from 'graphql';
import { memo } from '../base/memo.ts';
import { uncertainNames } from '../paging/proof/uncertain-arguments.ts';
import { type Field, fieldOf, isDeprecated, isListField, requiredArguments } from './fields.ts';
import { defaultOf } from './values.ts';

export interface Connection {
  /** The field names from the connection to its nodes: the shorter way if there are two. */
  readonly items: readonly ['nodes'] | readonly ['edges', 'node'];
  readonly edge?: GraphQLCompositeType;
  readonly node: GraphQLNamedOutputType;
  readonly pageInfo?: GraphQLCompositeType;
}

/** Reads a type as a connection by its fields: a `nodes` list, or `edges { node }`; undefined if the type has neither. */
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
 * convention.
 */
export function asConnection(type: GraphQLOutputType): Connection | undefined {
  return connectionOf(getNamedType(type));
}

// Operations select the same types many times.
const connectionOf = memo((type: GraphQLNamedOutputType): Connection | undefined => {
  const shape = connectionShape(type, (field) => !isDeprecated(field) && requiredArguments(field).length === 0);
  return shape?.pageInfo || type.name.endsWith('Connection') ? shape : undefined;
});

/** The arguments of a list that may leave items out, by the rule of {@link uncertainNames}. */
export function uncertainArguments(
  { args }: Field,
  isPaged: boolean,
  isGiven?: (name: string) => boolean,
): readonly GraphQLArgument[] {
  const shown = args.map((arg) => ({
    name: arg.name,
    type: introspected(arg.type),
    defaultValue: JSON.stringify(defaultOf(arg)),
  }));
  const names = uncertainNames(shown, isPaged, isGiven);
  return args.filter(({ name }) => names.includes(name));
}

function introspected(type: GraphQLInputType): object {
  if (isNonNullType(type)) return { kind: 'NON_NULL', ofType: introspected(type.ofType) };
  if (isListType(type)) return { kind: 'LIST', ofType: introspected(type.ofType) };
  return { kind: isEnumType(type) ? 'ENUM' : isInputObjectType(type) ? 'INPUT_OBJECT' : 'SCALAR', name: type.name };
}
