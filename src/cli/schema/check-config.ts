import type { CodegenConfig } from '@graphql-codegen/cli';
import { configFileIn } from '../../codegen/config-file.ts';
import type { ProjectConfig } from '../../codegen/project-config.ts';
import { snapshotFile } from '../../graphql/files/pull-command.ts';
import { noBaseUrl } from '../exit.ts';
import type { CliIo } from '../io.ts';

/** The input of `check`: the generator's config, and the options that replace parts of it. */
export interface CheckConfig extends Pick<ProjectConfig, 'scalars' | 'openEnums'> {
  /** The config file; undefined if there is none. */
  readonly file: string | undefined;
  /** Its exports; undefined if there is none. */
  readonly generator: CodegenConfig | undefined;
  /** The patterns of the operation files. */
  readonly patterns: readonly string[];
  /** Files that contain no operations: the generated ones. */
  readonly ignore: readonly string[];
  /** The file of the snapshot, whether it exists or not. */
  readonly snapshotFile: string;
  /** Whether the snapshot was named, and so must exist. */
  readonly isSnapshotNamed: boolean;
  /** The base URL of the service; empty if there is none and none is needed. */
  readonly baseUrl: string;
}

/** Where the operations of a project are, unless its config says otherwise. */
export const operationsFolder = 'operations';

/**
 * Reads the generator's config, if there is one.
 *
 * @param needsService - Whether the service is asked. @defaultValue true
 * @throws {ExitError} with code 2 if the service is needed and no base URL is set.
 * @throws {ControlApiError} if the config cannot be loaded.
 */
export async function readCheckConfig(
  options: {
    readonly config?: string | undefined;
    readonly schema?: string | undefined;
    readonly operations?: readonly string[];
  },
  io: CliIo,
  needsService: boolean = true,
): Promise<CheckConfig> {
  const file = options.config ?? configFileIn(io.cwd);
  const found = file === undefined ? undefined : await load(file, io.cwd, options.schema || undefined);
  const baseUrl = io.env['CONTROL_API_URL']?.trim() || found?.baseUrl || '';
  if (!baseUrl && needsService) throw noBaseUrl();
  const named = options.schema || found?.schema;
  const places = options.operations ?? [];
  const patterns = found && found.operations.length > 0 ? found.operations : [operationsFolder];
  return {
    file,
    generator: found?.generator,
    ...(places.length > 0 ? { patterns: places, ignore: [] } : { patterns, ignore: found?.outputs ?? [] }),
    scalars: found?.scalars ?? {},
    openEnums: found?.openEnums ?? false,
    snapshotFile: named ?? snapshotFile,
    isSnapshotNamed: named !== undefined,
    baseUrl,
  };
}

async function load(
  file: string,
  cwd: string,
  snapshot: string | undefined,
): Promise<ProjectConfig & { readonly generator: CodegenConfig }> {
  const [{ loadConfig }, { projectConfig }] = await Promise.all([
    import('../../codegen/load-config.ts'),
    import('../../codegen/project-config.ts'),
  ]);
  const generator = await loadConfig(file, cwd);
  return { ...projectConfig(generator, snapshot), generator };
}
