import { existsSync } from 'node:fs';
import { isAbsolute, join, resolve } from 'node:path';
import type { CodegenConfig } from '@graphql-codegen/cli';
import { codegenPackages, loadPeer } from '../graphql/load-peer.ts';
import { ConfigurationError, isControlApiError } from '../index.ts';
import { patternsOf, readDocuments } from './lazy-operations.ts';
import { loaderOf } from './lazy-schema.ts';

/** The result of one run of the generator. */
export interface Generated {
  /** The output files. */
  readonly files: readonly string[];
  /** The stale output files; filled by a check only. */
  readonly stale: readonly string[];
  /** The patterns of the operation files. */
  readonly operations: readonly string[];
}

type Codegen = typeof import('@graphql-codegen/cli');

/** The options of {@link generate}. */
export interface GenerateOptions {
  /** Whether stale files are only reported and nothing is written. */
  readonly check: boolean;
  /** The folder that the config file and the paths in it are relative to. */
  readonly cwd: string;
}

/**
 * Runs GraphQL Code Generator with a config file, such as `codegen.ts`.
 *


 * @throws {ConfigurationError} if the config, a package, the operations or the source of the schema is missing.
 * @throws {IntrospectionError} if the schema of the server could not be read.
 * @throws {OperationsError} if the operations are invalid GraphQL or do not match the schema.
 */
export async function generate(configFile: string, { check, cwd }: GenerateOptions): Promise<Generated> {
  const codegen = await loadPeer('Generating', codegenPackages, () => import('@graphql-codegen/cli'));
  const config = await loadConfig(codegen, configFile, cwd);
  const documents = [config.documents ?? []].flat();
  const operations = patternsOf(documents);
  // The generator would wrap an error of reading; read before it runs, the error stays as it is.
  const schema = await loaderOf(config.schema)?.(undefined, { cwd });
  const files = Object.keys(config.generates);
  const context = new codegen.CodegenContext({
    config: {
      ...config,
      ...(schema && { schema }),
      documents: [...(await readDocuments(documents, cwd))],
      // The generator writes to paths from `cwd`, but compares with paths from the process's own folder.
      generates: Object.fromEntries(
        Object.entries(config.generates).map(([file, output]) => [isAbsolute(file) ? file : join(cwd, file), output]),
      ),
      cwd,
      silent: true,
    },
  });
  if (check) context.enableCheckMode();
  try {
    await codegen.generate(context);
  } catch (error) {
    throw explain(error instanceof AggregateError ? error.errors[0] : error, operations);
  }
  const isStale = (file: string): boolean =>
    context.checkModeStaleFiles.some((it) => resolve(cwd, file) === resolve(it));
  return { files, stale: files.filter(isStale), operations };
}

async function loadConfig(codegen: Codegen, configFile: string, cwd: string): Promise<CodegenConfig> {
  const configFilePath = resolve(cwd, configFile);
  if (!existsSync(configFilePath))
    throw new ConfigurationError(
      `The config file ${configFile} does not exist: run \`npx control-api init\`, or pass another file with \`--config\`.`,
    );
  const loaded = await codegen.loadCodegenConfig({ configFilePath }).catch((error: unknown) => {
    if (isControlApiError(error)) throw error;
    throw new ConfigurationError(`The config file ${configFile} cannot be loaded: ${messageOf(error)}`, {
      cause: error,
    });
  });
  if (!loaded?.config?.generates)
    throw new ConfigurationError(
      `The config file ${configFile} exports no config: export the result of \`controlApiCodegen()\` as its default.`,
    );
  return loaded.config;
}

function explain(error: unknown, operations: readonly string[]): unknown {
  if (error instanceof Error && error.name === 'NoTypeDefinitionsFound')
    return new ConfigurationError(`No operations found in ${operations.join(', ')}: add some, or correct the pattern.`);
  return error;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
