import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { ConfigurationError } from '../../index.ts';
import { pullCommand } from './pull-command.ts';

/**
 * Reads the text of a schema file.
 *
 * @param path - The file, relative to `cwd`.
 * @throws {ConfigurationError} if the file cannot be read.
 */
export async function readSchemaText(path: string, cwd: string): Promise<string> {
  try {
    return await readFile(resolve(cwd, path), 'utf8');
  } catch (cause) {
    throw new ConfigurationError(
      `The schema file ${path} cannot be read: check that it exists, or pull it: ${pullCommand(path)}`,
      { cause },
    );
  }
}
