import { type ControlClient, isControlApiError } from '../../index.ts';
import { ExitError, exitCodes, usageError } from '../exit.ts';
import type { CliIo } from '../io.ts';
import { readProjectConfig } from '../project-config.ts';
import { presentSnapshot } from '../read-schema.ts';
import { hasKey, openClient } from '../settings.ts';
import { json } from '../terminal.ts';
import { type ListFormat, listsWithMore } from './listing.ts';
import {
  byName,
  confirmMutation,
  type FoundDocument,
  findDocument,
  type IsErrorList,
  loadParser,
  narrowedBy,
  type ProjectOperation,
  readProjectOperation,
  refusalsIn,
} from './project-operation.ts';
import { readVariables, requireVariables, splitVars, typedVars } from './read-variables.ts';

/** The options of `control-api request`. */
export interface RequestOptions {
  readonly var: readonly string[];
  readonly variables: string | undefined;
  readonly operation: string | undefined;
  readonly paginate: boolean;
  readonly connection: string | undefined;
  readonly format: ListFormat;
  readonly all: boolean;
  readonly yes: boolean;
  readonly dryRun: boolean;
  readonly timeout: number | undefined;
}

interface Outgoing extends FoundDocument {
  readonly variables: Readonly<Record<string, unknown>>;
  readonly operationName: string | undefined;
}

/** Sends an operation, and prints the answer. Returns the exit code. */
export async function sendRequest(word: string, options: RequestOptions, io: CliIo): Promise<number> {
  const { paginate: isPaged, format, variables: given } = options;
  if (format !== 'json' && !isPaged) throw usageError(`\`--format ${format}\` needs \`--paginate\`.`);
  if (word === '-' && given === '-') throw twoInputs();
  const config = await readProjectConfig(io);
  const found = await findDocument(word, config, io);
  const needsProject = isPaged || options.var.length > 0 || presentSnapshot(config, io) !== undefined;
  const project = needsProject ? await readProjectOperation(found, config, options.operation, io) : undefined;
  const vars = splitVars(options.var);
  const variables = {
    ...(given === undefined ? {} : await readVariables(given, io)),
    ...(project === undefined ? {} : await typedVars(vars, project.operation.node, project.schema)),
  };
  const outgoing: Outgoing = { ...found, variables, operationName: options.operation };
  if (options.dryRun) return showRequest(outgoing, options, io);
  if (isPaged && project !== undefined) return paginate(outgoing, project, options, io);
  if (project !== undefined) await requireVariables(project.operation.node, variables);
  return sendOnce(outgoing, project, options, io);
}

export function twoInputs(): ExitError {
  return usageError('Standard input cannot be both the operation and its variables: pass one of them in another way.');
}

async function open(
  options: RequestOptions,
  io: CliIo,
  more: { readonly access?: 'read-only'; readonly fetch?: typeof fetch; readonly apiKey?: string },
): Promise<ControlClient> {
  // Documented: introspection needs no key. So a missing key is not an error yet.
  const keyless = !hasKey(io);
  return openClient(io, { timeoutMs: options.timeout, ...(keyless && { apiKey: null }), ...more });
}

/** Sends an operation with a client that refuses mutations, and a mutation with a second client after a yes. */
async function sendOnce(
  outgoing: Outgoing,
  project: ProjectOperation | undefined,
  options: RequestOptions,
  io: CliIo,
): Promise<number> {
  const narrowing = narrowedBy(io);
  if (!options.yes || narrowing) {
    try {
      await using reader = await open(options, io, { access: 'read-only' });
      return await send(reader, outgoing, options, io);
    } catch (error) {
      if (!isControlApiError(error, 'operation_not_allowed')) throw error;
      // The client refuses an unreadable document as a mutation. The parser reports the place of the mistake.
      if (error.operationKind === undefined)
        (await loadParser()).parseDefinitions([{ file: outgoing.origin, text: outgoing.text }]);
      if (error.operationKind !== 'mutation') throw error;
      if (narrowing) throw new ExitError('operation_not_allowed', `${error.message} That is set by ${narrowing}.`);
      await confirmMutation(error.operationName ?? 'This operation', project, '', io);
    }
  }
  await using client = await open(options, io, {});
  return await send(client, outgoing, options, io, (await project?.errorLists()) ?? byName);
}

async function send(
  client: ControlClient,
  { text, variables, operationName }: Outgoing,
  { all }: RequestOptions,
  io: CliIo,
  isErrorList: IsErrorList = () => false,
): Promise<number> {
  const call = { signal: io.signal, operationName };
  const answer = all ? await client.execute<unknown>(text, variables, call) : undefined;
  const data = answer === undefined ? await client.request<unknown>(text, variables, call) : answer.data;
  io.stdout.write(`${json(answer ?? data, 2)}\n`);
  for (const path of listsWithMore(data))
    io.note(`${path || 'The list'} has more pages: pass \`--paginate\` to read them all.`);
  const refusals = refusalsIn(data, isErrorList);
  for (const refusal of refusals) io.note(`The mutation was refused: ${refusal}`);
  if (answer?.errors !== undefined) return exitCodes.refused;
  return refusals.length > 0 ? exitCodes.no : exitCodes.ok;
}

async function paginate(
  { variables }: Outgoing,
  project: ProjectOperation,
  options: RequestOptions,
  io: CliIo,
): Promise<number> {
  const { operation } = project;
  if (operation.node.operation !== 'query') throw usageError('`--paginate` reads lists of queries only.');
  const [{ pagedOperation, pagesOf }, { writeListing }] = await Promise.all([
    import('./paged-operation.ts'),
    import('./write-listing.ts'),
  ]);
  const paged = pagedOperation(await project.schema(), operation, options.connection);
  await using client = await open(options, io, { access: 'read-only' });
  const pages = pagesOf(client, operation, paged, variables, { signal: io.signal, prefetch: true });
  const style = { format: options.format, limit: undefined };
  return await writeListing({ pages, fields: paged.fields, noun: paged.info.path.at(-1) ?? 'items' }, style, io);
}

/** Prints the request as the client would send it: a `fetch` function keeps it instead of sending it. */
async function showRequest(
  { text, variables, operationName }: Outgoing,
  options: RequestOptions,
  io: CliIo,
): Promise<number> {
  let shown: object | undefined;
  const keep: typeof fetch = async (input, init) => {
    const headers = Object.fromEntries(new Headers(init?.headers));
    if ('authorization' in headers) headers['authorization'] = 'Bearer [the key]';
    shown = {
      method: init?.method ?? 'POST',
      url: String(input instanceof Request ? input.url : input),
      headers,
      body: JSON.parse(String(init?.body)),
    };
    return Response.json({ data: {} });
  };
  // The real key is not read.
  await using client = await open(options, io, { fetch: keep, apiKey: 'not-the-real-one' });
  // The answer is a placeholder, so its errors do not count.
  await client.execute(text, variables, { signal: io.signal, operationName }).catch((error: unknown) => {
    if (shown === undefined) throw error;
  });
  io.stdout.write(`${json(shown, 2)}\n`);
  io.note('Nothing was sent.');
  return exitCodes.ok;
}
