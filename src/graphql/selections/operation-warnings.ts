import {
  type ASTNode,
  type FieldNode,
  type GraphQLSchema,
  getNamedType,
  isIntrospectionType,
  isScalarType,
  TokenKind,
} from 'graphql';
import { asConnection, uncertainArguments } from '../connection.ts';
import { isListField } from '../fields.ts';
import { errorLists } from '../mutations.ts';
import type { ExecutableOperation } from '../parse-operations.ts';
import { placeOf, type SourcePlace } from '../place.ts';
import { hasPayload } from './mutations-in.ts';
import { readSelection, type SelectedField, type Selection, selects } from './read-selection.ts';

/** A remark on a valid operation that may not do what its author expects. */
export type Warning = {
  /** The problem, and what to do. */
  readonly message: string;
  /** The place in the operation. */
  readonly place: SourcePlace;
  /** The name of the operation. */
  readonly operation: string;
};

/** Finds operations that may read only a part of a list, miss user errors or change large integers. */
export function findWarnings(
  schema: GraphQLSchema,
  operations: readonly Pick<ExecutableOperation, 'name' | 'node' | 'fragments'>[],
  typed: Readonly<Record<string, unknown>> = {},
): readonly Warning[] {
  const always = [unreadErrors, largeScalars(typed)];
  return operations.flatMap(({ name: operation, node, fragments }) => {
    // The lists in a mutation's payload are not read as whole lists.
    const checks = hasReason(node) || node.operation === 'mutation' ? always : [partialList, ...always];
    const found = checks.map(() => new Map<FieldNode, string>());
    const seen = new Set<Selection>();
    const visit = (selection: Selection | undefined): void => {
      if (selection === undefined || seen.has(selection) || isIntrospectionType(selection.type)) return;
      seen.add(selection);
      for (const field of selection.groups.flatMap(({ fields }) => fields)) {
        checks.forEach((check, index) => {
          const message = check(field, schema);
          if (message !== undefined) found[index]?.set(field.nodes[0], message);
        });
        visit(field.below);
      }
    };
    visit(readSelection({ schema, fragments }, node));
    return found.flatMap((its) => [...its].map(([at, message]) => ({ message, place: placeOf(at), operation })));
  });
}

const SIXTY_FOUR_BITS = /int64|^long |bigint|\b64.?bits?\b/i;

/** Warns once of each scalar that may hold integers which `JSON.parse` changes. Scalars with a TypeScript type were decided on. */
function largeScalars(typed: Readonly<Record<string, unknown>>) {
  const known = new Set(Object.keys(typed));
  return ({ definition }: SelectedField): string | undefined => {
    const scalar = getNamedType(definition.type);
    if (!isScalarType(scalar) || known.has(scalar.name)) return undefined;
    known.add(scalar.name);
    if (!SIXTY_FOUR_BITS.test(`${scalar.name} ${scalar.description ?? ''}`)) return undefined;
    return `${scalar.name} may hold integers beyond 2^53, which change without the client's option \`largeIntegers\`.`;
  };
}

/** Warns of a list that may not be read whole: a connection without `pageInfo`, or an argument or default that may leave items out. */
function partialList({ owner, definition, nodes, below }: SelectedField): string | undefined {
  const { name } = definition;
  const connection = asConnection(definition.type);
  if (connection === undefined && !isListField(definition)) return undefined;
  const isPaged = connection !== undefined && below !== undefined && selects(below, 'pageInfo');
  if (connection !== undefined && below !== undefined) {
    if (!selects(below, 'nodes', 'edges')) return undefined;
    if (connection.pageInfo && !isPaged)
      return `${owner.name}.${name} has pages, and \`pageInfo\` is not selected, so this may be a part of the list. Select it, or say ${whyEnough}`;
  }
  const isGiven = (argument: string) => nodes[0].arguments?.some((it) => it.name.value === argument) ?? false;
  const [argument] = uncertainArguments(definition, isPaged, isGiven);
  if (argument === undefined) return undefined;
  return isPaged
    ? `${owner.name}.${name} gives \`${argument.name}\` a default, so this may be a part of the list. Give it a value, or say ${whyEnough}`
    : `${owner.name}.${name} may be cut off by \`${argument.name}\`, so this may be a part of the list. Say ${whyEnough}`;
}

const whyEnough = 'in a comment why one page is enough: # one page: <reason>';
const reason = /^\s*one[ -]page:\s*\S/i;

export function hasReason({ loc }: ASTNode): boolean {
  for (let token = loc?.startToken.prev; token?.kind === TokenKind.COMMENT; token = token.prev)
    if (reason.test(token.value)) return true;
  for (let token = loc?.startToken.next; token && token !== loc?.endToken; token = token.next)
    if (token.kind === TokenKind.COMMENT && reason.test(token.value)) return true;
  return false;
}

function unreadErrors(field: SelectedField, schema: GraphQLSchema): string | undefined {
  const { definition, below } = field;
  if (below === undefined || !hasPayload(field, schema)) return undefined;
  const lists = errorLists(below.type);
  const [list] = lists;
  if (list === undefined || selects(below, ...lists.map(({ name }) => name))) return undefined;
  return `${definition.name} answers with \`${list.name}\`, which is not selected, so a refusal may look like a success. Select \`${list.name} { message }\`.`;
}
