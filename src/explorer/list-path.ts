import {
  type GraphQLNamedOutputType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isCompositeType,
  isListType,
} from 'graphql';
import { asConnection, type Connection } from '../graphql/connection.ts';
import { type Field, fieldOf, fieldsOf, isDeprecated, isListField, requiredArguments } from '../graphql/fields.ts';
import { uncertainArguments } from '../graphql/uncertain-arguments.ts';
import { type FieldPath, resolvePath, rootType, type Step, suggestBelowTeam, UnknownNameError } from './path.ts';

/** A list that can be read whole: the field at the end of a path. */
export interface ListAt {
  readonly names: readonly string[];
  readonly parent: Step['parent'];
  readonly field: Field;
  /** The type of an item. */
  readonly item: GraphQLNamedOutputType;
  /** The connection that holds the items; undefined for a plain list. */
  readonly connection: Connection | undefined;
  /** Whether it is read page by page, with `first`, `after` and `pageInfo`; otherwise one answer is the whole list. */
  readonly paged: boolean;
}

/** A list that the schema has, but that cannot be read whole by its path. The message says why, and what to do. */
export class UnreadableListError extends Error {
  override readonly name = 'UnreadableListError';
}

/**
 * Finds the list at the end of a path of query fields.
 *
 * @throws {UnknownNameError} if the schema has no such path.
 * @throws {UnreadableListError} if it cannot be read whole.
 */
export function findList(schema: GraphQLSchema, text: string): ListAt {
  const path: FieldPath = { kind: 'query', names: text.split('.') };
  const steps = resolve(schema, path);
  const names = steps.map(({ field }) => field.name);
  const last = steps.at(-1);
  if (last === undefined) throw new UnknownNameError('Write a path such as team.devices.');
  steps.slice(0, -1).forEach(({ field }, index) => {
    const above = names.slice(0, index + 1).join('.');
    if (asConnection(field.type) !== undefined || isListField(field))
      throw unreadable(`“${text}” is inside the list ${above}, so it is many lists: list ${above} with \`--fields\``);
    const [required] = requiredArguments(field);
    if (required)
      throw unreadable(
        `“${above}” needs the argument \`${required.name}\`: write an operation, and pass it to \`request --paginate\``,
      );
  });
  return { names, parent: last.parent, ...listOf(last.field, text) };
}

/** A path that begins below `team`, the documented root for integrations, is suggested from there. */
function resolve(schema: GraphQLSchema, path: FieldPath): readonly Step[] {
  try {
    return resolvePath(schema, path);
  } catch (error) {
    const suggestion = error instanceof UnknownNameError ? suggestBelowTeam(schema, path) : undefined;
    if (suggestion === undefined) throw error;
    throw new UnknownNameError(`The root has no “${path.names[0]}”. ${suggestion}`);
  }
}

function listOf(field: Field, text: string): Omit<ListAt, 'names' | 'parent'> {
  const connection = asConnection(field.type);
  if (connection === undefined && !isListField(field))
    throw new UnknownNameError(`“${text}” is a ${field.type}, not a list. Run \`control-api list\` to see the lists.`);
  const item = connection?.node ?? getNamedType(field.type);
  const type = getNullableType(field.type);
  if (connection === undefined && isListType(type) && isListType(getNullableType(type.ofType)))
    throw unreadable(`“${text}” is a list of lists: read it with an operation and \`request\``);
  const has = (name: string): boolean => field.args.some((argument) => argument.name === name);
  const info = new Set(fieldsOf(connection?.pageInfo).map(({ name }) => name));
  const paged = has('first') && has('after') && info.has('hasNextPage') && info.has('endCursor');
  const [uncertain] = uncertainArguments(field, (name) => requiredArguments(field).some((it) => it.name === name));
  const sign = uncertain?.name ?? fieldsOf(getNamedType(field.type)).find(({ name }) => name === 'pageInfo')?.name;
  if (!paged && sign !== undefined)
    throw unreadable(
      `“${text}” cannot be proven whole: \`${sign}\` may cut it off, and it has not all of first, after, pageInfo.hasNextPage and pageInfo.endCursor. Read it with an operation and \`request\``,
    );
  return { field, item, connection, paged };
}

function unreadable(message: string): UnreadableListError {
  return new UnreadableListError(`${message}.`);
}

/** The paths of the lists that can be read whole: those of the roots, and of the objects that a root field returns. */
export function everyList(schema: GraphQLSchema): readonly string[] {
  const root = rootType(schema, 'query');
  const readable = (path: string): boolean => {
    try {
      findList(schema, path);
      return true;
    } catch (error) {
      if (error instanceof UnknownNameError || error instanceof UnreadableListError) return false;
      throw error;
    }
  };
  const paths = fieldsOf(root).flatMap((field) => {
    const type = getNamedType(field.type);
    const inside = isCompositeType(type) && type !== root ? fieldsOf(type) : [];
    return [[field], ...inside.map((inner) => [field, inner])];
  });
  return paths
    .filter((fields) => !fields.some(isDeprecated))
    .map((fields) => fields.map(({ name }) => name).join('.'))
    .filter((path) => fieldAt(root, path) !== undefined && readable(path));
}

/** The items of a connection (`devices.nodes`) are the same list as the connection. */
function fieldAt(root: ReturnType<typeof rootType>, path: string): Field | undefined {
  const [first = '', second] = path.split('.');
  const field = root && fieldOf(root, first);
  if (field === undefined || second === undefined) return field;
  return asConnection(field.type) === undefined ? fieldOf(getNamedType(field.type), second) : undefined;
}
