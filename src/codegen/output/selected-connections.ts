import {
  type FieldNode,
  type GraphQLCompositeType,
  type GraphQLOutputType,
  getNamedType,
  isAbstractType,
  isCompositeType,
  isListType,
  isNonNullType,
  isNullableType,
  Kind,
} from 'graphql';
import type { SelectionContext } from '../../graphql/selections/collect-fields.ts';
import { idOf } from '../../graphql/selections/node-id.ts';
import { type SelectedField, selectedFields } from '../../graphql/selections/selected-fields.ts';
import type { ConnectionInfo } from '../../index.ts';
import type { NamedOperation } from './definitions.ts';

/** A pageable connection of an operation, and the TypeScript type of its nodes in terms of the operation's result. */
export interface SelectedConnection {
  readonly info: ConnectionInfo;
  readonly nodeType: string;
}

/** Reads a member that not every variant of a union has. Part of the output only if a node type needs it. */
export const memberHelper = `/** A member that only some variants of a result have, without null. */
type Member<T, Key> = T extends unknown ? (Key extends keyof T ? NonNullable<T[Key]> : never) : never;`;

/**
 * Finds an operation's pageable connections by dotted path of response keys: fields that select `nodes` or
 * `edges { node }` and a whole `pageInfo`, and bind the matching cursor argument to a variable. Lists are not entered,
 * since a path through one would name many connections at once.
 */
export function findConnections(
  context: SelectionContext,
  operation: NamedOperation,
  resultType: string,
): ReadonlyMap<string, SelectedConnection> {
  const root = context.schema.getRootType(operation.operation);
  const found = new Map<string, SelectedConnection | 'ambiguous'>();
  if (root) visit({ context, found, barren: new Set(), visited: new Set() }, root, [operation], [], resultType);
  return new Map([...found].flatMap(([path, it]) => (it === 'ambiguous' ? [] : [[path, it] as const])));
}

interface Search {
  readonly context: SelectionContext;
  readonly found: Map<string, SelectedConnection | 'ambiguous'>;
  /** Selections without a connection: there is nothing to find on any other way to them. */
  readonly barren: Set<string>;
  /** Selections that were visited on a path. */
  readonly visited: Set<string>;
}

/** Returns whether there is a connection below. */
function visit(
  search: Search,
  type: GraphQLCompositeType,
  parents: readonly (NamedOperation | FieldNode)[],
  path: readonly string[],
  typeText: string,
): boolean {
  const selections = `${type.name} ${parents.map(idOf).sort()}`;
  if (search.barren.has(selections)) return false;
  const way = `${selections} ${typeText}`;
  if (search.visited.has(way)) return true;
  search.visited.add(way);
  let isFound = false;
  for (const fields of selectedFields(search.context, type, parents)) {
    for (const field of fields) {
      const inner = getNamedType(field.type);
      if (isList(field.type) || !isCompositeType(inner)) continue;
      const fieldPath = [...path, field.key];
      const fieldText = memberText(typeText, field, isAbstractType(type));
      for (const selection of selectedFields(search.context, inner, field.nodes)) {
        const connection = readConnection(
          search.context,
          field,
          selection,
          fieldPath,
          fieldText,
          isAbstractType(inner),
        );
        if (!connection) continue;
        isFound = true;
        note(search.found, fieldPath.join('.'), connection);
      }
      if (visit(search, inner, field.nodes, fieldPath, fieldText)) isFound = true;
    }
  }
  if (!isFound) search.barren.add(selections);
  return isFound;
}

/** Variants of a union may page differently under one response key; then no single description applies. */
function note(found: Search['found'], path: string, connection: SelectedConnection): void {
  const known = found.get(path);
  const same = known === undefined || JSON.stringify(known) === JSON.stringify(connection);
  found.set(path, same ? connection : 'ambiguous');
}

function readConnection(
  context: SelectionContext,
  field: SelectedField,
  selection: readonly SelectedField[],
  path: readonly string[],
  typeText: string,
  loose: boolean,
): SelectedConnection | undefined {
  const page = readPage(context, field, selection);
  const items = readItems(context, selection, typeText, loose);
  return page && items && { info: { path, items: items.keys, ...page }, nodeType: items.nodeType };
}

const directions = [
  { direction: 'forward', argument: 'after', hasMore: 'hasNextPage', cursor: 'endCursor' },
  { direction: 'backward', argument: 'before', hasMore: 'hasPreviousPage', cursor: 'startCursor' },
] as const;

function readPage(
  context: SelectionContext,
  field: SelectedField,
  selection: readonly SelectedField[],
): Pick<ConnectionInfo, 'direction' | 'pageInfo' | 'cursorVariable'> | undefined {
  for (const { direction, argument, hasMore, cursor } of directions) {
    const cursorVariable = boundVariable(field, argument);
    if (cursorVariable === undefined) continue;
    for (const info of selection.filter(({ name, type }) => name === 'pageInfo' && !isList(type))) {
      const type = getNamedType(info.type);
      const members = isCompositeType(type) ? (selectedFields(context, type, info.nodes)[0] ?? []) : [];
      const more = members.find(({ name }) => name === hasMore);
      const next = members.find(({ name }) => name === cursor);
      if (more && next)
        return { direction, pageInfo: { key: info.key, hasMore: more.key, cursor: next.key }, cursorVariable };
    }
  }
  return undefined;
}

function boundVariable({ nodes }: SelectedField, argument: string): string | undefined {
  const value = nodes[0].arguments?.find(({ name }) => name.value === argument)?.value;
  return value?.kind === Kind.VARIABLE ? value.name.value : undefined;
}

function readItems(
  context: SelectionContext,
  selection: readonly SelectedField[],
  typeText: string,
  loose: boolean,
): { readonly keys: ConnectionInfo['items']; readonly nodeType: string } | undefined {
  const nodes = selection.find(({ name, type }) => name === 'nodes' && isList(type));
  if (nodes) return { keys: [nodes.key], nodeType: itemText(typeText, nodes, loose) };
  const edges = selection.find(({ name, type }) => name === 'edges' && isList(type));
  const edge = edges && getNamedType(edges.type);
  if (!edges || !isCompositeType(edge)) return undefined;
  const node = (selectedFields(context, edge, edges.nodes)[0] ?? []).find(({ name }) => name === 'node');
  if (!node) return undefined;
  const edgeText = itemText(typeText, edges, loose);
  return { keys: [edges.key, node.key], nodeType: memberText(edgeText, node, isAbstractType(edge)) };
}

/** The type of a field, without null, in terms of the type it is selected on. */
function memberText(on: string, field: SelectedField, loose: boolean): string {
  if (loose) return `Member<${on}, '${field.key}'>`;
  const member = `${on}['${field.key}']`;
  return field.optional || isNullableType(field.type) ? `NonNullable<${member}>` : member;
}

/** The type of a list's items, without null, in terms of the type that the list is selected on. */
function itemText(on: string, field: SelectedField, loose: boolean): string {
  const list = isNonNullType(field.type) ? field.type.ofType : field.type;
  const item = `${memberText(on, field, loose)}[number]`;
  return isListType(list) && isNullableType(list.ofType) ? `NonNullable<${item}>` : item;
}

function isList(type: GraphQLOutputType): boolean {
  return isListType(isNonNullType(type) ? type.ofType : type);
}
