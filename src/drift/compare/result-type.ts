import {
  type FieldNode,
  GraphQLNonNull,
  type GraphQLObjectType,
  type GraphQLOutputType,
  getNamedType,
  isLeafType,
  type OperationDefinitionNode,
} from 'graphql';
import { absorbsNull } from '../../graphql/mapped-scalar.ts';
import type { SelectionContext } from '../../graphql/selections/collect-fields.ts';
import {
  idOf,
  readSelection,
  type SelectedField,
  type SelectedGroup,
  type Selection,
} from '../../graphql/selections/read-selection.ts';
import { shownAroundUnknown, withoutNames } from './assignable.ts';
import { type LeafText, leafKey, leafText, type TypeMapping } from './leaf.ts';

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
  readonly types: SelectedGroup['objects'];
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

/** The work on one operation. The type of a selection is worked out once, however many ways lead there. */
interface Walk extends ResultContext {
  readonly results: Map<string, ResultType>;
}

/**
 * The generated type of an operation's result; undefined if the schema has no such root type.
 *
 * @throws {OperationsError} if the operation leads to too many different selections.
 */
export function resultType(context: ResultContext, operation: OperationDefinitionNode): ResultType | undefined {
  const selection = readSelection(context, operation);
  if (selection === undefined) return undefined;
  return objectsType({ ...context, results: new Map() }, new GraphQLNonNull(selection.type), selection);
}

function objectsType(walk: Walk, declared: GraphQLOutputType, selection: Selection): ResultType {
  const key = `${declared} ${idOf(selection)}`;
  const known = walk.results.get(key);
  if (known !== undefined) return known;
  const variants = selection.groups.map((group) => variantOf(walk, group));
  const keys = new Set(possibleParts(variants).map((part) => part.key));
  const union = walk.interner.id(`union ${[...keys].sort().join()}`);
  const result = { id: walk.interner.id(`${union}${withoutNames(declared)}`), type: declared, variants };
  walk.results.set(key, result);
  return result;
}

function variantOf(walk: Walk, { objects, fields }: SelectedGroup): Variant {
  const members = new Map(fields.map((field) => [field.key, memberOf(walk, field)]));
  const properties = [...members].map(([name, { optional, result }]) => `${name}${optional ? '?' : ''}:${result.id}`);
  const isNamed = [...members.values()].some(({ result }) => result.leaf === typename);
  return { id: walk.interner.id(`{${properties.sort().join()}}`), types: objects, members, isNamed };
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

function memberOf(walk: Walk, { owner, definition: { name, type }, optional, nodes, below }: SelectedField): Member {
  if (name === typename) return { optional, nodes, result: typenameType(walk, owner) };
  return { optional, nodes, result: below ? objectsType(walk, type, below) : leafType(walk, type) };
}

const typename = '__typename';

/** Its names are part of the key of each {@link Part}. */
function typenameType({ interner }: ResultContext, owner: GraphQLObjectType): ResultType {
  return { id: interner.id(typename), type: new GraphQLNonNull(owner), leaf: typename, variants: [] };
}

function leafType({ mapping, interner }: ResultContext, declared: GraphQLOutputType): ResultType {
  const named = getNamedType(declared);
  const leaf = isLeafType(named) ? leafText(named, mapping, 'output') : named.name;
  // `unknown` includes null already.
  const around = absorbsNull(leaf) ? shownAroundUnknown(declared) : withoutNames(declared);
  return { id: interner.id(`${leafKey(leaf)} ${around}`), type: declared, leaf, variants: [] };
}

/** Assigns one number to equal structures, so that two trees of any depth are compared by two numbers. */
export class Interner {
  readonly #ids = new Map<string, number>();

  /** The number of a text. */
  id(text: string): number {
    const known = this.#ids.get(text);
    if (known !== undefined) return known;
    const id = this.#ids.size;
    this.#ids.set(text, id);
    return id;
  }
}
