import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { OperationSource } from '../../drift/index.ts';
import type { CliIo } from '../io.ts';
import { type CheckConfig, operationsFolder } from '../schema/check-config.ts';

/**
 * Reads the operations of a project; none where it has no config that names them, and no folder of that name.
 *
 * @throws {ConfigurationError} if a path does not exist, or a file cannot be read.
 */
export async function projectOperations(
  { patterns, ignore }: Pick<CheckConfig, 'patterns' | 'ignore'>,
  { cwd }: Pick<CliIo, 'cwd'>,
): Promise<readonly OperationSource[]> {
  const isDefault = patterns.length === 1 && patterns[0] === operationsFolder;
  if (isDefault && !existsSync(resolve(cwd, operationsFolder))) return [];
  const { readOperationSources } = await import('../../graphql/files/read-operations.ts');
  return readOperationSources({ patterns, cwd, ignore });
}
