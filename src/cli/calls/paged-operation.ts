import { type GraphQLSchema, print } from 'graphql';
import { orList } from '../../base/words.ts';
import { findConnections } from '../../codegen/output/selected-connections.ts';
import type { ExecutableOperation } from '../../graphql/parse-operations.ts';
import { readSelection, type Selection } from '../../graphql/selections/read-selection.ts';
import { type ConnectionInfo, type ControlClient, TypedOperation } from '../../index.ts';
import { usageError } from '../exit.ts';
import { nodesOf } from './listing.ts';

export interface PagedOperation {
  readonly path: string;
  readonly info: ConnectionInfo;
  /** The paths of the selected values of an item. */
  readonly fields: readonly (readonly string[])[];
}

/** Finds the connection to page through: the named or the only one. */
export function pagedOperation(
  schema: GraphQLSchema,
  { node, fragments }: ExecutableOperation,
  named: string | undefined,
): PagedOperation {
  const selection = readSelection({ schema, fragments }, node);
  const connections = findConnections(selection, '');
  const paths = [...connections.keys()];
  const path = named ?? (paths.length === 1 ? paths[0] : undefined);
  const info = path === undefined ? undefined : connections.get(path)?.info;
  if (path !== undefined && info !== undefined) return { path, info, fields: fieldsOf(selection, info) };
  throw usageError(
    paths.length === 0
      ? 'The operation has no connection to page through: select pageInfo { hasNextPage endCursor } beside its nodes, and bind a variable to its argument after.'
      : `${named === undefined ? 'The operation has several connections' : `The operation has no connection “${named}”`}: pass \`--connection\` with ${orList(paths)}.`,
  );
}

export function pagesOf(
  client: ControlClient,
  { name, document }: ExecutableOperation,
  { path: connection, info }: PagedOperation,
  variables: Readonly<Record<string, unknown>>,
  how: { readonly signal: AbortSignal; readonly prefetch: boolean },
): AsyncIterable<readonly unknown[]> {
  const facts = { name, kind: 'query', connections: { [connection]: info } } as const;
  const operation = new TypedOperation<unknown, object, Record<string, unknown>>(print(document), facts);
  return nodesOf(client.paginate(operation, variables, { ...how, connection }).pages());
}

/** The paths of the selected values, relative to an item. */
function fieldsOf(selection: Selection | undefined, { path, items }: ConnectionInfo): readonly (readonly string[])[] {
  const start = [...path, ...items];
  const leaves = leavesOf(selection, start);
  return leaves.length === 0 ? [[]] : leaves.map((leaf) => leaf.slice(start.length));
}

/** The paths of the leaves below a start, without `__typename`. */
function leavesOf(
  selection: Selection | undefined,
  [next, ...start]: readonly string[],
): readonly (readonly string[])[] {
  const found = new Map<string, readonly string[]>();
  for (const { key, definition, below } of selection?.groups.flatMap(({ fields }) => fields) ?? []) {
    if (definition.name === '__typename' || (next !== undefined && key !== next)) continue;
    for (const rest of below ? leavesOf(below, start) : [[]]) found.set([key, ...rest].join('.'), [key, ...rest]);
  }
  return [...found.values()];
}
