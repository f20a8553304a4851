import type { GraphQLSchema } from 'graphql';
import { shellWord } from '../../base/shell-word.ts';
import { pullCommand, snapshotFile } from '../../graphql/files/pull-command.ts';
import { ExitError, noBaseUrl, usageError } from '../exit.ts';
import { readIfPresent } from '../files.ts';
import type { CliIo } from '../io.ts';

/** The schema that a command works on, and its source. */
export interface ChosenSchema {
  readonly schema: GraphQLSchema;
  /** The endpoint of the service, or the name of the file. */
  readonly source: string;
  /** The file; undefined for the live schema. */
  readonly file: string | undefined;
}

/**
 * Reads the live schema, without a key, within `timeoutMs`; or a snapshot, if `file` is given.
 *
 * @throws {IntrospectionError} if the live schema cannot be read.
 * @throws {ExitError} with code 2 if no base URL is set.
 * @throws {ConfigurationError} if the file cannot be read, or its schema is invalid.
 */
export async function chooseSchema(io: CliIo, file?: string, timeoutMs?: number): Promise<ChosenSchema> {
  return file === undefined ? readLive(io, timeoutMs) : { schema: await readSnapshot(file, io), source: file, file };
}

/** Reads the snapshot of the project, if there is one, or the file that is named; otherwise the live schema. */
export async function readProjectSchema(io: CliIo, file?: string, timeoutMs?: number): Promise<ChosenSchema> {
  const present = file ?? ((await readIfPresent(snapshotFile, io)) === undefined ? undefined : snapshotFile);
  return chooseSchema(io, present, timeoutMs);
}

/**
 * Reads a snapshot: a file, or standard input for `-`.
 *
 * @throws {ConfigurationError} if it cannot be read, or its schema is invalid.
 */
export async function readSnapshot(file: string, io: CliIo): Promise<GraphQLSchema> {
  return parseSnapshot(await readSnapshotText(file, io), file);
}

/**
 * Reads the text of a snapshot: a file, or standard input for `-`.
 *
 * @throws {ConfigurationError} if it cannot be read.
 */
export async function readSnapshotText(file: string, io: CliIo): Promise<string> {
  if (file === '-') return io.readStdin();
  const { readSchemaText } = await import('../../graphql/files/read-schema-text.ts');
  return readSchemaText(file, io.cwd);
}

/**
 * Parses the text of a snapshot.
 *
 * @throws {ConfigurationError} if the schema is invalid.
 */
export async function parseSnapshot(text: string, file: string): Promise<GraphQLSchema> {
  const { loadPeer } = await import('../../graphql/files/load-peer.ts');
  const { parseSchema } = await loadPeer(
    'Reading a schema',
    ['graphql'],
    () => import('../../graphql/parse-schema.ts'),
  );
  return file === '-'
    ? parseSchema(text, 'standard input')
    : parseSchema(text, file, `or pull it again: ${pullCommand(file)}`);
}

async function readLive(io: CliIo, timeoutMs: number | undefined): Promise<ChosenSchema> {
  const baseUrl = io.env['CONTROL_API_URL'];
  if (!baseUrl?.trim()) throw noBaseUrl();
  const { loadIntrospect } = await import('../../graphql/files/load-introspect.ts');
  const introspect = await loadIntrospect();
  const schema = await introspect({ baseUrl, signal: io.signal, ...(timeoutMs !== undefined && { timeoutMs }) });
  const { endpointText } = await import('../../graphql/endpoint-text.ts');
  return { schema, source: endpointText(baseUrl), file: undefined };
}

/**
 * Turns an unknown name into an {@link ExitError} with code 2 that suggests what to do.
 *
 * @param file - The snapshot that was looked in; undefined for the live schema.
 */
export function knownName<Result>(look: () => Result, file?: string): Result {
  try {
    return look();
  } catch (error) {
    if (error instanceof Error && error.name === 'UnreadableListError') throw usageError(error.message);
    if (!(error instanceof Error) || error.name !== 'UnknownNameError') throw error;
    // One advice is enough.
    const advised = /Did you mean|Run `|[Ww]rite |must be|name its|pass `/.test(error.message);
    const where = file === undefined ? '' : ` --schema ${shellWord(file)}`;
    const advice = advised ? '' : ` To search the schema, run: control-api schema search <words>${where}`;
    throw usageError(error.message + advice);
  }
}
