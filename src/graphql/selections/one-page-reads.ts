import {
  type ASTNode,
  type FieldNode,
  type GraphQLCompositeType,
  type GraphQLSchema,
  getNamedType,
  isCompositeType,
  type OperationDefinitionNode,
  TokenKind,
} from 'graphql';
import { asConnection } from '../connection.ts';
import type { ExecutableOperation } from '../parse-operations.ts';
import { placeOf, type SourcePlace } from '../place.ts';
import { alikeMembers } from './alike-members.ts';
import type { SelectionContext, SelectionParent } from './collect-fields.ts';
import { idOf } from './node-id.ts';
import { describeFields, selectedFields, unconditional } from './selected-fields.ts';
import { limitSelections } from './selection-limit.ts';

/** An operation that reads one page of a list and cannot know whether there are more. */
export interface OnePageRead {
  readonly message: string;
  readonly place: SourcePlace;
  readonly operation: string;
}

/**
 * Finds the lists that the schema can page and that an operation reads without `pageInfo`, so that one page may be taken for
 * the whole list. A comment `# one page: <reason>` in or above the operation says that this is meant.
 *
 * @throws {OperationsError} if an operation leads to too many different selections.
 */
export function findOnePageReads(
  schema: GraphQLSchema,
  operations: readonly Pick<ExecutableOperation, 'name' | 'node' | 'fragments'>[],
): readonly OnePageRead[] {
  return operations.flatMap((operation) => {
    const root = schema.getRootType(operation.node.operation);
    if (root == null || hasReason(operation.node)) return [];
    const found = new Map<FieldNode, string>();
    const { node, fragments } = operation;
    const search = {
      operation: node,
      context: { schema, fragments },
      found,
      seen: new Set<string>(),
      paged: new Map(),
    };
    visit(search, root, [node]);
    return [...found].map(([at, field]) => ({
      message: `${field} has pages, and \`pageInfo\` is not selected, so this may be a part of the list. Select it, or say in a comment why one page is enough: # one page: <reason>`,
      place: placeOf(at),
      operation: operation.name,
    }));
  });
}

interface Search {
  readonly operation: OperationDefinitionNode;
  readonly context: SelectionContext;
  readonly found: Map<FieldNode, string>;
  /** The selections that were visited: nested fragments lead to the same one many times. */
  readonly seen: Set<string>;
  /** Whether a type has pages, once for each. */
  readonly paged: Map<GraphQLCompositeType, boolean>;
}

function visit(search: Search, type: GraphQLCompositeType, parents: readonly SelectionParent[]): void {
  const key = [type.name, ...parents.map(idOf).sort()].join(' ');
  if (search.seen.has(key)) return;
  search.seen.add(key);
  limitSelections(search.seen.size, search.operation);
  for (const { objects, fields } of alikeMembers(search.context, type, unconditional(parents)))
    for (const field of describeFields(objects[0], fields)) {
      const inner = getNamedType(field.type);
      if (!isCompositeType(inner)) continue;
      const owner = objects.at(-1) ?? objects[0];
      if (isOnePage(search, inner, field.nodes)) search.found.set(field.nodes[0], `${owner.name}.${field.name}`);
      visit(search, inner, field.nodes);
    }
}

/** Whether a selection reads the items of a connection that has `pageInfo`, but not its `pageInfo`. */
function isOnePage({ context, paged }: Search, type: GraphQLCompositeType, nodes: readonly SelectionParent[]): boolean {
  const hasPages = paged.get(type) ?? asConnection(type)?.pageInfo !== undefined;
  paged.set(type, hasPages);
  if (!hasPages) return false;
  const names = new Set(selectedFields(context, type, nodes).flatMap((fields) => fields.map(({ name }) => name)));
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
