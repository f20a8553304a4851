import type { CodegenConfig } from '@graphql-codegen/cli';
import { configFileIn } from '../../codegen/config-file.ts';
import type { ProjectConfig } from '../../codegen/project-config.ts';
import { noBaseUrl } from '../exit.ts';
import type { CliIo } from '../io.ts';

/** The input of `check`: the generator's config, with the options that replace parts of it. A snapshot that is named must exist. */
export interface CheckConfig extends ProjectConfig {
  /** The config file; undefined if there is none. */
  readonly file: string | undefined;
  /** Its exports; undefined if there is none. */
  readonly generator: CodegenConfig | undefined;
  /** The base URL of the service; empty if there is none and none is needed. */
  readonly baseUrl: string;
}

/** The files that options of `check` name. */
type Named = Readonly<Partial<Record<'config' | 'schema' | 'live', string | undefined>>>;

/** Where the operations of a project are, unless its config says otherwise. */
export const operationsFolder = 'operations';

/**
 * Reads the generator's config, if there is one.
 *
 * @throws {ExitError} with code 2 if the service is needed and no base URL is set.
 * @throws {ControlApiError} if the config cannot be loaded.
 */
export async function readCheckConfig(
  { config, schema, operations = [], live }: Named & { readonly operations?: readonly string[] },
  io: CliIo,
): Promise<CheckConfig> {
  const file = config ?? configFileIn(io.cwd);
  const found = await load(file, io, schema || undefined);
  const baseUrl = io.env['CONTROL_API_URL']?.trim() || found.baseUrl || '';
  if (!baseUrl && live === undefined) throw noBaseUrl();
  const places = found.operations.length > 0 ? found.operations : [operationsFolder];
  return {
    ...found,
    ...(operations.length > 0 ? { operations, outputs: [] } : { operations: places }),
    ...(schema && { schema }),
    file,
    baseUrl,
  };
}

async function load(
  file: string | undefined,
  io: CliIo,
  snapshot: string | undefined,
): Promise<ProjectConfig & Pick<CheckConfig, 'generator'>> {
  if (file === undefined) return { operations: [], outputs: [], scalars: {}, openEnums: false, generator: undefined };
  const [{ loadConfig }, { projectConfig }] = await Promise.all([
    import('../../codegen/load-config.ts'),
    import('../../codegen/project-config.ts'),
  ]);
  const generator = await io.foreign(file, () => loadConfig(file, io.cwd));
  return { ...projectConfig(generator, snapshot), generator };
}
