import type { GraphQLSchema } from 'graphql';
import { orList } from '../../base/words.ts';
import type { ProjectConfig } from '../../codegen/project-config.ts';
import { endpointText, pullCommand } from '../../graphql/files/snapshot.ts';
import type { ExecutableOperation } from '../../graphql/parse-operations.ts';
import type { ControlApiError, ControlClient } from '../../index.ts';
import { ExitError, exitCodes, usageError } from '../exit.ts';
import type { CliIo } from '../io.ts';
import { openClient } from '../open-client.ts';
import { readProjectConfig } from '../project-config.ts';
import { presentSnapshot, readProjectSchema, readSchema } from '../read-schema.ts';
import { hasKey } from '../settings.ts';
import { json } from '../visible.ts';
import { type FoundDocument, findDocument } from './find-document.ts';
import type { ListFormat } from './list-options.ts';
import { listsWithMore, refusalsIn } from './listing.ts';
import { readVariables, requireVariables, splitVars, typedVars } from './read-variables.ts';

/** The input of `control-api request`. */
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
  readonly validate: boolean;
  readonly timeout: number | undefined;
}

/** The request. */
interface Outgoing extends FoundDocument {
  readonly variables: Readonly<Record<string, unknown>>;
  readonly operationName: string | undefined;
}

/** Sends an operation, and prints what the service answers. Returns the exit code. */
export async function sendRequest(word: string, options: RequestOptions, io: CliIo): Promise<number> {
  checkOptions(word, options);
  let read: Promise<ProjectConfig> | undefined;
  const config = (): Promise<ProjectConfig> => {
    read ??= readProjectConfig(io);
    return read;
  };
  const found = await findDocument(word, config, io);
  const project = await knowledgeOf(found, config, options, io);
  const variables = options.variables === undefined ? {} : await readVariables(options.variables, io);
  const vars = splitVars(options.var);
  const typed = project === undefined ? {} : await typedVars(vars, project.operation.node, project.schema);
  const outgoing: Outgoing = { ...found, variables: { ...variables, ...typed }, operationName: options.operation };
  if (options.dryRun) return showRequest(outgoing, options, io);
  if (options.paginate && project !== undefined) return paginate(outgoing, project, options, io);
  if (options.validate && project !== undefined)
    requireVariables(project.operation.node, outgoing.variables, await import('graphql'));
  return sendOnce(outgoing, project, options, io);
}

function checkOptions(word: string, { paginate, format, variables }: RequestOptions): void {
  if (format !== 'json' && !paginate) throw usageError(`\`--format ${format}\` needs \`--paginate\`.`);
  if (word === '-' && variables === '-')
    throw usageError('Standard input cannot be both the operation and its variables: pass one of them in another way.');
}

/** The project's facts of a document. */
interface ProjectKnowledge {
  /** The operation to send, with its fragments. */
  readonly operation: ExecutableOperation;
  /** The schema: the snapshot if there is one, else the live one. */
  schema(): Promise<GraphQLSchema>;
}

/** Parses and validates the document, if anything needs that: a snapshot is there, or options ask for it. */
async function knowledgeOf(
  found: FoundDocument,
  config: () => Promise<ProjectConfig>,
  options: RequestOptions,
  io: CliIo,
): Promise<ProjectKnowledge | undefined> {
  if (!options.validate && options.var.length === 0 && !options.paginate) return undefined;
  const snapshot = presentSnapshot(await config(), io);
  const validates = options.validate && snapshot !== undefined;
  if (!validates && options.var.length === 0 && !options.paginate) return undefined;
  const { parseOperations } = await loadParser();
  const operations = parseOperations([{ file: found.origin, text: found.text }]);
  if (operations.length === 0) throw usageError(`There is no operation in ${found.origin}.`);
  if (validates) await validate(operations, await readSchema({ from: 'file', file: snapshot }, io), snapshot);
  let schema: Promise<GraphQLSchema> | undefined;
  return {
    operation: choose(operations, options.operation, found.origin),
    schema: () => {
      schema ??= config()
        .then((it) => readProjectSchema(io, { config: it }))
        .then((it) => it.schema);
      return schema;
    },
  };
}

function choose(
  operations: readonly ExecutableOperation[],
  name: string | undefined,
  origin: string,
): ExecutableOperation {
  const found =
    name === undefined && operations.length === 1 ? operations[0] : operations.find((it) => it.name === name);
  if (found !== undefined) return found;
  throw usageError(
    `Pass \`--operation\` with ${orList(operations.map((it) => it.name))}: ${origin} has ${name === undefined ? 'several operations' : `no operation ${name}`}.`,
  );
}

async function validate(
  operations: readonly ExecutableOperation[],
  schema: GraphQLSchema,
  snapshot: string,
): Promise<void> {
  const { validate: faultsIn } = await import('graphql');
  const { placeText } = await import('../../graphql/place.ts');
  const { validationRules } = await import('../../graphql/validation.ts');
  const lines = operations.flatMap(({ document }) =>
    faultsIn(schema, document, validationRules).map((fault) => `  ${placeText(fault.nodes?.[0])}: ${fault.message}`),
  );
  if (lines.length === 0) return;
  const what = [...new Set(lines)].join('\n');
  throw usageError(
    `The operation is invalid for ${snapshot}, so nothing was sent:\n${what}\nIf the snapshot is out of date, run: ${pullCommand(snapshot)}`,
  );
}

async function open(
  options: RequestOptions,
  io: CliIo,
  more: { readonly access?: 'read-only'; readonly fetch?: typeof fetch; readonly apiKey?: string },
): Promise<ControlClient> {
  // Introspection needs no key (documented), so a missing key is not an error yet.
  const keyless = !hasKey(io);
  return openClient(io, { timeoutMs: options.timeout, ...(keyless && { apiKey: null }), ...more });
}

/** Sends it with a client that refuses mutations; a mutation is sent by another one, after a yes. */
async function sendOnce(
  outgoing: Outgoing,
  project: ProjectKnowledge | undefined,
  options: RequestOptions,
  io: CliIo,
): Promise<number> {
  const { isControlApiError } = await import('../../index.ts');
  const narrowedBy = io.env['CONTROL_API_ACCESS'] === 'read-only' && io.settings.byName.get('CONTROL_API_ACCESS');
  if (!options.yes || narrowedBy) {
    try {
      await using reader = await open(options, io, { access: 'read-only' });
      return await send(reader, outgoing, options, io);
    } catch (error) {
      if (!isControlApiError(error, 'operation_not_allowed')) throw error;
      // The client takes what it cannot read for a mutation, and does not say where the mistake is.
      if (error.operationKind === undefined)
        (await loadParser()).parseDefinitions([{ file: outgoing.origin, text: outgoing.text }]);
      if (error.operationKind !== 'mutation') throw error;
      if (narrowedBy)
        throw new ExitError(exitCodes.usage, `${error.message} That is set by ${narrowedBy}.`, error.code);
      await confirm(error, project, io);
    }
  }
  await using client = await open(options, io, {});
  return await send(client, outgoing, options, io, true);
}

async function loadParser(): Promise<typeof import('../../graphql/parse-operations.ts')> {
  const { loadPeer } = await import('../../graphql/files/load-peer.ts');
  return loadPeer('Reading the operation', ['graphql'], () => import('../../graphql/parse-operations.ts'));
}

async function confirm(
  { operationName = 'This operation' }: ControlApiError,
  project: ProjectKnowledge | undefined,
  io: CliIo,
): Promise<void> {
  const run = project === undefined ? [] : await mutationsOf(project);
  const what = `${operationName} ${run.length > 1 ? `runs ${run.length} mutations (${run.join(', ')})` : 'is a mutation'}`;
  if (io.ask === undefined) throw usageError(`${what}: pass \`--yes\` to send it. Nothing was sent.`);
  const to = endpointText(io.env['CONTROL_API_URL'] ?? '');
  const answer = await io.ask(`${what}. Send it to ${to}? [y/N] `);
  if (!/^y(?:es)?$/i.test(answer.trim())) throw new ExitError(exitCodes.no, 'Nothing was sent.');
}

async function mutationsOf({ schema, operation }: ProjectKnowledge): Promise<readonly string[]> {
  const { mutationsIn } = await import('../../graphql/selections/used-part.ts');
  return mutationsIn(await schema(), operation);
}

async function send(
  client: ControlClient,
  { text, variables, operationName }: Outgoing,
  { all }: RequestOptions,
  io: CliIo,
  isMutation = false,
): Promise<number> {
  const call = { signal: io.signal, operationName };
  const answer = all ? await client.execute<unknown>(text, variables, call) : undefined;
  const data = answer === undefined ? await client.request<unknown>(text, variables, call) : answer.data;
  io.stdout.write(`${json(answer ?? data, 2)}\n`);
  for (const path of listsWithMore(data))
    io.note(`${path || 'The list'} has more pages: pass \`--paginate\` to read them all.`);
  for (const said of isMutation ? refusalsIn(data) : []) io.note(`It may have been refused: ${said}`);
  return answer?.errors === undefined ? exitCodes.ok : exitCodes.refused;
}

async function paginate(
  { variables }: Outgoing,
  project: ProjectKnowledge,
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
  await writeListing({ pages, fields: paged.fields, noun: paged.info.path.at(-1) ?? 'items' }, style, io);
  return exitCodes.ok;
}

/** Prints the request as the client would send it: the client makes it, and what would send it keeps it. */
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
  // A key of its own: the real one is not even read.
  await using client = await open(options, io, { fetch: keep, apiKey: 'not-the-real-one' });
  // The answer is nobody's, so what is said of it does not count.
  await client.execute(text, variables, { signal: io.signal, operationName }).catch((error: unknown) => {
    if (shown === undefined) throw error;
  });
  io.stdout.write(`${json(shown, 2)}\n`);
  io.note('Nothing was sent.');
  return exitCodes.ok;
}
