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
  /** Whether it is one list, of which it is not proven that it comes whole. */
  readonly isUncertain: boolean;

  constructor(message: string, isUncertain: boolean) {
    super(message);
    this.isUncertain = isUncertain;
  }
}

/**
 * Finds the list at the end of a path of query fields.
 *
 * @param given - The names of the arguments that it gets.
 * @throws {UnknownNameError} if the schema has no such path.
 * @throws {UnreadableListError} if it cannot be read whole.
 */
export function findList(schema: GraphQLSchema, text: string, given: readonly string[] = []): ListAt {
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
  return { names, parent: last.parent, ...listOf(last.field, text, given) };
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

function listOf(field: Field, text: string, given: readonly string[]): Omit<ListAt, 'names' | 'parent'> {
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
  // A required argument has to be given, too.
  const isGiven = (name: string) => [...given, ...requiredArguments(field).map((it) => it.name)].includes(name);
  const [uncertain] = uncertainArguments(field, isGiven);
  const sign = uncertain?.name ?? fieldsOf(getNamedType(field.type)).find(({ name }) => name === 'pageInfo')?.name;
  if (!paged && sign !== undefined)
    throw unreadable(
      `“${text}” cannot be proven whole: \`${sign}\` may cut it off, and it has not all of first, after, pageInfo.hasNextPage and pageInfo.endCursor. Read it with an operation and \`request\``,
      true,
    );
  return { field, item, connection, paged };
}

function unreadable(message: string, isUncertain = false): UnreadableListError {
  return new UnreadableListError(`${message}.`, isUncertain);
}

/** The paths of lists, by whether they can be read whole. */
export interface ListPaths {
  readonly whole: readonly string[];
  readonly uncertain: readonly string[];
}

/** The paths of the lists of the roots, and of the objects that a root field returns. */
export function everyList(schema: GraphQLSchema): ListPaths {
  const root = rootType(schema, 'query');
  const kindOf = (path: string): keyof ListPaths | undefined => {
    try {
      findList(schema, path);
      return 'whole';
    } catch (error) {
      if (error instanceof UnreadableListError) return error.isUncertain ? 'uncertain' : undefined;
      if (error instanceof UnknownNameError) return undefined;
      throw error;
    }
  };
  const paths = fieldsOf(root).flatMap((field) => {
    const type = getNamedType(field.type);
    const inside = isCompositeType(type) && type !== root ? fieldsOf(type) : [];
    return [[field], ...inside.map((inner) => [field, inner])];
  });
  const found: Record<keyof ListPaths, string[]> = { whole: [], uncertain: [] };
  for (const fields of paths) {
    const path = fields.map(({ name }) => name).join('.');
    const kind = fields.some(isDeprecated) || fieldAt(root, path) === undefined ? undefined : kindOf(path);
    if (kind) found[kind].push(path);
  }
  return found;
}

/** The items of a connection (`devices.nodes`) are the same list as the connection. */
function fieldAt(root: ReturnType<typeof rootType>, path: string): Field | undefined {
  const [first = '', second] = path.split('.');
  const field = root && fieldOf(root, first);
  if (field === undefined || second === undefined) return field;
  return asConnection(field.type) === undefined ? fieldOf(getNamedType(field.type), second) : undefined;
}
