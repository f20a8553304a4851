import {
  type GraphQLNamedOutputType,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isListType,
} from 'graphql';
import { asConnection, type Connection } from '../graphql/connection.ts';
import { type Field, fieldsOf, isDeprecated, isListField, requiredArguments } from '../graphql/fields.ts';
import { uncertainArguments } from '../graphql/uncertain-arguments.ts';
import { resolvePath, rootType, type Step, UnknownNameError } from './path.ts';

/** A list that can be read whole: the field at the end of a path. */
export interface ListAt {
  readonly names: readonly string[];
  readonly parent: Step['parent'];
  readonly field: Field;
  readonly item: GraphQLNamedOutputType;
  /** The connection that holds the items; undefined for a plain list. */
  readonly connection: Connection | undefined;
  /** Whether it is read page by page, with `first`, `after` and `pageInfo`; otherwise one answer is the whole list. */
  readonly paged: boolean;
}

/** One list, of which it is not proven that it comes whole. The message says why, and what to do. */
class UncertainListError extends UnknownNameError {}

/**
 * Finds the list at the end of a path of query fields.
 *
 * @param chosen - The names of the arguments that it gets.
 * @throws {UnknownNameError} if the schema has no such path, or it cannot be read whole.
 */
export function findList(schema: GraphQLSchema, text: string, chosen: readonly string[] = []): ListAt {
  const { above: steps, last } = resolvePath(schema, { kind: 'query', names: text.split('.') });
  const above = steps.map(({ field }) => field);
  const names = [...above, last.field].map(({ name }) => name);
  for (const [index, field] of above.entries()) {
    const path = names.slice(0, index + 1).join('.');
    if (asConnection(field.type) !== undefined || isListField(field))
      throw new UnknownNameError(
        `“${text}” is inside the list ${path}, so it is many lists: list ${path} with \`--fields\`.`,
      );
    const [required] = requiredArguments(field);
    if (required)
      throw new UnknownNameError(
        `“${path}” needs the argument \`${required.name}\`: write an operation, and pass it to \`request --paginate\`.`,
      );
  }
  const list = readList(last.field, text, chosen, above);
  if (list instanceof Error) throw list;
  return { names, parent: last.parent, ...list };
}

type List = Omit<ListAt, 'names' | 'parent'>;

/** The list that a field gives, below the fields above it; an error where it is none, or cannot be read whole. */
function readList(
  field: Field,
  text: string,
  chosen: readonly string[],
  above: readonly Field[],
): List | UnknownNameError {
  const connection = asConnection(field.type);
  if (connection === undefined && !isListField(field))
    return new UnknownNameError(
      `“${text}” is a ${field.type}, not a list. Run \`npx control-api-sdk list\` to see the lists.`,
    );
  const item = connection?.node ?? getNamedType(field.type);
  const type = getNullableType(field.type);
  if (connection === undefined && isListType(type) && isListType(getNullableType(type.ofType)))
    return new UnknownNameError(`“${text}” is a list of lists: read it with an operation and \`request\`.`);
  const has = (name: string): boolean => field.args.some((argument) => argument.name === name);
  const info = new Set(fieldsOf(connection?.pageInfo).map(({ name }) => name));
  const paged = has('first') && has('after') && info.has('hasNextPage') && info.has('endCursor');
  // A required argument has to be given, too.
  const isGiven = (name: string) => [...chosen, ...requiredArguments(field).map((it) => it.name)].includes(name);
  // An object that takes such an argument may be a page, and a list in it a part.
  const [uncertain] = [
    ...uncertainArguments(field, paged, isGiven),
    ...above.flatMap((it) => uncertainArguments(it, paged)),
  ];
  if (paged && uncertain)
    return new UncertainListError(
      `“${text}” cannot be proven whole: the default of \`${uncertain.name}\` may leave a part out. Choose its value with \`--arg\`, or read it with an operation and \`request\`.`,
    );
  const sign = uncertain?.name ?? fieldsOf(getNamedType(field.type)).find(({ name }) => name === 'pageInfo')?.name;
  if (!paged && sign !== undefined)
    return new UncertainListError(
      `“${text}” cannot be proven whole: \`${sign}\` may cut it off, and it has not all of first, after, pageInfo.hasNextPage and pageInfo.endCursor. Read it with an operation and \`request\`.`,
    );
  return { field, item, connection, paged };
}

/**
 * The paths of the lists of the roots, of the objects that a root field returns, and of pages there; by whether they can be
 * read whole.
 */
export function everyList(schema: GraphQLSchema): Readonly<Record<'whole' | 'uncertain', readonly string[]>> {
  const root = rootType(schema, 'query');
  const found = { whole: [] as string[], uncertain: [] as string[] };
  const visit = (type: GraphQLNamedType | undefined, above: readonly Field[]): void => {
    for (const field of fieldsOf(type)) {
      if (isDeprecated(field)) continue;
      const fields = [...above, field];
      const path = fields.map(({ name }) => name).join('.');
      const list = readList(field, path, [], above);
      if (!(list instanceof Error)) found.whole.push(path);
      else if (list instanceof UncertainListError) found.uncertain.push(path);
      const isOne = asConnection(field.type) === undefined && !isListField(field);
      const isNear = above.length === 0 || (above.length === 1 && uncertainArguments(field, false).length > 0);
      const inside = getNamedType(field.type);
      if (isOne && requiredArguments(field).length === 0 && isNear && inside !== root) visit(inside, fields);
    }
  };
  visit(root, []);
  return found;
}
