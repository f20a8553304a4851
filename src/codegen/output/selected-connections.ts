import {
  getNamedType,
  getNullableType,
  isAbstractType,
  isInputObjectType,
  isListType,
  isNullableType,
  Kind,
} from 'graphql';
import { isListField } from '../../graphql/fields.ts';
import type { SelectedField, Selection } from '../../graphql/selections/read-selection.ts';
import type { ConnectionInfo } from '../../index.ts';

/** A pageable connection, and the TypeScript type of its nodes in terms of the operation's result. */
export interface SelectedConnection {
  readonly info: ConnectionInfo;
  readonly nodeType: string;
}

/** The type of a member that only some members of a union have. Printed only if a node type needs it. */
export const memberHelper = `/** A member that only some variants of a result have, without null. */
type Member<T, Key> = T extends unknown ? (Key extends keyof T ? NonNullable<T[Key]> : never) : never;`;

/**
 * Finds pageable connections by the dotted path of response keys. The field selects `nodes` or `edges { node }` and the matching part of
 * `pageInfo`, and binds the cursor argument to a variable. A path through a list would be many connections.
 */
export function findConnections(
  selection: Selection | undefined,
  resultType: string,
): ReadonlyMap<string, SelectedConnection> {
  const found = new Map<string, SelectedConnection>();
  if (selection === undefined) return found;
  for (const [path, connection] of connectionsIn(selection, new Map()))
    if (connection !== undefined)
      found.set(path, { ...connection, nodeType: connection.nodeType.replace(parentMark, () => resultType) });
  return found;
}

/** A placeholder for the type of the selection that a path begins at. No name contains it. */
const parentMark = '\u0000';

/** Connections by path; undefined at a path where possible types have different ones. */
type Found = ReadonlyMap<string, SelectedConnection | undefined>;

/** @param known - The connections of each selection that was read, since many fields may share one. */
function connectionsIn(selection: Selection, known: Map<Selection, Found>): Found {
  const before = known.get(selection);
  if (before !== undefined) return before;
  const found = new Map<string, SelectedConnection | undefined>();
  const note = (path: string, connection: SelectedConnection | undefined): void => {
    const agrees = !found.has(path) || JSON.stringify(found.get(path)) === JSON.stringify(connection);
    found.set(path, agrees ? connection : undefined);
  };
  for (const field of selection.groups.flatMap(({ fields }) => fields)) {
    const { key, below, definition } = field;
    if (below === undefined || isListField(definition)) continue;
    const fieldText = memberText(parentMark, field, isAbstractType(selection.type));
    for (const { fields } of below.groups) {
      const connection = readConnection(field, fields, fieldText, isAbstractType(below.type));
      if (connection !== undefined) note(key, connection);
    }
    for (const [path, connection] of connectionsIn(below, known))
      note(
        `${key}.${path}`,
        connection && {
          info: { ...connection.info, path: [key, ...connection.info.path] },
          nodeType: connection.nodeType.replace(parentMark, () => fieldText),
        },
      );
  }
  known.set(selection, found);
  return found;
}

function readConnection(
  field: SelectedField,
  selection: readonly SelectedField[],
  typeText: string,
  loose: boolean,
): SelectedConnection | undefined {
  const page = readPage(field, selection);
  const items = readItems(selection, typeText, loose);
  return page && items && { info: { path: [field.key], items: items.keys, ...page }, nodeType: items.nodeType };
}

const directions = [
  { direction: 'forward', argument: 'after', sizes: ['first', 'limit'], hasMore: 'hasNextPage', cursor: 'endCursor' },
  {
    direction: 'backward',
    argument: 'before',
    sizes: ['last', 'limit'],
    hasMore: 'hasPreviousPage',
    cursor: 'startCursor',
  },
] as const;

function readPage(
  field: SelectedField,
  selection: readonly SelectedField[],
): Pick<ConnectionInfo, 'direction' | 'pageInfo' | 'cursorVariable' | 'sizeVariable'> | undefined {
  for (const { direction, argument, sizes, hasMore, cursor } of directions) {
    const cursorVariable = boundVariable(field, argument);
    if (cursorVariable === undefined) continue;
    for (const info of selection.filter(({ definition: it }) => it.name === 'pageInfo' && !isListField(it))) {
      const members = firstFields(info.below);
      const more = members.find(({ definition }) => definition.name === hasMore);
      const next = members.find(({ definition }) => definition.name === cursor);
      if (!more || !next) continue;
      const pageInfo = { key: info.key, hasMore: more.key, cursor: next.key };
      const sizeVariable = findSizeVariable(field, sizes);
      return { direction, pageInfo, cursorVariable, ...(sizeVariable && { sizeVariable }) };
    }
  }
  return undefined;
}

function boundVariable({ nodes }: SelectedField, argument: string): string | undefined {
  const value = nodes[0].arguments?.find(({ name }) => name.value === argument)?.value;
  return value?.kind === Kind.VARIABLE ? value.name.value : undefined;
}

/** The path to the page size in the variables: bound to the argument, or to a field of an input object. */
function findSizeVariable(
  { nodes, definition }: SelectedField,
  sizes: readonly string[],
): readonly string[] | undefined {
  for (const { name, value } of nodes[0].arguments ?? []) {
    if (sizes.includes(name.value)) return value.kind === Kind.VARIABLE ? [value.name.value] : undefined;
    if (value.kind === Kind.OBJECT) {
      const inner = value.fields.find((it) => sizes.includes(it.name.value))?.value;
      if (inner?.kind === Kind.VARIABLE) return [inner.name.value];
    }
    const type = value.kind === Kind.VARIABLE && definition.args.find((it) => it.name === name.value)?.type;
    const input = type && getNamedType(type);
    const size = isInputObjectType(input) ? sizes.find((it) => it in input.getFields()) : undefined;
    if (value.kind === Kind.VARIABLE && size) return [value.name.value, size];
  }
  return undefined;
}

function readItems(
  selection: readonly SelectedField[],
  typeText: string,
  loose: boolean,
): { readonly keys: ConnectionInfo['items']; readonly nodeType: string } | undefined {
  const list = (name: string) =>
    selection.find(({ definition }) => definition.name === name && isListField(definition));
  const nodes = list('nodes');
  if (nodes) return { keys: [nodes.key], nodeType: itemText(typeText, nodes, loose) };
  const edges = list('edges');
  const node = firstFields(edges?.below).find(({ definition }) => definition.name === 'node');
  if (!edges?.below || !node) return undefined;
  const edgeText = itemText(typeText, edges, loose);
  return { keys: [edges.key, node.key], nodeType: memberText(edgeText, node, isAbstractType(edges.below.type)) };
}

function firstFields(selection: Selection | undefined): readonly SelectedField[] {
  return selection?.groups[0]?.fields ?? [];
}

/** The non-null type of a field in terms of the type `on`. */
function memberText(on: string, field: SelectedField, loose: boolean): string {
  if (loose) return `Member<${on}, '${field.key}'>`;
  const member = `${on}['${field.key}']`;
  return field.optional || isNullableType(field.definition.type) ? `NonNullable<${member}>` : member;
}

function itemText(on: string, field: SelectedField, loose: boolean): string {
  const list = getNullableType(field.definition.type);
  const item = `${memberText(on, field, loose)}[number]`;
  return isListType(list) && isNullableType(list.ofType) ? `NonNullable<${item}>` : item;
}
