import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { ConfigurationError } from '../index.ts';
import { loadPeer } from '../peer.ts';
import { loaderOf } from './lazy-schema.ts';
import { codegenPackages } from './packages.ts';

/** What one run of the generator came to. */
export interface Generated {
  /** The output files. */
  readonly files: readonly string[];
  /** Those that are not what they would be; only told by a check, which writes nothing. */
  readonly stale: readonly string[];
  /** The patterns of the operation files. */
  readonly operations: readonly string[];
}

/**
 * Runs GraphQL Code Generator with a config file, such as `codegen.ts`.
 *
 * @throws {ConfigurationError} where the config, a package or the schema's source is missing.
 * @throws {IntrospectionError} where the server's schema could not be read.
 * @throws {OperationsError} where the operations don't fit the schema.
 */
export async function generate(configFile: string, { check }: { readonly check: boolean }): Promise<Generated> {
  const path = resolve(configFile);
  if (!existsSync(path))
    throw new ConfigurationError(
      `There is no ${configFile}: \`npx control-api init\` writes one, and --config names one that is called differently.`,
    );
  const codegen = await loadPeer('Generating', codegenPackages, () => import('@graphql-codegen/cli'));
  const loaded = await codegen.loadCodegenConfig({ configFilePath: path });
  if (!loaded?.config) throw new ConfigurationError(`${configFile} exports no config: export one as the default.`);
  const { config } = loaded;
  // The generator would wrap a failure to read the schema in advice for others; read first, the failure stays what it is.
  const schema = await loaderOf(config.schema)?.();
  const context = new codegen.CodegenContext({
    filepath: path,
    config: { ...config, ...(schema && { schema }), silent: true },
  });
  if (check) context.enableCheckMode();
  try {
    await codegen.generate(context);
  } catch (error) {
    throw error instanceof AggregateError ? error.errors[0] : error;
  }
  return {
    files: Object.keys(config.generates),
    stale: context.checkModeStaleFiles,
    operations: [config.documents ?? []].flat().filter((it) => typeof it === 'string'),
  };
}
