import type { GraphQLSchema } from 'graphql';
import { isRecord } from '../../base/is-record.ts';
import { didYouMean, orList } from '../../base/words.ts';
import type { ProjectConfig } from '../../codegen/project-config.ts';
import { endpointText, pullCommand } from '../../graphql/files/commands.ts';
import { loadPeer } from '../../graphql/files/load-peer.ts';
import type { ExecutableOperation } from '../../graphql/parse-operations.ts';
import { ExitError, usageError } from '../exit.ts';
import { readIfPresent } from '../files.ts';
import type { CliIo } from '../io.ts';
import { operationsOf } from '../project-config.ts';
import { presentSnapshot, readSchema, readServiceSchema } from '../read-schema.ts';

/** An operation to send, and the schema of the project. */
export interface ProjectOperation {
  readonly operation: ExecutableOperation;
  /** The snapshot; without one, the live schema. */
  schema(): Promise<GraphQLSchema>;
  /** Finds the lists of user errors in an answer: by the snapshot; without one, by their name. */
  errorLists(): Promise<IsErrorList>;
}

/** Reads the operation to send from a document, which must match the snapshot. */
export async function readProjectOperation(
  found: FoundDocument,
  config: ProjectConfig,
  name: string | undefined,
  io: CliIo,
): Promise<ProjectOperation> {
  const snapshot = presentSnapshot(config, io);
  const { parseOperations } = await loadParser();
  const operations = parseOperations([{ file: found.origin, text: found.text }]);
  if (operations.length === 0) throw usageError(`There is no operation in ${found.origin}.`);
  let read = snapshot === undefined ? undefined : readSchema({ from: 'file', file: snapshot }, io);
  if (read !== undefined && snapshot !== undefined) await validate(operations, await read, snapshot);
  const operation = choose(operations, name, found.origin);
  const schema = (): Promise<GraphQLSchema> => {
    read ??= readServiceSchema(io).then((live) => live.schema);
    return read;
  };
  const errorLists = async (): Promise<IsErrorList> => {
    if (snapshot === undefined) return byName;
    const { errorListsIn } = await import('../../graphql/selections/mutations-in.ts');
    const lists = new Set(errorListsIn(await schema(), operation));
    return (path) => lists.has(path);
  };
  return { operation, schema, errorLists };
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

export async function loadParser(): Promise<typeof import('../../graphql/parse-operations.ts')> {
  return loadPeer('Reading the operation', ['graphql'], () => import('../../graphql/parse-operations.ts'));
}

/** @param often - The end of `Send it`, such as ` for each line of a file`. */
export async function confirmMutation(
  name: string,
  project: ProjectOperation | undefined,
  often: string,
  io: CliIo,
): Promise<void> {
  // A mutation without a project needs no `graphql` package.
  const run = project === undefined ? [] : await mutationsOf(project);
  const what = `${name} ${run.length > 1 ? `runs ${run.length} mutations (${run.join(', ')})` : 'is a mutation'}`;
  if (io.ask === undefined) throw usageError(`${what}: pass \`--yes\` to send it. Nothing was sent.`);
  const to = endpointText(io.env['CONTROL_API_URL'] ?? '');
  const answer = await io.ask(`${what}. Send it${often} to ${to}? [y/N] `);
  if (!/^y(?:es)?$/i.test(answer.trim())) throw new ExitError('no', 'Nothing was sent.');
}

async function mutationsOf({ schema, operation }: ProjectOperation): Promise<readonly string[]> {
  const { mutationsIn } = await import('../../graphql/selections/mutations-in.ts');
  return mutationsIn(await schema(), operation);
}

/** The source of the setting that refuses mutations; undefined without one. */
export function narrowedBy({ env, settings }: Pick<CliIo, 'env' | 'settings'>): string | undefined {
  return env['CONTROL_API_ACCESS'] === 'read-only' ? settings.byName.get('CONTROL_API_ACCESS') : undefined;
}

/** Whether the list at a path of an answer, such as `renameDevice.userErrors`, contains user errors. */
export type IsErrorList = (path: string) => boolean;

export const byName: IsErrorList = (path) => /(?:^|\.)userErrors$/.test(path);

/** A sentence for each user error in the answer to a mutation. */
export function refusalsIn(data: unknown, isErrorList: IsErrorList, path: string = ''): readonly string[] {
  if (Array.isArray(data)) {
    if (isErrorList(path)) return data.map((entry) => `${path}: ${messageOf(entry)}`);
    return data.flatMap((entry) => refusalsIn(entry, isErrorList, path));
  }
  if (!isRecord(data)) return [];
  return Object.entries(data).flatMap(([key, value]) =>
    refusalsIn(value, isErrorList, path === '' ? key : `${path}.${key}`),
  );
}

function messageOf(entry: unknown): string {
  return isRecord(entry) && typeof entry['message'] === 'string' ? entry['message'] : 'an error without a message';
}

export interface FoundDocument {
  readonly text: string;
  /** The name in messages: a file, `standard input` or `the argument`. */
  readonly origin: string;
}

/**
 * Finds the document that an argument means: `-` is standard input, and a text with `{` the document itself; else the file of that
 * name, or the operation of that name in the project with its fragments.
 */
export async function findDocument(word: string, config: ProjectConfig, io: CliIo): Promise<FoundDocument> {
  if (word.trim() === '')
    throw usageError('The operation is empty: pass a file, `-` for standard input, the operation itself, or its name.');
  if (word === '-') return { text: await io.readStdin(), origin: 'standard input' };
  if (word.includes('{')) return { text: word, origin: 'the argument' };
  const text = await readIfPresent(word, io);
  if (text !== undefined) return { text, origin: word };
  if (!/^[_A-Za-z]\w*$/.test(word)) throw usageError(`The file ${word} cannot be read: check that it exists.`);
  return { text: await operationCalled(word, config, io), origin: word };
}

async function operationCalled(name: string, config: ProjectConfig, { cwd }: CliIo): Promise<string> {
  const patterns = operationsOf(config);
  const { readOperationSources, parseOperations, print } = await loadPeer(
    'Finding an operation by its name',
    ['graphql'],
    async () => ({
      ...(await import('../../graphql/files/read-operations.ts')),
      ...(await import('../../graphql/parse-operations.ts')),
      print: (await import('graphql')).print,
    }),
  );
  const sources = await readOperationSources({ patterns, cwd, ignore: config.outputs, mayBeMissing: true });
  const named = parseOperations(sources).filter(({ node }) => node.name !== undefined);
  const where = patterns.join(', ');
  if (named.length === 0) throw usageError(`There is no file ${name}, and no ${where} with operations: pass a file.`);
  const found = named.findLast((it) => it.name === name);
  if (found !== undefined) return `${print(found.document)}\n`;
  const names = named.map((it) => it.name);
  const advice = didYouMean(name, names, `It has ${names.join(', ')}.`, '');
  throw usageError(`There is no file ${name}, and no operation of that name in ${where}. ${advice}`);
}
