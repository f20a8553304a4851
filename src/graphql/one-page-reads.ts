import {
  type ASTNode,
  type FieldNode,
  type GraphQLCompositeType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isCompositeType,
  TokenKind,
} from 'graphql';
import { type SelectedField, type SelectionContext, type SelectionParent, selectedFields } from './collect-fields.ts';
import { asConnection } from './connection.ts';
import { idOf } from './node-id.ts';
import type { ExecutableOperation } from './parse-operations.ts';
import { placeOf, type SourcePlace } from './place.ts';

/** An operation that reads one page of a list and cannot know whether there are more. */
export interface OnePageRead {
  readonly message: string;
  readonly place: SourcePlace;
  readonly operation: string;
}

/**
 * Finds the lists that the schema can page and that an operation reads without `pageInfo`, so that one page may be taken for
 * the whole list. A comment `# one page: <reason>` in or above the operation says that this is meant.
 */
export function findOnePageReads(
  schema: GraphQLSchema,
  operations: readonly Pick<ExecutableOperation, 'name' | 'node' | 'fragments'>[],
): readonly OnePageRead[] {
  return operations.flatMap((operation) => {
    const root = schema.getRootType(operation.node.operation);
    if (root == null || hasReason(operation.node)) return [];
    const found = new Map<FieldNode, string>();
    visit({ context: { schema, fragments: operation.fragments }, found, seen: new Set() }, root, [operation.node]);
    return [...found].map(([node, field]) => ({
      message: `${field} has pages, and \`pageInfo\` is not selected, so this may be a part of the list. Select it, or say in a comment why one page is enough: # one page: <reason>`,
      place: placeOf(node),
      operation: operation.name,
    }));
  });
}

interface Search {
  readonly context: SelectionContext;
  readonly found: Map<FieldNode, string>;
  /** The selections that were visited: nested fragments lead to the same one many times. */
  readonly seen: Set<string>;
}

function visit(search: Search, type: GraphQLCompositeType, parents: readonly SelectionParent[]): void {
  const key = [type.name, ...parents.map(idOf).sort()].join(' ');
  if (search.seen.has(key)) return;
  search.seen.add(key);
  const possible = isAbstractType(type) ? search.context.schema.getPossibleTypes(type) : [type];
  for (const object of possible)
    for (const fields of selectedFields(search.context, object, parents))
      for (const field of fields) {
        const inner = getNamedType(field.type);
        if (!isCompositeType(inner)) continue;
        if (isOnePage(search.context, field)) search.found.set(field.nodes[0], `${object.name}.${field.name}`);
        visit(search, inner, field.nodes);
      }
}

/** Whether a selection reads the items of a connection that has `pageInfo`, but not its `pageInfo`. */
function isOnePage(context: SelectionContext, { type, nodes }: SelectedField): boolean {
  const named = getNamedType(type);
  if (asConnection(type)?.pageInfo === undefined || !isCompositeType(named)) return false;
  const names = new Set(selectedFields(context, named, nodes).flatMap((fields) => fields.map(({ name }) => name)));
  return (names.has('nodes') || names.has('edges')) && !names.has('pageInfo');
}

const reason = /^\s*one[ -]page:\s*\S/i;

/** Whether a comment in the operation, or directly above it, gives a reason for reading one page. */
function hasReason({ loc }: ASTNode): boolean {
  if (loc === undefined) return false;
  for (let token = loc.startToken.prev; token?.kind === TokenKind.COMMENT; token = token.prev)
    if (reason.test(token.value)) return true;
  for (let token = loc.startToken.next; token && token !== loc.endToken; token = token.next)
    if (token.kind === TokenKind.COMMENT && reason.test(token.value)) return true;
  return false;
}
