import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { CodegenConfig } from '@graphql-codegen/cli';
import { isRecord } from '../base/is-record.ts';
import { conflictLine } from '../graphql/conflict-line.ts';
import { ControlApiError, isControlApiError } from '../index.ts';
import { howToBegin } from './config-file.ts';
import { loadDefault } from './load-default.ts';

/**
 * Loads a config of GraphQL Code Generator, such as `codegen.ts`, without the generator itself, which takes a second.
 *
 * @param configFile - The file, relative to `cwd`.
 * @throws {ControlApiError} if the file does not exist, exports no config, or a package to load it is missing.
 */
export async function loadConfig(configFile: string, cwd: string): Promise<CodegenConfig> {
  const path = resolve(cwd, configFile);
  if (!existsSync(path))
    throw new ControlApiError(
      'configuration',
      `The config file ${configFile} does not exist: ${howToBegin(cwd)}, or pass another file with \`--config\`.`,
    );
  const loaded = await loadDefault(path, configFile).catch(async (error: unknown) => {
    if (isControlApiError(error)) throw error;
    const line = conflictLine(await readFile(path, 'utf8'));
    if (line !== undefined)
      throw new ControlApiError('configuration', `${configFile}:${line}:1: A merge left a conflict. Resolve it.`);
    // Node adds the modules that asked for a missing one: the config, and its path on this machine.
    const message = (error instanceof Error ? error.message : String(error)).replace(/\nRequire stack:.*/s, '');
    throw new ControlApiError('configuration', `The config file ${configFile} cannot be loaded: ${message}`, {
      cause: error,
    });
  });
  if (!isConfig(loaded))
    throw new ControlApiError(
      'configuration',
      `The config file ${configFile} exports no config: export the result of \`controlApiCodegen()\` as its default.`,
    );
  return loaded;
}

/** Whether a value is a config of the generator, as far as its one required member shows. */
export function isConfig(loaded: unknown): loaded is CodegenConfig {
  return isRecord(loaded) && isRecord(loaded['generates']);
}
