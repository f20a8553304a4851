import {
  type FieldNode,
  type GraphQLCompositeType,
  GraphQLNonNull,
  type GraphQLObjectType,
  type GraphQLOutputType,
  getNamedType,
  isCompositeType,
  isLeafType,
  isListType,
  isNonNullType,
  isUnionType,
  Kind,
  type OperationDefinitionNode,
  SchemaMetaFieldDef,
  type SelectionNode,
  TypeMetaFieldDef,
} from 'graphql';
import type { Interner } from './interner.ts';
import { type LeafText, leafKey, leafText, type ScalarMap } from './leaf.ts';
import {
  type FieldPiece,
  flatten,
  isConditional,
  type Piece,
  possibleTypes,
  type Selected,
  type SelectionContext,
} from './selection.ts';

/** The generated type of one place in a result. Equal ids mean equal TypeScript types. */
export interface ResultType {
  readonly id: number;
  /** The schema's type at this place. */
  readonly type: GraphQLOutputType;
  /** Set where the place holds a scalar or an enum. */
  readonly leaf?: LeafText;
  /** Set where the place holds objects: what each possible type gives. */
  readonly variants?: ReadonlyMap<string, Variant>;
}

/** The object type that one possible type gives. */
export interface Variant {
  readonly type: GraphQLObjectType;
  /** The members of the union that this possible type adds; two where it may also come back empty. */
  readonly ids: readonly number[];
  readonly members: ReadonlyMap<string, Member>;
}

/** One property of a generated object type; it has several sources where conditional fragments select it again. */
export interface Member {
  readonly key: string;
  readonly optional: boolean;
  readonly sources: readonly { readonly node: FieldNode; readonly result: ResultType }[];
}

/** What generated result types depend on besides the operation. */
export interface ResultContext extends SelectionContext {
  readonly scalars: ScalarMap;
  readonly interner: Interner;
}

/** The generated type of an operation's result; undefined where the schema has no such root. */
export function resultType(context: ResultContext, operation: OperationDefinitionNode): ResultType | undefined {
  const root = context.schema.getRootType(operation.operation);
  return root == null
    ? undefined
    : objectsType(context, new GraphQLNonNull(root), root, operation.selectionSet.selections);
}

function objectsType(
  context: ResultContext,
  declared: GraphQLOutputType,
  named: GraphQLCompositeType,
  selections: readonly SelectionNode[],
): ResultType {
  const flat = flatten(
    context,
    named,
    selections.map((node) => ({ node })),
  );
  const variants = new Map<string, Variant>();
  for (const type of possibleTypes(context.schema, named)) {
    const base = members(context, type, flat.always.get(type.name) ?? []);
    const parts = flat.conditional.map((pieces) => conditionalMembers(context, type, pieces.get(type.name) ?? []));
    variants.set(type.name, variant(context, type, base, parts));
  }
  const union = context.interner.set(
    '|',
    [...variants.values()].flatMap(({ ids }) => ids),
  );
  return { id: wrapped(context.interner, declared, union, false), type: declared, variants };
}

/** What a conditional fragment adds to one possible type: its own fields, then those of fragments directly in it. */
function conditionalMembers(
  context: ResultContext,
  type: GraphQLObjectType,
  pieces: readonly Piece[],
): ReadonlyMap<string, Member> {
  const marked = pieces.filter((piece) => piece.kind !== 'mark' && piece.within !== undefined);
  if (!marked.some((piece) => piece.kind !== 'mark' && isConditional(piece.within))) return new Map();
  const direct: Piece[] = [];
  const nested: Selected[] = [];
  for (const piece of marked) {
    if (piece.kind !== 'spread') direct.push(piece);
    else
      for (const { node, within } of piece.selections) {
        if (node.kind === Kind.FIELD) direct.push({ kind: 'field', node, within });
        else nested.push({ node });
      }
  }
  if (nested.length > 0) direct.push(...(flatten(context, type, nested).always.get(type.name) ?? []));
  return members(context, type, direct);
}

function variant(
  { interner }: ResultContext,
  type: GraphQLObjectType,
  base: ReadonlyMap<string, Member>,
  parts: readonly ReadonlyMap<string, Member>[],
): Variant {
  const merged = new Map(base);
  for (const part of parts)
    for (const [key, member] of part) {
      const known = merged.get(key);
      const both = known && {
        key,
        optional: known.optional && member.optional,
        sources: [...known.sources, ...member.sources],
      };
      merged.set(key, both ?? member);
    }
  const ids: number[] = [];
  if (merged.size > 0) {
    const properties = [...merged.values()].map(({ key, optional, sources }) =>
      interner.id(
        `${key}${optional ? '?' : ''}:${interner.set(
          '&',
          sources.map(({ result }) => result.id),
        )}`,
      ),
    );
    ids.push(interner.id(`{${properties.sort((a, b) => a - b).join(',')}}`));
  }
  if (base.size === 0) ids.push(interner.id('{}'));
  return { type, ids, members: merged };
}

function members(
  context: ResultContext,
  parent: GraphQLObjectType,
  pieces: readonly Piece[],
): ReadonlyMap<string, Member> {
  const found = new Map<string, Member>();
  const objects = new Map<
    string,
    { node: FieldNode; optional: boolean; declared: GraphQLOutputType; selections: SelectionNode[] }
  >();
  const put = (node: FieldNode, optional: boolean, result: ResultType): void => {
    const key = responseKey(node);
    found.set(key, { key, optional, sources: [{ node, result }] });
  };
  const opened = open(context, parent, pieces);
  for (const { node, within } of opened.fields) {
    const optional = isConditional(node.directives) || isConditional(within);
    const name = node.name.value;
    if (name === '__typename') {
      put(node, false, typenameType(context, parent));
      continue;
    }
    const field = metaFields[name] ?? parent.getFields()[name];
    if (field === undefined) continue;
    if (node.selectionSet === undefined) {
      put(node, optional, leafType(context, field.type));
      continue;
    }
    const known = objects.get(responseKey(node));
    if (known !== undefined) known.selections.push(...node.selectionSet.selections);
    else
      objects.set(responseKey(node), {
        node,
        optional,
        declared: field.type,
        selections: [...node.selectionSet.selections],
      });
  }
  for (const { node, optional, declared, selections } of objects.values()) {
    const named = getNamedType(declared);
    if (isCompositeType(named))
      put(node, optional || opened.objectsOptional, objectsType(context, declared, named, selections));
  }
  return found;
}

const metaFields: Readonly<Record<string, { readonly type: GraphQLOutputType }>> = {
  __schema: SchemaMetaFieldDef,
  __type: TypeMetaFieldDef,
};

/** Opens spreads until only fields are left. */
function open(
  context: ResultContext,
  parent: GraphQLObjectType,
  pieces: readonly Piece[],
): { readonly fields: readonly FieldPiece[]; readonly objectsOptional: boolean } {
  const queue = [...pieces];
  const fields: FieldPiece[] = [];
  let objectsOptional = false;
  for (const piece of queue) {
    if (piece.kind === 'field') fields.push(piece);
    else if (piece.kind === 'mark') objectsOptional ||= isConditional([piece.directive]);
    else if (applies(context, parent, piece.onType)) {
      const { always, conditional } = flatten(context, parent, piece.selections);
      for (const name of [parent.name, ...parent.getInterfaces().map((type) => type.name)])
        queue.push(...(always.get(name) ?? []));
      for (const byType of conditional)
        queue.push(...(byType.get(parent.name) ?? []).filter((it) => it.kind !== 'mark' && it.within !== undefined));
    }
  }
  return { fields, objectsOptional };
}

function applies({ schema }: ResultContext, parent: GraphQLObjectType, onType: string): boolean {
  const type = schema.getType(onType);
  if (parent.name === onType) return true;
  if (isUnionType(type)) return type.getTypes().includes(parent);
  return parent.getInterfaces().some(({ name }) => name === onType);
}

function typenameType({ interner }: ResultContext, parent: GraphQLObjectType): ResultType {
  const leaf = new Set([parent.name]);
  return { id: interner.id(leafKey(leaf)), type: new GraphQLNonNull(parent), leaf };
}

function leafType(context: ResultContext, declared: GraphQLOutputType): ResultType {
  const named = getNamedType(declared);
  const leaf = isLeafType(named) ? leafText(named, context.scalars) : named.name;
  const id = wrapped(
    context.interner,
    declared,
    context.interner.id(leafKey(leaf)),
    leaf === 'unknown' || leaf === 'any',
  );
  return { id, type: declared, leaf };
}

/** The id with the declared type's lists and nulls around it. `unknown` has null in it already. */
function wrapped(interner: Interner, type: GraphQLOutputType, inner: number, absorbsNull: boolean): number {
  const bare = isNonNullType(type) ? type.ofType : type;
  const id = isListType(bare) ? interner.id(`[${wrapped(interner, bare.ofType, inner, absorbsNull)}]`) : inner;
  return bare !== type || (absorbsNull && !isListType(bare)) ? id : interner.id(`${id}|null`);
}

function responseKey(node: FieldNode): string {
  return (node.alias ?? node.name).value;
}
