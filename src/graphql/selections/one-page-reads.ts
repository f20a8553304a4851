import {
  type ASTNode,
  type FieldNode,
  type GraphQLCompositeType,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isCompositeType,
  type OperationDefinitionNode,
  TokenKind,
} from 'graphql';
import { asConnection, type Connection } from '../connection.ts';
import { type Field, isListField } from '../fields.ts';
import type { ExecutableOperation } from '../parse-operations.ts';
import { placeOf } from '../place.ts';
import { uncertainArguments } from '../uncertain-arguments.ts';
import { alikeMembers } from './alike-members.ts';
import type { SelectionContext, SelectionParent } from './collect-fields.ts';
import { idOf } from './node-id.ts';
import type { Warning } from './operation-warnings.ts';
import { describeFields, selectedFields, unconditional } from './selected-fields.ts';
import { limitSelections } from './selection-limit.ts';

/**
 * Finds the lists of which an operation may read a part and take it for the whole: they have pages and it does not select
 * `pageInfo`, or an argument may cut them off. A comment `# one page: <reason>` in or above the operation says that this is meant.
 *
 * @throws {OperationsError} if an operation leads to too many different selections.
 */
export function findOnePageReads(
  schema: GraphQLSchema,
  operations: readonly Pick<ExecutableOperation, 'name' | 'node' | 'fragments'>[],
): readonly Warning[] {
  const connections = new Map<GraphQLNamedType, Connection | undefined>();
  return operations.flatMap((operation) => {
    const root = schema.getRootType(operation.node.operation);
    if (root == null || hasReason(operation.node)) return [];
    const found = new Map<FieldNode, string>();
    const { node, fragments } = operation;
    const search = { operation: node, context: { schema, fragments }, found, seen: new Set<string>(), connections };
    visit(search, root, [node]);
    return [...found].map(([at, message]) => ({
      message,
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
  /** Each type that was read as a connection, once. */
  readonly connections: Map<GraphQLNamedType, Connection | undefined>;
}

function visit(search: Search, type: GraphQLCompositeType, parents: readonly SelectionParent[]): void {
  const key = [type.name, ...parents.map(idOf).sort()].join(' ');
  if (search.seen.has(key)) return;
  search.seen.add(key);
  limitSelections(search.seen.size, search.operation);
  for (const { objects, fields } of alikeMembers(search.context, type, unconditional(parents))) {
    const owner = objects.at(-1) ?? objects[0];
    const definitions = owner.getFields();
    for (const field of describeFields(objects[0], fields)) {
      const definition = definitions[field.name];
      const sign = definition && signOfPart(search, definition, field.nodes);
      if (sign !== undefined) search.found.set(field.nodes[0], `${owner.name}.${field.name} ${sign}`);
      const inner = getNamedType(field.type);
      if (isCompositeType(inner)) visit(search, inner, field.nodes);
    }
  }
}

/** The sentence that says why the items which a selection reads may be a part of the list; undefined where they are not. */
function signOfPart({ context, connections }: Search, field: Field, nodes: readonly FieldNode[]): string | undefined {
  const type = getNamedType(field.type);
  const connection = connections.has(type) ? connections.get(type) : asConnection(type);
  connections.set(type, connection);
  if (connection === undefined && !isListField(field)) return undefined;
  if (connection !== undefined && isCompositeType(type)) {
    const fields = selectedFields(context, type, nodes).flat();
    const selects = (...names: readonly string[]) => fields.some(({ name }) => names.includes(name));
    if (!selects('nodes', 'edges') || selects('pageInfo')) return undefined;
    if (connection.pageInfo)
      return `has pages, and \`pageInfo\` is not selected, so this may be a part of the list. Select it, or say ${whyEnough}`;
  }
  const isGiven = (name: string) => nodes.some((node) => node.arguments?.some((it) => it.name.value === name));
  const [argument] = uncertainArguments(field, isGiven);
  return argument && `may be cut off by \`${argument.name}\`, so this may be a part of the list. Say ${whyEnough}`;
}

const whyEnough = 'in a comment why one page is enough: # one page: <reason>';
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
