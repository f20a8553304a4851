import {
  type FieldNode,
  type GraphQLCompositeType,
  GraphQLNonNull,
  type GraphQLObjectType,
  type GraphQLOutputType,
  getNamedType,
  isCompositeType,
  isLeafType,
  type OperationDefinitionNode,
} from 'graphql';
import { selectedField } from '../../graphql/fields.ts';
import { absorbsNull } from '../../graphql/mapped-scalar.ts';
import { type AlikeMembers, alikeMembers } from '../../graphql/selections/alike-members.ts';
import {
  type ConditionalParent,
  type FieldSelection,
  mergePlaces,
  type SelectionContext,
} from '../../graphql/selections/collect-fields.ts';
import { selectionsKey } from '../../graphql/selections/node-id.ts';
import { always } from '../../graphql/selections/selection-condition.ts';
import { limitSelections } from '../../graphql/selections/selection-limit.ts';
import type { TypeMapping } from '../model/type-mapping.ts';
import { shownAroundUnknown, withoutNames } from './assignable.ts';
import type { Interner } from './interner.ts';
import { type LeafText, leafKey, leafText } from './leaf.ts';

/** The generated type at one place of a result. Equal ids mean equal TypeScript types. */
export interface ResultType {
  readonly id: number;
  /** The type in the schema at this place. */
  readonly type: GraphQLOutputType;
  /** Set for a scalar, an enum or `__typename`. */
  readonly leaf?: LeafText;
  /** The object types of an object, which together cover every possible type once; none for a leaf. */
  readonly variants: readonly Variant[];
}

/** The generated object type of the possible types that are alike to a selection. */
export interface Variant {
  /** Equal for equal members, whatever `__typename` says. */
  readonly id: number;
  readonly types: AlikeMembers['objects'];
  readonly members: ReadonlyMap<string, Member>;
  /** Whether a `__typename` distinguishes its types. */
  readonly isNamed: boolean;
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
  readonly operation: OperationDefinitionNode;
}

/**
 * The generated type of an operation's result; undefined if the schema has no such root type.
 *
 * @throws {OperationsError} if the operation leads to too many different selections.
 */
export function resultType(context: ResultContext, operation: OperationDefinitionNode): ResultType | undefined {
  const root = context.schema.getRootType(operation.operation);
  if (root == null) return undefined;
  const walk: Walk = { ...context, operation, results: new Map() };
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
  const variants = alikeMembers(walk, named, parents).map((alike) => variantOf(walk, alike));
  const keys = new Set(possibleParts(variants).map((part) => part.key));
  const union = walk.interner.id(`union ${[...keys].sort().join('|')}`);
  const result = { id: walk.interner.id(`${union}${withoutNames(declared)}`), type: declared, variants };
  walk.results.set(key, result);
  limitSelections(walk.results.size, walk.operation);
  return result;
}

function variantOf(walk: Walk, { objects, fields }: AlikeMembers): Variant {
  const members = new Map<string, Member>();
  for (const [name, places] of fields) {
    const member = memberOf(walk, objects, places);
    if (member !== undefined) members.set(name, member);
  }
  const properties = [...members].map(([name, { optional, result }]) => `${name}${optional ? '?' : ''}:${result.id}`);
  const isNamed = [...members.values()].some(({ result }) => result.leaf === typename);
  return { id: walk.interner.id(`{${properties.sort().join(',')}}`), types: objects, members, isNamed };
}

/** A possible type with its generated object type. */
export interface Part {
  readonly variant: Variant;
  readonly type: GraphQLObjectType;
  /** Equal for equal object types: a `__typename` makes each type equal to its own only. */
  readonly key: string;
}

/** Every possible type of the object types. */
export function possibleParts(variants: readonly Variant[]): readonly Part[] {
  return variants.flatMap((variant) =>
    variant.types.map((type) => ({
      variant,
      type,
      key: variant.isNamed ? `${variant.id} ${type.name}` : `${variant.id}`,
    })),
  );
}

function memberOf(
  walk: Walk,
  owners: AlikeMembers['objects'],
  places: readonly [FieldSelection, ...FieldSelection[]],
): Member | undefined {
  const [parent] = owners;
  const [{ node }] = places;
  const nodes = places.map((place) => place.node);
  const name = node.name.value;
  const { optional, below } = mergePlaces(places);
  if (name === typename) return { optional, nodes, result: typenameType(walk, owners) };
  const declared = selectedField(parent, name)?.type;
  if (declared === undefined) return undefined;
  const named = getNamedType(declared);
  if (!isCompositeType(named)) return { optional, nodes, result: leafType(walk, declared) };
  return { optional, nodes, result: objectsType(walk, declared, named, below) };
}

const typename = '__typename';

/** Its names are part of the key of each {@link Part}. */
function typenameType({ interner }: ResultContext, [owner]: AlikeMembers['objects']): ResultType {
  return { id: interner.id(typename), type: new GraphQLNonNull(owner), leaf: typename, variants: [] };
}

function leafType({ mapping, interner }: ResultContext, declared: GraphQLOutputType): ResultType {
  const named = getNamedType(declared);
  const leaf = isLeafType(named) ? leafText(named, mapping, 'output') : named.name;
  // `unknown` includes null already.
  const around = absorbsNull(leaf) ? shownAroundUnknown(declared) : withoutNames(declared);
  return { id: interner.id(`${leafKey(leaf)} ${around}`), type: declared, leaf, variants: [] };
}
