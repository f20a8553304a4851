import {
  type DirectiveNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type FragmentSpreadNode,
  type GraphQLCompositeType,
  type GraphQLObjectType,
  type GraphQLSchema,
  type InlineFragmentNode,
  isAbstractType,
  isCompositeType,
  isInterfaceType,
  isObjectType,
  isUnionType,
  Kind,
  type SelectionNode,
} from 'graphql';

/*
 * Which fields a selection gives each possible type. This follows the steps of `typescript-operations` one by one, its
 * gaps included (it leaves out some doubly nested fragments on abstract types), because the question here is what the
 * *generated* types become, not what the server will answer.
 */

/** A field as one possible type selects it. `within` holds the directives of the fragments around it that count. */
export interface FieldPiece {
  readonly kind: 'field';
  readonly node: FieldNode;
  readonly within: readonly DirectiveNode[] | undefined;
}

/** A fragment spread that applies to one possible type, not yet opened. */
export interface SpreadPiece {
  readonly kind: 'spread';
  readonly onType: string;
  readonly selections: readonly Selected[];
  readonly within: readonly DirectiveNode[];
}

/** A directive on an inline fragment, which makes the objects beside it optional. */
interface MarkPiece {
  readonly kind: 'mark';
  readonly directive: DirectiveNode;
}

export type Piece = FieldPiece | SpreadPiece | MarkPiece;
type PiecesByType = Map<string, Piece[]>;

/** A selection on its way to a possible type, with the directives of the spread it came through. */
export interface Selected {
  readonly node: SelectionNode;
  readonly within?: readonly DirectiveNode[];
}

/** What all possible types get, and apart from that what each conditional fragment adds. */
export interface FlatSelection {
  readonly always: ReadonlyMap<string, readonly Piece[]>;
  readonly conditional: readonly ReadonlyMap<string, readonly Piece[]>[];
}

/** A schema, and the fragments of the operation that is looked at. */
export interface SelectionContext {
  readonly schema: GraphQLSchema;
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
}

/** Whether a field or fragment may be left out at run time. */
export function isConditional(directives: readonly DirectiveNode[] | undefined): boolean {
  return directives?.some(({ name }) => name.value === 'skip' || name.value === 'include') ?? false;
}

/** The object types behind a composite type. */
export function possibleTypes(schema: GraphQLSchema, type: unknown): readonly GraphQLObjectType[] {
  if (isObjectType(type)) return [type];
  return isAbstractType(type) ? schema.getPossibleTypes(type) : [];
}

/** Sorts a selection by the possible types it applies to. */
export function flatten(
  context: SelectionContext,
  parent: GraphQLCompositeType,
  selections: readonly Selected[],
): FlatSelection {
  const fields: Selected[] = [];
  const plain: InlineGroup[] = [];
  const spreads: FragmentSpreadNode[] = [];
  const conditional: PiecesByType[] = [];
  const conditionalSpreads: FragmentSpreadNode[] = [];
  for (const { node, within } of selections) {
    if (node.kind === Kind.FIELD) fields.push(within === undefined ? { node } : { node, within });
    else if (node.kind === Kind.FRAGMENT_SPREAD)
      (isConditional(node.directives) ? conditionalSpreads : spreads).push(node);
    else if (!isConditional(node.directives)) plain.push(inlineGroup(node));
    else {
      const pieces: PiecesByType = new Map();
      collect(context, parent, [inlineGroup(node)], pieces);
      conditional.push(pieces);
    }
  }
  if (fields.length > 0) plain.push({ on: parent.name, directives: [], selections: fields });
  const always: PiecesByType = new Map();
  collect(context, parent, plain, always);
  for (const [type, pieces] of spreadPieces(context, spreads)) append(always, type, pieces);
  for (const spread of conditionalSpreads)
    for (const [type, pieces] of spreadPieces(context, [spread])) conditional.push(new Map([[type, pieces]]));
  return { always, conditional };
}

interface InlineGroup {
  readonly on: string | undefined;
  readonly directives: readonly DirectiveNode[];
  readonly selections: readonly Selected[];
}

function inlineGroup(node: InlineFragmentNode): InlineGroup {
  return {
    on: node.typeCondition?.name.value,
    directives: node.directives ?? [],
    selections: node.selectionSet.selections.map((selection) => ({ node: selection })),
  };
}

function append(into: PiecesByType, type: string, pieces: readonly Piece[] | undefined): void {
  into.set(type, [...(into.get(type) ?? []), ...(pieces ?? [])]);
}

function collect(
  context: SelectionContext,
  parent: GraphQLCompositeType,
  groups: readonly InlineGroup[],
  into: PiecesByType,
): void {
  for (const group of groups) {
    const on = group.on === undefined ? parent : context.schema.getType(group.on);
    const fields = fieldPieces(group.selections, undefined);
    const marked = fieldPieces(group.selections, group.directives);
    const inlines = group.selections.flatMap(({ node }) =>
      node.kind === Kind.INLINE_FRAGMENT ? [inlineGroup(node)] : [],
    );
    const spreads = spreadPieces(
      context,
      group.selections.flatMap(({ node }) => (node.kind === Kind.FRAGMENT_SPREAD ? [node] : [])),
    );
    const give = (type: string, pieces: readonly Piece[]): void => {
      append(into, type, pieces);
      append(into, type, spreads.get(type));
    };
    if (!isCompositeType(on)) continue;
    if (isObjectType(parent)) {
      if (isObjectType(on)) {
        give(on.name, marked);
        append(
          into,
          on.name,
          group.directives.map((directive) => ({ kind: 'mark', directive })),
        );
        collect(context, on, inlines, into);
      } else if (isInterfaceType(on) && parent.getInterfaces().includes(on)) {
        give(parent.name, fields);
        collect(context, on, inlines, into);
      }
      continue;
    }
    const possible = possibleTypes(context.schema, parent);
    if (isObjectType(on) && possible.includes(on)) {
      give(on.name, isUnionType(parent) ? marked : fields);
      collect(context, on, inlines, into);
    } else if (isInterfaceType(parent) && on.name === parent.name) {
      for (const type of possible) give(type.name, fields);
      collect(context, on, inlines, into);
    } else if (isUnionType(parent) && isInterfaceType(on)) {
      const matching = possible.filter((type) => context.schema.isSubType(on, type));
      for (const type of matching) give(type.name, fields);
      if (matching.length > 0) collect(context, on, inlines, into);
    } else {
      const applies = (type: GraphQLObjectType): boolean =>
        isUnionType(parent) || type === on || (isAbstractType(on) && context.schema.isSubType(on, type));
      for (const type of possible.filter(applies)) give(type.name, fields);
    }
  }
}

function fieldPieces(selections: readonly Selected[], around: readonly DirectiveNode[] | undefined): FieldPiece[] {
  return selections.flatMap(({ node, within }) => {
    if (node.kind !== Kind.FIELD) return [];
    return [{ kind: 'field', node, within: around === undefined ? within : [...(within ?? []), ...around] }];
  });
}

function spreadPieces(context: SelectionContext, spreads: readonly FragmentSpreadNode[]): PiecesByType {
  const byType: PiecesByType = new Map();
  for (const spread of spreads) {
    const fragment = context.fragments.get(spread.name.value);
    if (fragment === undefined) continue;
    const within = spread.directives ?? [];
    const onType = fragment.typeCondition.name.value;
    const selections = fragment.selectionSet.selections.map((node) =>
      node.kind === Kind.FIELD ? { node, within } : { node },
    );
    for (const type of possibleTypes(context.schema, context.schema.getType(onType)))
      append(byType, type.name, [{ kind: 'spread', onType, selections, within }]);
  }
  return byType;
}
