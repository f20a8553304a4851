import { type GraphQLNamedOutputType, type GraphQLSchema, getNamedType, getNullableType, isListType } from 'graphql';
import { asConnection, type Connection, uncertainArguments } from '../graphql/connection.ts';
import { type Field, fieldsOf, isListField, requiredArguments } from '../graphql/fields.ts';
import { resolvePath, type Step, UnknownNameError } from './path.ts';

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
