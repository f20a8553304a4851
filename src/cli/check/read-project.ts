import type { AcceptedChange, OperationSource } from '../../drift/index.ts';
import { usageError } from '../exit.ts';
import { readIfPresent, readText } from '../files.ts';
import type { CliIo } from '../io.ts';
import { type CheckConfig, operationsFolder, readCheckConfig } from '../schema/check-config.ts';
import type { CheckedProject, CheckOptions } from './comparison.ts';

/** The file of the accepted changes, unless an option names another one. */
export const acceptedFile = 'drift.json';

/**
 * Reads a project: its config, its operations and its accepted changes.
 *
 * @throws {ExitError} with code 2 if a file is missing, or there is no operation.
 * @throws {ControlApiError} if the config or the accepted changes cannot be read.
 */
export async function readCheckedProject(options: CheckOptions, io: CliIo): Promise<CheckedProject> {
  const config = await readCheckConfig(options, io, options.live === undefined);
  const sources = await projectOperations(config, io);
  if (sources.length > 0) return { config, sources, accepted: await readAccepted(options.accepted, io) };
  const isNew = config.file === undefined && options.operations.length === 0;
  const todo = isNew ? 'to begin with one, run `npx control-api-sdk init`' : 'add some';
  throw usageError(
    `No operations found in ${config.patterns.join(', ')}: ${todo}, or pass others with \`--operations\`.`,
  );
}

/**
 * Reads the accepted changes of a project: the usual file may be missing, another one may not.
 *
 * @throws {ExitError} with code 2 if the file is missing.
 * @throws {ControlApiError} if it cannot be read.
 */
export async function readAccepted(file: string, io: CliIo): Promise<readonly AcceptedChange[]> {
  const { parseAccepted } = await import('../../drift/model/accepted.ts');
  const text = file === acceptedFile ? await readIfPresent(file, io) : await readText(file, io);
  return text === undefined ? [] : parseAccepted(text, file);
}

/**
 * Reads the operations of a project; none where it has no config that names them, and no folder of that name.
 *
 * @throws {ControlApiError} if a path does not exist, or a file cannot be read.
 */
export async function projectOperations(
  { patterns, ignore }: Pick<CheckConfig, 'patterns' | 'ignore'>,
  { cwd }: Pick<CliIo, 'cwd'>,
): Promise<readonly OperationSource[]> {
  const mayBeMissing = patterns.length === 1 && patterns[0] === operationsFolder;
  const { readOperationSources } = await import('../../graphql/files/read-operations.ts');
  return readOperationSources({ patterns, cwd, ignore, mayBeMissing });
}
