import { type GraphQLSchema, getNamedType, isLeafType, print } from 'graphql';
import { pullCommand, snapshotFile } from '../../graphql/files/commands.ts';
import { type ExecutableOperation, parseOperations } from '../../graphql/parse-operations.ts';
import { type ControlClient, isControlApiError } from '../../index.ts';
import { defaultFields, findList, type ListAt, type ListField, readFields } from '../../operations/lists.ts';
import { writeOperation } from '../../operations/write-operation.ts';
import { askConnectionFields, askField, hasStillShape, typeQuery } from '../../paging/proof/list-shape.ts';
import { uncertainIn } from '../../paging/proof/uncertain-arguments.ts';
import { ExitError } from '../exit.ts';
import type { CliIo } from '../io.ts';
import { readProjectSchema } from '../read-schema.ts';
import { openClient, requireKey } from '../settings.ts';
import { type Listing, type ListOptions, valueAt } from './listing.ts';
import { pagedOperation, pagesOf } from './paged-operation.ts';
import { writeListing } from './write-listing.ts';

interface ListReading {
  readonly list: ListAt;
  readonly operation: ExecutableOperation;
  /** The fields to show. A list of plain values has none. */
  readonly fields: readonly ListField[];
}

/** Prints the list at a path of the schema, whole or not at all. */
export async function listPath(path: string, options: ListOptions, io: CliIo): Promise<number> {
  requireKey(io);
  const { schema, source, file = snapshotFile } = await readProjectSchema(io, { timeoutMs: options.timeout });
  io.verbose(`The schema is read from ${source}.`);
  const reading = planReading(schema, path, options.fields);
  await using client = await openClient(io, { access: 'read-only', timeoutMs: options.timeout });
  const { list, fields } = reading;
  const pages = list.paged ? readPages(client, reading, schema, options, io) : readAtOnce(client, reading, file, io);
  const listing: Listing = {
    pages,
    fields: fields.length === 0 ? [[]] : fields.map((field) => field.path),
    noun: list.names.at(-1) ?? 'items',
  };
  return await writeListing(listing, options, io);
}

function planReading(schema: GraphQLSchema, path: string, names: string | undefined): ListReading {
  const list = findList(schema, path);
  const fields = names === undefined ? defaultFields(list.item) : readFields(list.item, names);
  const selected = isLeafType(list.item) ? undefined : fields.map((field) => field.path.join('.')).join(',');
  const { text } = writeOperation(schema, { kind: 'query', names: list.names }, selected);
  const [operation] = parseOperations([{ file: path, text }]);
  if (operation === undefined) throw new Error('The text has no operation.');
  return { list, operation, fields };
}

async function* readPages(
  client: ControlClient,
  { list, operation }: ListReading,
  schema: GraphQLSchema,
  { pageSize, limit }: ListOptions,
  { signal }: CliIo,
): AsyncGenerator<readonly unknown[]> {
  const paged = pagedOperation(schema, operation, list.names.join('.'));
  const variables = { first: pageSize };
  let count = 0;
  const how = { signal, prefetch: limit === undefined };
  for await (const nodes of pagesOf(client, operation, paged, variables, how)) {
    count += nodes.length;
    yield nodes;
  }
  if (count > 0) return;
  // Pages of an empty list and of a null list look alike.
  const data = await client.request<unknown>(print(operation.document), variables, { signal });
  if (valueAt(data, list.names) === null) throw incomplete(paged.path, 'the service answered null for it');
}

/** Reads a list in one answer, and proves it whole: the live schema has the same shape before and after. */
async function* readAtOnce(
  client: ControlClient,
  { list, operation }: ListReading,
  snapshot: string,
  { signal }: CliIo,
): AsyncGenerator<readonly unknown[]> {
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
  const before = await askField(ask, parent.name, field.name);
  const fields = await askConnectionFields(ask, connectionType);
  if (!before || !fields) throw incomplete(path, 'the service did not show how it is read');
  const seen = { parent: parent.name, name: field.name, connection: connectionType, args: before.args, fields };
  const uncertain = uncertainIn(seen);
  if (uncertain !== undefined)
    throw incomplete(
      path,
      `the live schema has \`${uncertain}\` by now, which may cut it off. Pull it again: ${pullCommand(snapshot)}`,
    );
  const data = await client.request<unknown>(withProof(print(operation.document), parent.name), {}, { signal });
  const found = valueAt(data, names);
  const [key = '', inner] = connection?.items ?? [];
  const items = connection === undefined ? found : valueAt(found, [key]);
  if (!Array.isArray(items)) throw incomplete(path, 'the service answered null for it');
  if (!(await hasStillShape(ask, data, seen)))
    throw incomplete(path, 'the schema changed while it was read. Read it again');
  const nodes: readonly unknown[] = inner === undefined ? items : items.map((edge) => valueAt(edge, [inner]));
  yield nodes.filter((node) => node !== null && node !== undefined);
}

/** Adds the arguments of the list field to its document, so that one schema answers both. */
function withProof(text: string, type: string): string {
  const args = 'args { name defaultValue type { kind name } }';
  return text.replace(/\}\s*$/, `  __type(name: "${type}") { fields(includeDeprecated: true) { name ${args} } }\n}\n`);
}

function incomplete(path: string, why: string): ExitError {
  return new ExitError('incomplete_list', `${path} cannot be proven complete: ${why}.`);
}
