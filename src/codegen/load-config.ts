import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { CodegenConfig } from '@graphql-codegen/cli';
import { isRecord } from '../base/is-record.ts';
import { conflictLine } from '../graphql/conflict-line.ts';
import { loadPeer } from '../graphql/files/load-peer.ts';
import { ControlApiError, isControlApiError } from '../index.ts';
import { howToBegin } from './config-file.ts';

/** Loads a config file such as `codegen.ts` without GraphQL Code Generator itself, which takes a second to load. */
export async function loadConfig(configFile: string, cwd: string): Promise<CodegenConfig> {
  const path = resolve(cwd, configFile);
  if (!existsSync(path))
    throw new ControlApiError(
      'configuration',
      `The config file ${configFile} does not exist: ${howToBegin(cwd)}, or pass another file with \`--config\`.`,
    );
  const loaded = await load(path, configFile).catch(async (error: unknown) => {
    if (isControlApiError(error)) throw error;
    const line = conflictLine(await readFile(path, 'utf8'));
    if (line !== undefined)
      throw new ControlApiError('configuration', `${configFile}:${line}:1: A merge left a conflict. Resolve it.`);
    // Node adds a require stack with absolute paths.
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

export function isConfig(loaded: unknown): loaded is CodegenConfig {
  return isRecord(loaded) && isRecord(loaded['generates']);
}

async function load(path: string, name: string): Promise<unknown> {
  const needed = ['@graphql-codegen/cli'] as const;
  if (/\.[cm]?js$/.test(path)) {
    const module: object = await import(pathToFileURL(path).href);
    return 'default' in module ? module.default : undefined;
  }
  if (/\.[cm]?ts$/.test(path)) return (await loadPeer(`Reading ${name}`, needed, loaderOfTypeScript))(path);
  const { loadCodegenConfig } = await loadPeer(`Reading ${name}`, needed, () => import('@graphql-codegen/cli'));
  return (await loadCodegenConfig({ configFilePath: path }))?.config;
}

/** GraphQL Code Generator's loader of TypeScript, resolved from the generator: a strict package manager hides it from others. */
async function loaderOfTypeScript(): Promise<(path: string) => Promise<unknown>> {
  const generator = createRequire(import.meta.url).resolve('@graphql-codegen/cli');
  const { createJiti } = createRequire(generator)('jiti');
  const jiti = createJiti('');
  return (path) => jiti.import(path, { default: true });
}
