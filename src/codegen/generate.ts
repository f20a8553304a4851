import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { CodegenConfig } from '@graphql-codegen/cli';
import { codegenPackages, loadPeer } from '../graphql/load-peer.ts';
import { refuse } from '../graphql/operations-error.ts';
import { ConfigurationError, isControlApiError } from '../index.ts';
import { loaderOf } from './lazy-schema.ts';

/** What one run of the generator came to. */
export interface Generated {
  /** The output files. */
  readonly files: readonly string[];
  /** Those that are not what they would be; only told by a check, which writes nothing. */
  readonly stale: readonly string[];
  /** The patterns of the operation files. */
  readonly operations: readonly string[];
}

type Codegen = typeof import('@graphql-codegen/cli');

/**
 * Runs GraphQL Code Generator with a config file, such as `codegen.ts`.
 *
 * @throws {ConfigurationError} where the config, a package, the operations or the schema's source is missing.
 * @throws {IntrospectionError} where the server's schema could not be read.
 * @throws {OperationsError} where the operations are no GraphQL or don't fit the schema.
 */
export async function generate(configFile: string, { check }: { readonly check: boolean }): Promise<Generated> {
  const codegen = await loadPeer('Generating', codegenPackages, () => import('@graphql-codegen/cli'));
  const config = await loadConfig(codegen, configFile);
  // The generator would wrap a failure to read the schema in advice for others; read first, the failure stays what it is.
  const schema = await loaderOf(config.schema)?.();
  const context = new codegen.CodegenContext({ config: { ...config, ...(schema && { schema }), silent: true } });
  if (check) context.enableCheckMode();
  const operations = [config.documents ?? []].flat().filter((it) => typeof it === 'string');
  try {
    await codegen.generate(context);
  } catch (error) {
    throw await explain(error instanceof AggregateError ? error.errors[0] : error, operations);
  }
  return { files: Object.keys(config.generates), stale: context.checkModeStaleFiles, operations };
}

async function loadConfig(codegen: Codegen, configFile: string): Promise<CodegenConfig> {
  const configFilePath = resolve(configFile);
  if (!existsSync(configFilePath))
    throw new ConfigurationError(
      `There is no ${configFile}: \`npx control-api init\` writes one, and --config names one that is called differently.`,
    );
  const loaded = await codegen.loadCodegenConfig({ configFilePath }).catch((error: unknown) => {
    if (isControlApiError(error)) throw error;
    throw new ConfigurationError(`${configFile} can not be loaded: ${messageOf(error)}`, { cause: error });
  });
  if (!loaded?.config?.generates)
    throw new ConfigurationError(
      `${configFile} exports no config: make what controlApiCodegen returns its default export.`,
    );
  return loaded.config;
}

async function explain(error: unknown, operations: readonly string[]): Promise<unknown> {
  if (!(error instanceof Error)) return error;
  if (error.name === 'NoTypeDefinitionsFound')
    return new ConfigurationError(
      `There are no operations in ${operations.join(', ')}: write some, or correct the pattern.`,
    );
  if (error.message.includes('Syntax Error')) {
    const { findSyntaxErrors } = await import('./syntax-errors.ts');
    refuse('These files are no GraphQL', await findSyntaxErrors(operations, error.message));
  }
  return error;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
