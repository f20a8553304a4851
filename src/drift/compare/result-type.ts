import {
  type FieldNode,
  type GraphQLCompositeType,
  GraphQLNonNull,
  type GraphQLObjectType,
  type GraphQLOutputType,
  getNamedType,
  isAbstractType,
  isCompositeType,
  isLeafType,
  isListType,
  isNonNullType,
  type OperationDefinitionNode,
  SchemaMetaFieldDef,
  TypeMetaFieldDef,
} from 'graphql';
import {
  type ConditionalParent,
  collectFields,
  type FieldSelection,
  mergePlaces,
  type SelectionContext,
} from '../../graphql/collect-fields.ts';
import { selectionsKey } from '../../graphql/node-id.ts';
import { always } from '../../graphql/selection-condition.ts';
import type { TypeMapping } from '../model/type-mapping.ts';
import type { Interner } from './interner.ts';
import { absorbsNull, type LeafText, leafKey, leafText } from './leaf.ts';

/** The generated type at one place of a result. Equal ids mean equal TypeScript types. */
export interface ResultType {
  readonly id: number;
  /** The type in the schema at this place. */
  readonly type: GraphQLOutputType;
  /** Set for a scalar or an enum. */
  readonly leaf?: LeafText;
  /** Set for objects: the object type of each possible type. */
  readonly variants?: ReadonlyMap<string, Variant>;
}

/** The generated object type of one possible type. */
export interface Variant {
  readonly id: number;
  readonly type: GraphQLObjectType;
  readonly members: ReadonlyMap<string, Member>;
}

/** One property of a generated object type, and every place that selects it. */
export interface Member {
  readonly optional: boolean;
  readonly nodes: readonly FieldNode[];
  readonly result: ResultType;
}

/** The context that generated result types depend on, besides the operation. */
export interface ResultContext extends SelectionContext {
  readonly mapping: TypeMapping;
  readonly interner: Interner;
}

type Parents = readonly ConditionalParent[];

/** The work on one operation. What its selections mean on a type is worked out once, however many ways lead there. */
interface Walk extends ResultContext {
  readonly results: Map<string, ResultType>;
}

/** The generated type of an operation's result; undefined if the schema has no such root type. */
export function resultType(context: ResultContext, operation: OperationDefinitionNode): ResultType | undefined {
  const root = context.schema.getRootType(operation.operation);
  if (root == null) return undefined;
  const walk: Walk = { ...context, results: new Map() };
  return objectsType(walk, new GraphQLNonNull(root), root, [{ node: operation, condition: always }]);
}

function objectsType(
  walk: Walk,
  declared: GraphQLOutputType,
  named: GraphQLCompositeType,
  parents: Parents,
): ResultType {
  const key = `${declared} ${selectionsKey(parents)}`;
  const known = walk.results.get(key);
  if (known !== undefined) return known;
  const possible = isAbstractType(named) ? walk.schema.getPossibleTypes(named) : [named];
  const variants = new Map(possible.map((type) => [type.name, variantOf(walk, type, parents)]));
  const union = walk.interner.union([...variants.values()].map(({ id }) => id));
  const result = { id: wrapped(walk.interner, declared, union, false), type: declared, variants };
  walk.results.set(key, result);
  return result;
}

function variantOf(walk: Walk, type: GraphQLObjectType, parents: Parents): Variant {
  const members = new Map<string, Member>();
  for (const [name, places] of collectFields(walk, type, parents)) {
    const member = memberOf(walk, type, places);
    if (member !== undefined) members.set(name, member);
  }
  const properties = [...members].map(([name, { optional, result }]) => `${name}${optional ? '?' : ''}:${result.id}`);
  return { id: walk.interner.id(`{${properties.sort().join(',')}}`), type, members };
}

const metaFields: Readonly<Record<string, { readonly type: GraphQLOutputType }>> = {
  __schema: SchemaMetaFieldDef,
  __type: TypeMetaFieldDef,
};

function memberOf(
  walk: Walk,
  parent: GraphQLObjectType,
  places: readonly [FieldSelection, ...FieldSelection[]],
): Member | undefined {
  const [{ node }] = places;
  const nodes = places.map((place) => place.node);
  const name = node.name.value;
  const { optional, below } = mergePlaces(places);
  if (name === '__typename') return { optional, nodes, result: typenameType(walk, parent) };
  const declared = (metaFields[name] ?? parent.getFields()[name])?.type;
  if (declared === undefined) return undefined;
  const named = getNamedType(declared);
  if (!isCompositeType(named)) return { optional, nodes, result: leafType(walk, declared) };
  return { optional, nodes, result: objectsType(walk, declared, named, below) };
}

function typenameType({ interner }: ResultContext, parent: GraphQLObjectType): ResultType {
  const leaf = { values: new Set([parent.name]), isOpen: false };
  return { id: interner.id(leafKey(leaf)), type: new GraphQLNonNull(parent), leaf };
}

function leafType(context: ResultContext, declared: GraphQLOutputType): ResultType {
  const named = getNamedType(declared);
  const leaf = isLeafType(named) ? leafText(named, context.mapping, 'output') : named.name;
  const id = wrapped(context.interner, declared, context.interner.id(leafKey(leaf)), absorbsNull(leaf));
  return { id, type: declared, leaf };
}

/** The id with the lists and nulls of the declared type. `unknown` includes null already. */
function wrapped(interner: Interner, type: GraphQLOutputType, inner: number, withNull: boolean): number {
  const bare = isNonNullType(type) ? type.ofType : type;
  const id = isListType(bare) ? interner.id(`[${wrapped(interner, bare.ofType, inner, withNull)}]`) : inner;
  return bare !== type || (withNull && !isListType(bare)) ? id : interner.id(`${id}|null`);
}
