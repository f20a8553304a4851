import {
  type FieldNode,
  GraphQLNonNull,
  type GraphQLObjectType,
  type GraphQLOutputType,
  getNamedType,
  type OperationDefinitionNode,
} from 'graphql';
import type { SelectionContext } from '../../graphql/selections/collect-fields.ts';
import {
  idOf,
  readSelection,
  type SelectedField,
  type SelectedGroup,
  type Selection,
} from '../../graphql/selections/read-selection.ts';
import { type LeafType, leafKey, leafType, type TypeMapping, typeKey, withoutNames } from './generated-type.ts';

/** The generated type of a result or of one of its fields. Equal ids mean equal types. */
export type ResultType = { readonly id: number; readonly type: GraphQLOutputType } & (LeafType | ObjectsType);

/** Object types, which cover each possible type once. */
interface ObjectsType {
  readonly kind: 'objects';
  readonly variants: readonly Variant[];
}

export interface Variant {
  /** Equal for equal members apart from `__typename`. */
  readonly id: number;
  readonly types: SelectedGroup['objects'];
  readonly members: ReadonlyMap<string, Member>;
  readonly isNamed: boolean;
}

export interface Member {
  readonly optional: boolean;
  readonly nodes: readonly FieldNode[];
  readonly result: ResultType;
}

interface ResultContext extends SelectionContext {
  readonly mapping: TypeMapping;
  readonly idOfText: TextIds;
}

interface Walk extends ResultContext {
  readonly results: Map<string, ResultType>;
}

/**
 * The generated type of an operation's result; undefined if the schema lacks the root type.
 *
 * @throws {OperationsError} if there are too many different selections.
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
  const union = walk.idOfText(`union ${[...keys].sort().join()}`);
  const id = walk.idOfText(`${union}${withoutNames(declared)}`);
  const result: ResultType = { kind: 'objects', id, type: declared, variants };
  walk.results.set(key, result);
  return result;
}

function variantOf(walk: Walk, { objects, fields }: SelectedGroup): Variant {
  const members = new Map(fields.map((field) => [field.key, memberOf(walk, field)]));
  const properties = [...members].map(([name, { optional, result }]) => `${name}${optional ? '?' : ''}:${result.id}`);
  const isNamed = fields.some(({ definition }) => definition.name === typename);
  return { id: walk.idOfText(`{${properties.sort().join()}}`), types: objects, members, isNamed };
}

export interface Part {
  readonly variant: Variant;
  readonly type: GraphQLObjectType;
  /** Equal for equal object types. A type with `__typename` only equals itself. */
  readonly key: string;
}

function possibleParts(variants: readonly Variant[]): readonly Part[] {
  return variants.flatMap((variant) =>
    variant.types.map((type) => ({
      variant,
      type,
      key: variant.isNamed ? `${variant.id} ${type.name}` : `${variant.id}`,
    })),
  );
}

function memberOf(walk: Walk, { owner, definition: { name, type }, optional, nodes, below }: SelectedField): Member {
  if (name === typename) {
    const result = { kind: 'text', text: name, id: walk.idOfText(name), type: new GraphQLNonNull(owner) } as const;
    // The key of each `Part` holds the names.
    return { optional, nodes, result };
  }
  return { optional, nodes, result: below ? objectsType(walk, type, below) : leafResult(walk, type) };
}

const typename = '__typename';

function leafResult({ mapping, idOfText }: ResultContext, declared: GraphQLOutputType): ResultType {
  const leaf = leafType(getNamedType(declared), mapping, 'output');
  return { ...leaf, id: idOfText(typeKey(leafKey(leaf), declared)), type: declared };
}

/** Numbers texts, so that the keys of deep structures stay short. */
export function textIds(): TextIds {
  const ids = new Map<string, number>();
  return (text) => {
    const id = ids.get(text) ?? ids.size;
    ids.set(text, id);
    return id;
  };
}

export type TextIds = (text: string) => number;

export interface VariantPair {
  readonly old: Variant;
  readonly live: Variant;
  readonly types: { readonly before: GraphQLObjectType; readonly after: GraphQLObjectType }[];
}

interface MatchedVariants {
  readonly pairs: readonly { readonly pair: VariantPair; readonly isNew: boolean }[];
  readonly added: readonly Part[];
  readonly removed: readonly Part[];
}

export function matchVariants(old: readonly Variant[], live: readonly Variant[]): MatchedVariants {
  const [oldParts, liveParts] = [possibleParts(old), possibleParts(live)];
  const oldKeys = new Set(oldParts.map(({ key }) => key));
  const liveKeys = new Set(liveParts.map(({ key }) => key));
  const left = new Map(oldParts.map((part) => [part.type.name, part]));
  const pairs = new Map<string, MatchedVariants['pairs'][number]>();
  const added: Part[] = [];
  for (const part of liveParts) {
    const twin = left.get(part.type.name);
    left.delete(part.type.name);
    const isNew = !oldKeys.has(part.key);
    if (twin === undefined) {
      if (isNew) added.push(part);
      continue;
    }
    if (!isNew && liveKeys.has(twin.key)) continue;
    const key = `${idOf(twin.variant)} ${idOf(part.variant)}`;
    const known = pairs.get(key) ?? { pair: { old: twin.variant, live: part.variant, types: [] }, isNew };
    known.pair.types.push({ before: twin.type, after: part.type });
    pairs.set(key, known);
  }
  return {
    pairs: [...pairs.values()],
    added,
    removed: [...left.values()].filter((part) => !liveKeys.has(part.key)),
  };
}
