import type { GraphQLSchema } from 'graphql';
import type { Condition } from '../../explorer/list-conditions.ts';
import type { ListField } from '../../explorer/list-fields.ts';
import type { ListAt } from '../../explorer/list-path.ts';
import { pullCommand, snapshotFile } from '../../graphql/files/snapshot.ts';
import type { ExecutableOperation } from '../../graphql/parse-operations.ts';
import type { ControlClient } from '../../index.ts';
import { ExitError, exitCodes, usageError } from '../exit.ts';
import type { CliIo } from '../io.ts';
import { knownName, readProjectSchema } from '../schema/read-schema.ts';
import { openClient } from '../settings/open-client.ts';
import { requireKey } from '../settings/settings.ts';
import type { ListOptions } from './list-options.ts';
import { counted, type Listing, valueAt } from './listing.ts';
import { readSortKeys } from './sort.ts';
import { meets } from './where.ts';
import { writeListing } from './write-listing.ts';

/** A list, and the operation that reads it. */
interface ListReading {
  readonly list: ListAt;
  readonly operation: ExecutableOperation;
  readonly variables: Readonly<Record<string, unknown>>;
  /** The fields to show, in their order; none for a list of plain values. */
  readonly fields: readonly ListField[];
  readonly conditions: readonly Condition[];
}

/** Lists what is at the end of a path of the schema, whole or not at all. */
export async function listPath(path: string, options: ListOptions, io: CliIo): Promise<void> {
  requireKey(io);
  const { schema, source, file } = await readProjectSchema(io, options.schema, options.timeout);
  io.verbose(`The schema is read from ${source}.`);
  const plan = await planReading();
  const reading = knownName(() => plan(schema, path, options), file);
  if (options.where.length > 0) io.note(`Filtered here, after reading the whole list: ${options.where.join(', ')}.`);
  await using client = await openClient(io, { access: 'read-only', timeoutMs: options.timeout });
  const { list, fields, conditions } = reading;
  const pages = list.paged
    ? readPages(client, reading, schema, options, io)
    : readAtOnce(client, reading, options.schema ?? snapshotFile, io);
  const listing: Listing = {
    pages: filtered(conditions, pages),
    fields: fields.length === 0 ? [[]] : fields.map((field) => field.path),
    noun: list.names.at(-1) ?? 'items',
  };
  await writeListing(listing, options, io);
}

/** Makes the function that writes the operation as `operations add` does. It throws as {@link knownName} takes it. */
async function planReading(): Promise<(schema: GraphQLSchema, path: string, options: ListOptions) => ListReading> {
  const { loadPeer } = await import('../../graphql/files/load-peer.ts');
  const [{ isLeafType }, { readArguments, splitArguments }, { readConditions }, fieldsOf, { findList }, write, parser] =
    await loadPeer('Reading a list', ['graphql'], () =>
      Promise.all([
        import('graphql'),
        import('../../explorer/list-arguments.ts'),
        import('../../explorer/list-conditions.ts'),
        import('../../explorer/list-fields.ts'),
        import('../../explorer/list-path.ts'),
        import('../../explorer/write-operation.ts'),
        import('../../graphql/parse-operations.ts'),
      ]),
    );
  const { defaultFields, readFields } = fieldsOf;
  return (schema, path, options) => {
    const chosen = splitArguments(options.arg);
    const list = findList(schema, path, [...chosen.keys()]);
    const { item, names } = list;
    const fields = options.fields === undefined ? defaultFields(item) : readFields(item, options.fields);
    const sorted = readSortKeys(options.sort).map((key) => key.path.join('.'));
    const also = [...sorted, ...(options.format === 'ids' ? ['id'] : [])].flatMap((name) => readFields(item, name));
    const conditions = readConditions(item, list.field, options.where);
    const all = [...fields, ...also, ...conditions.map(({ field }) => field)].map((field) => field.path.join('.'));
    const { text } = write.writeOperation(
      schema,
      { kind: 'query', names },
      isLeafType(item) ? undefined : all.join(','),
    );
    const [operation] = parser.parseOperations([{ file: path, text }]);
    if (operation === undefined) throw new Error('A written operation is one.');
    return { list, operation, variables: readArguments(list, operation.node, chosen), fields, conditions };
  };
}

async function* filtered(
  conditions: readonly Condition[],
  pages: AsyncIterable<readonly unknown[]>,
): AsyncGenerator<readonly unknown[]> {
  for await (const page of pages) yield page.filter((item) => meets(item, conditions));
}

/** Reads a list page by page, as `request --paginate` does. */
async function* readPages(
  client: ControlClient,
  { list, operation, variables: given }: ListReading,
  schema: GraphQLSchema,
  { pageSize, limit }: ListOptions,
  { signal }: CliIo,
): AsyncGenerator<readonly unknown[]> {
  const { pagedOperation, pagesOf } = await import('./paged-operation.ts');
  const paged = pagedOperation(schema, operation, list.names.join('.'));
  const variables = { ...given, first: pageSize };
  let count = 0;
  for await (const nodes of pagesOf(client, operation, paged, variables, { signal, prefetch: limit === undefined })) {
    count += nodes.length;
    yield nodes;
  }
  if (count > 0) return;
  // An empty list and one that the service answers with null look alike page by page.
  const { print } = await import('graphql');
  const data = await client.request<unknown>(print(operation.document), variables, { signal });
  if (valueAt(data, list.names) === null) throw incomplete(paged.path, 'the service answered null for it');
}

/** Reads a list in one answer, and proves it whole: what the live schema shows of it is the same before and after. */
async function* readAtOnce(
  client: ControlClient,
  { list, operation, variables }: ListReading,
  snapshot: string,
  { signal }: CliIo,
): AsyncGenerator<readonly unknown[]> {
  const { isSeenAgain, seeConnection, seeField, typeQuery, uncertainIn } = await import(
    '../../paging/schema/see-listing.ts'
  );
  const { isControlApiError } = await import('../../index.ts');
  const { getNamedType, print } = await import('graphql');
  const { parent, field, names, connection } = list;
  const path = names.join('.');
  const connectionType = connection && getNamedType(field.type).name;
  const ask = async (name: string, deeply: boolean): Promise<unknown> => {
    try {
      return valueAt(await client.request<unknown>(typeQuery(deeply), { name }, { signal }), ['__type']);
    } catch (error) {
      if (!isControlApiError(error, 'graphql')) throw error;
      if (deeply) return undefined;
      throw incomplete(path, `the service does not show its schema: “${error.serverMessage}”`);
    }
  };
  const before = await seeField(ask, parent.name, field.name);
  const fields = await seeConnection(ask, connectionType);
  if (!before || !fields) throw incomplete(path, 'the service did not show how it is read');
  const seen = { parent: parent.name, name: field.name, connection: connectionType, args: before.args, fields };
  const uncertain = uncertainIn(seen, (name) => Object.hasOwn(variables, name));
  if (uncertain !== undefined)
    throw incomplete(
      path,
      `the live schema has \`${uncertain}\` by now, which may cut it off. Pull it again: ${pullCommand(snapshot)}`,
    );
  const data = await client.request<unknown>(withProof(print(operation.document), parent.name), variables, { signal });
  const found = valueAt(data, names);
  const [key = '', inner] = connection?.items ?? [];
  const items = connection === undefined ? found : valueAt(found, [key]);
  if (!Array.isArray(items)) throw incomplete(path, 'the service answered null for it');
  if (!(await isSeenAgain(ask, data, seen)))
    throw incomplete(path, 'the schema changed while it was read. Read it again');
  const nodes: readonly unknown[] = inner === undefined ? items : items.map((edge) => valueAt(edge, [inner]));
  yield nodes.filter((node) => node !== null && node !== undefined);
}

/** The arguments of the field in the same document as the list: both come out of one schema, whatever it was when it was planned. */
function withProof(text: string, type: string): string {
  const args = 'args { name defaultValue type { kind name } }';
  return text.replace(/\}\s*$/, `  __type(name: "${type}") { fields(includeDeprecated: true) { name ${args} } }\n}\n`);
}

function incomplete(path: string, why: string): ExitError {
  return new ExitError(exitCodes.unknown, `${path} cannot be proven complete: ${why}.`, 'incomplete_list');
}

/** The paths of the lists, one a line; those that can't be proven whole are named beside them. */
export async function showLists(options: ListOptions, io: CliIo): Promise<void> {
  const { schema: file, timeout, fields, where, arg, sort, limit, format } = options;
  if (format !== 'table' || [fields, sort, limit, ...where, ...arg].some((it) => it !== undefined))
    throw usageError('Pass the path of a list: without one, `list` names the lists, and reads none.');
  const { schema, source } = await readProjectSchema(io, file, timeout);
  const { everyList } = await import('../../explorer/list-path.ts');
  const { whole, uncertain } = io.compute(() => everyList(schema));
  io.stdout.write(whole.map((path) => `${path}\n`).join(''));
  io.note(`${counted(whole.length, 'lists')} in ${source} can be read whole.`);
  if (uncertain.length > 0)
    io.note(`Not proven whole, so read with an operation and \`request\`: ${uncertain.join(', ')}.`);
}
