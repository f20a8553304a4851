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
  const plan = knownName(() => planList(schema, path, { fields: options.fields, where: options.where, also }), file);
  reportConditions(plan, io);
  await using client = await openClient(io, { access: 'read-only', timeoutMs: options.timeout });
  const { format, limit, csvGuard } = options;
  const listing: Listing = {
    pages: filtered(plan, pagesOf(client, plan, options, io)),
    fields: plan.fields.length === 0 ? [[]] : plan.fields.map((field) => field.path),
    noun: plan.list.names.at(-1) ?? 'items',
  };
  await writeListing(listing, { format, limit, csvGuard, sort }, io);
}

function reportConditions({ conditions }: ListPlan, io: CliIo): void {
  if (conditions.length === 0) return;
  const texts = (here: boolean): string =>
    conditions
      .filter(({ passedTo }) => (passedTo === undefined) === here)
      .map(({ text, passedTo }) => (passedTo === undefined ? text : `${text} (${passedTo.join('.')})`))
      .join(', ');
  const [service, here] = [texts(false), texts(true)];
  if (service !== '') io.note(`Filtered by the service: ${service}.`);
  if (here !== '') io.note(`Filtered here, after reading the whole list: ${here}.`);
}

async function* filtered(
  { conditions }: ListPlan,
  pages: AsyncIterable<readonly unknown[]>,
): AsyncGenerator<readonly unknown[]> {
  const local = conditions.flatMap(({ field, comparison, value }) =>
    field === undefined ? [] : [{ path: field.path, comparison, value }],
  );
  for await (const page of pages) yield local.length === 0 ? page : page.filter((item) => meets(item, local));
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

async function readAtOnce(
  client: ControlClient,
  plan: ListPlan,
  snapshot: string,
  signal: AbortSignal,
): Promise<readonly unknown[]> {
  const { proofKeys } = await import('../../explorer/plan-list.ts');
  const { signOfPages } = await import('../../explorer/list-path.ts');
  const data = await client.request<unknown>(plan.text, plan.variables, { signal });
  const path = plan.connection.path.join('.');
  const { connection, field } = plan.list;
  const found = valueAt(data, plan.connection.path);
  const [key, inner] = plan.connection.items;
  const items = connection === undefined ? found : valueAt(found, [key]);
  if (!Array.isArray(items)) throw incomplete(path, 'the service answered null for it');
  const fieldsOf = (type: string): readonly unknown[] => {
    const fields = valueAt(data, [type, 'fields']);
    return Array.isArray(fields) ? fields : [];
  };
  const namesOf = (entries: unknown): readonly string[] =>
    (Array.isArray(entries) ? entries : []).map((entry) => String(valueAt(entry, ['name'])));
  const now = fieldsOf(proofKeys.parent).find((entry) => valueAt(entry, ['name']) === field.name);
  if (now === undefined) throw incomplete(path, 'the service did not show how it is read');
  const sign = signOfPages(
    namesOf(valueAt(now, ['args'])),
    connection === undefined ? [] : namesOf(fieldsOf(proofKeys.connection)),
  );
  if (sign !== undefined)
    throw incomplete(path, `the live schema has \`${sign}\` by now. Pull it again: ${pullCommand(snapshot)}`);
  const nodes: readonly unknown[] = inner === undefined ? items : items.map((edge) => valueAt(edge, [inner]));
  return nodes.filter((node) => node !== null && node !== undefined);
}

function incomplete(path: string, why: string): ExitError {
  return new ExitError(exitCodes.unknown, `${path} cannot be proven complete: ${why}.`, 'incomplete_list');
}

/** The paths of the lists, one a line. */
export async function showLists({ schema: file, timeout }: ListOptions, io: CliIo): Promise<void> {
  const { schema, source } = await readProjectSchema(io, file, timeout);
  const { everyList } = await import('../../explorer/list-path.ts');
  const paths = everyList(schema);
  io.stdout.write(paths.map((path) => `${path}\n`).join(''));
  io.note(`${counted(paths.length, 'lists')} in ${source}.`);
}
