import {
  type GraphQLLeafType,
  type GraphQLNamedOutputType,
  type GraphQLSchema,
  GraphQLString,
  getNamedType,
  getNullableType,
  isCompositeType,
  isLeafType,
  isListType,
} from 'graphql';
import { grouped } from '../base/grouped.ts';
import { asConnection, type Connection, uncertainArguments } from '../graphql/connection.ts';
import { type Field, fieldOf, fieldsOf, isDeprecated, isListField, requiredArguments } from '../graphql/fields.ts';
import { listedFields } from './defaults.ts';
import { noSuchField, resolvePath, type Step, UnknownNameError } from './path.ts';
import { planField, type SelectionPlan } from './selection-plan.ts';

/** A field of an item. A nested field has several names: `hardware.serialNumber`. */
export interface ListField {
  readonly path: readonly string[];
  readonly type: GraphQLLeafType;
}

const typenameField = '__typename';

/** Reads field names: `id,name,hardware.serialNumber`, `*` for all scalar and enum fields, `hardware.*` for those of a nested object. */
export function readFields(item: GraphQLNamedOutputType, text: string): readonly ListField[] {
  const paths = text
    .split(',')
    .map((path) => path.trim())
    .filter((path) => path !== '');
  const found = new Map<string, ListField>();
  for (const path of paths) for (const field of readField(item, path)) found.set(field.path.join('.'), field);
  if (found.size === 0) {
    const usual = defaultFields(item).map(({ path }) => path.join('.'));
    throw new UnknownNameError(`No field is named: write, for example, ${usual.join(',')}.`);
  }
  return [...found.values()];
}

/** The default fields: `id` and `name`, else the first few scalar and enum fields. */
export function defaultFields(item: GraphQLNamedOutputType): readonly ListField[] {
  if (isLeafType(item)) return [];
  const leaves = leavesOf(item);
  const usual = leaves.filter(({ path: [name = ''] }) => name === 'id' || name === 'name');
  if (usual.length > 0) return usual;
  return leaves.length > 0 ? leaves.slice(0, listedFields) : [{ path: [typenameField], type: GraphQLString }];
}

/** Selects the fields with these paths. Fields of one object are selected together. */
export function selectionOf(paths: readonly ListField['path'][]): readonly SelectionPlan[] {
  const byName = grouped(paths, ([name = '']) => name);
  return Array.from(byName, ([name, all]) =>
    planField(name, selectionOf(all.flatMap((path) => (path.length > 1 ? [path.slice(1)] : [])))),
  );
}

function readField(item: GraphQLNamedOutputType, text: string): readonly ListField[] {
  const names = text.split('.');
  let type = item;
  for (const [index, name] of names.entries()) {
    const path = names.slice(0, index + 1);
    const isLast = index === names.length - 1;
    if (!isCompositeType(type))
      throw new UnknownNameError(
        `“${names.slice(0, index).join('.') || item.name}” is a ${type.name}: it has no fields.`,
      );
    if (isLast && name === '*')
      return leavesOf(type).map((leaf) => ({ ...leaf, path: [...path.slice(0, -1), ...leaf.path] }));
    if (isLast && name === typenameField) return [{ path, type: GraphQLString }];
    const field = fieldOf(type, name);
    if (field === undefined) throw noSuchField(type, name);
    const [required] = requiredArguments(field);
    if (required) throw new UnknownNameError(`“${path.join('.')}” needs the argument \`${required.name}\`.`);
    const target = getNamedType(field.type);
    const items = asConnection(field.type)?.items[0];
    if (items !== undefined && (names[index + 1] === items || names[index + 1] === 'edges'))
      throw new UnknownNameError(
        `“${path.join('.')}” is a connection, of which only the first page would be read: write a separate operation for it.`,
      );
    if (isLast) {
      if (isLeafType(target)) return [{ path, type: target }];
      const inside = leavesOf(target).map((leaf) => [...path, ...leaf.path].join('.'));
      throw new UnknownNameError(
        `“${text}” is a ${target.name}: name its fields, such as ${inside[0] ?? `${text}.${typenameField}`}${inside.length > 1 ? `, or write ${text}.* for all` : ''}.`,
      );
    }
    type = target;
  }
  return [];
}

/** The scalar and enum fields without required arguments. */
function leavesOf(type: GraphQLNamedOutputType): readonly ListField[] {
  return fieldsOf(type).flatMap((field) => {
    const target = getNamedType(field.type);
    return isLeafType(target) && !isDeprecated(field) && requiredArguments(field).length === 0
      ? [{ path: [field.name], type: target }]
      : [];
  });
}

export interface ListAt {
  readonly names: readonly string[];
  readonly parent: Step['parent'];
  readonly field: Field;
  readonly item: GraphQLNamedOutputType;
  /** The connection of the list; undefined for a plain list. */
  readonly connection: Connection | undefined;
  /** Whether the list is read by `first`, `after` and `pageInfo`. Otherwise, one answer is the whole list. */
  readonly paged: boolean;
}

/** A list that is not proven whole. The message has the reason and the advice. */
export class UncertainListError extends Error {
  override readonly name = 'UncertainListError';
}

/**
 * Finds the list at the end of a path of query fields.
 *
 * @throws {UnknownNameError} if the schema lacks the path, or the path needs arguments.
 * @throws {UncertainListError} if the list cannot be proven whole.
 */
export function findList(schema: GraphQLSchema, text: string): ListAt {
  const { above: steps, last } = resolvePath(schema, { kind: 'query', names: text.split('.') });
  const above = steps.map(({ field }) => field);
  const names = [...above, last.field].map(({ name }) => name);
  for (const [index, field] of [...above, last.field].entries()) {
    const path = names.slice(0, index + 1).join('.');
    if (field !== last.field && (asConnection(field.type) !== undefined || isListField(field)))
      throw new UnknownNameError(
        `“${text}” is inside the list ${path}, so it is many lists: list ${path} with \`--fields\`.`,
      );
    const [required] = requiredArguments(field);
    if (required)
      throw new UnknownNameError(
        `“${path}” needs the argument \`${required.name}\`: write an operation, and pass it to \`request --paginate\`.`,
      );
  }
  return { names, parent: last.parent, ...readList(last.field, text, above) };
}

type List = Omit<ListAt, 'names' | 'parent'>;

function readList(field: Field, text: string, above: readonly Field[]): List {
  const connection = asConnection(field.type);
  if (connection === undefined && !isListField(field))
    throw new UnknownNameError(`“${text}” is a ${field.type}, not a list.`, [], getNamedType(field.type).name);
  const item = connection?.node ?? getNamedType(field.type);
  const type = getNullableType(field.type);
  if (connection === undefined && isListType(type) && isListType(getNullableType(type.ofType)))
    throw new UnknownNameError(`“${text}” is a list of lists: read it with an operation and \`request\`.`);
  const has = (name: string): boolean => field.args.some((argument) => argument.name === name);
  const info = new Set(fieldsOf(connection?.pageInfo).map(({ name }) => name));
  const paged = has('first') && has('after') && info.has('hasNextPage') && info.has('endCursor');
  // An argument of an enclosing field may page, so that the list is a part.
  const [uncertain] = [...uncertainArguments(field, paged), ...above.flatMap((it) => uncertainArguments(it, paged))];
  if (paged && uncertain)
    throw new UncertainListError(
      `“${text}” cannot be proven whole: the default of \`${uncertain.name}\` may leave a part out. Choose its value in an operation, and read it with \`request --paginate\`.`,
    );
  const sign = uncertain?.name ?? fieldsOf(getNamedType(field.type)).find(({ name }) => name === 'pageInfo')?.name;
  if (!paged && sign !== undefined)
    throw new UncertainListError(
      `“${text}” cannot be proven whole: \`${sign}\` may cut it off, and it lacks one of first, after, pageInfo.hasNextPage and pageInfo.endCursor. Read it with an operation and \`request\`.`,
    );
  return { field, item, connection, paged };
}
