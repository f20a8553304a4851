import type { ListPlan } from '../../explorer/plan-list.ts';
import { pullCommand, snapshotFile } from '../../graphql/files/pull-command.ts';
import type { ControlClient } from '../../index.ts';
import { ExitError, exitCodes } from '../exit.ts';
import type { CliIo } from '../io.ts';
import { openClient } from '../line/open-client.ts';
import { requireKey } from '../line/settings.ts';
import { knownName, readProjectSchema } from '../schema/read-schema.ts';
import type { ListOptions } from './list-options.ts';
import { counted, type Listing, valueAt } from './listing.ts';
import { readSortKeys } from './sort.ts';
import { meets } from './where.ts';
import { writeListing } from './write-listing.ts';

/** Lists what is at the end of a path of the schema, whole or not at all. */
export async function listPath(path: string, options: ListOptions, io: CliIo): Promise<void> {
  requireKey(io);
  const { schema, source, file } = await readProjectSchema(io, options.schema, options.timeout);
  io.verbose(`The schema is read from ${source}.`);
  const { planList } = await import('../../explorer/plan-list.ts');
  const sort = readSortKeys(options.sort ?? '');
  const also = [...sort.map((key) => key.path.join('.')), ...(options.format === 'ids' ? ['id'] : [])];
  const plan = knownName(
    () => planList(schema, path, { fields: options.fields, where: options.where, arguments: options.arg, also }),
    file,
  );
  if (options.where.length > 0) io.note(`Filtered here, after reading the whole list: ${options.where.join(', ')}.`);
  await using client = await openClient(io, { access: 'read-only', timeoutMs: options.timeout });
  const { format, limit, csvGuard } = options;
  const listing: Listing = {
    pages: filtered(plan, pagesOf(client, plan, options, io)),
    fields: plan.fields.length === 0 ? [[]] : plan.fields.map((field) => field.path),
    noun: plan.list.names.at(-1) ?? 'items',
  };
  await writeListing(listing, { format, limit, csvGuard, sort }, io);
}

async function* filtered(
  { conditions }: ListPlan,
  pages: AsyncIterable<readonly unknown[]>,
): AsyncGenerator<readonly unknown[]> {
  for await (const page of pages) yield page.filter((item) => meets(item, conditions));
}

async function* pagesOf(
  client: ControlClient,
  plan: ListPlan,
  { pageSize, limit, schema = snapshotFile }: ListOptions,
  { signal }: CliIo,
): AsyncGenerator<readonly unknown[]> {
  if (!plan.list.paged) {
    yield await readAtOnce(client, plan, schema, signal);
    return;
  }
  const { TypedOperation } = await import('../../index.ts');
  const path = plan.connection.path.join('.');
  const operation = new TypedOperation<unknown, object, Record<string, unknown>>(plan.text, {
    name: plan.operationName,
    kind: 'query',
    connections: { [path]: plan.connection },
  });
  const variables = { ...plan.variables, first: pageSize };
  let count = 0;
  const read = client.paginate(operation, variables, { signal, connection: path, prefetch: limit === undefined });
  for await (const { nodes } of read.pages()) {
    count += nodes.length;
    yield nodes;
  }
  if (count > 0) return;
  // An empty list and one that the service answers with null look alike page by page.
  const data = await client.request<unknown>(plan.text, variables, { signal });
  if (valueAt(data, plan.connection.path) === null) throw incomplete(path, 'the service answered null for it');
}

/** Reads a list in one answer, and proves it whole: what the live schema shows of it is the same before and after. */
async function readAtOnce(
  client: ControlClient,
  plan: ListPlan,
  snapshot: string,
  signal: AbortSignal,
): Promise<readonly unknown[]> {
  const { besideList, seeAgain, seeConnection, seeField, typeQuery } = await import('../../base/see-listing.ts');
  const { isControlApiError } = await import('../../index.ts');
  const path = plan.connection.path.join('.');
  const ask = async (name: string, deeply: boolean): Promise<unknown> => {
    try {
      return valueAt(await client.request<unknown>(typeQuery(deeply), { name }, { signal }), ['__type']);
    } catch (error) {
      if (!isControlApiError(error, 'graphql')) throw error;
      if (deeply) return undefined;
      throw incomplete(path, `the service does not show its schema: “${error.serverMessage}”`);
    }
  };
  const { parent, field } = plan.list;
  const before = await seeField(ask, parent.name, field.name);
  const fields = await seeConnection(ask, plan.connectionType);
  const planned = before && fields && besideList(before.args, fields, (name) => Object.hasOwn(plan.variables, name));
  if (planned === undefined) throw incomplete(path, 'the service did not show how it is read');
  if (planned.uncertain !== undefined)
    throw incomplete(
      path,
      `the live schema has \`${planned.uncertain}\` by now, which may cut it off. Pull it again: ${pullCommand(snapshot)}`,
    );
  const data = await client.request<unknown>(plan.text, plan.variables, { signal });
  const found = valueAt(data, plan.connection.path);
  const [key, inner] = plan.connection.items;
  const items = plan.connectionType === undefined ? found : valueAt(found, [key]);
  if (!Array.isArray(items)) throw incomplete(path, 'the service answered null for it');
  if ((await seeAgain(ask, data, parent.name, field.name, plan.connectionType)) !== planned.text)
    throw incomplete(path, 'the schema changed while it was read. Read it again');
  const nodes: readonly unknown[] = inner === undefined ? items : items.map((edge) => valueAt(edge, [inner]));
  return nodes.filter((node) => node !== null && node !== undefined);
}

function incomplete(path: string, why: string): ExitError {
  return new ExitError(exitCodes.unknown, `${path} cannot be proven complete: ${why}.`, 'incomplete_list');
}

/** The paths of the lists, one a line; those that can't be proven whole are named beside them. */
export async function showLists({ schema: file, timeout }: ListOptions, io: CliIo): Promise<void> {
  const { schema, source } = await readProjectSchema(io, file, timeout);
  const { everyList } = await import('../../explorer/list-path.ts');
  const { whole, uncertain } = io.compute(() => everyList(schema));
  io.stdout.write(whole.map((path) => `${path}\n`).join(''));
  io.note(`${counted(whole.length, 'lists')} in ${source} can be read whole.`);
  if (uncertain.length > 0)
    io.note(`Not proven whole, so read with an operation and \`request\`: ${uncertain.join(', ')}.`);
}
