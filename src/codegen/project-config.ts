import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { CodegenConfig } from '@graphql-codegen/cli';
import { isRecord } from '../base/is-record.ts';
import { ownCommand } from '../graphql/files/commands.ts';
import { loadPeer } from '../graphql/files/load-peer.ts';
import { conflictLine } from '../graphql/place.ts';
import { ControlApiError, isControlApiError } from '../index.ts';
import { ownSource } from './loaders.ts';
import type { OutputOptions } from './output/output.ts';

/** The config files that commands find by themselves. `init` writes the first for TypeScript, the second for JavaScript. */
export const configFiles = ['codegen.ts', 'codegen.mjs'] as const;

export function configFileIn(cwd: string): (typeof configFiles)[number] | undefined {
  return configFiles.find((file) => existsSync(resolve(cwd, file)));
}

/** A config file that commands read only by `--config`. */
export function otherConfigIn(cwd: string): string | undefined {
  return readdirSync(cwd).find((name) => /^codegen\.(?:ya?ml|json|[cm]?[jt]s)$/.test(name));
}

/** The advice in a folder without one of the {@link configFiles}. */
export function howToBegin(cwd: string): string {
  const other = otherConfigIn(cwd);
  if (other !== undefined) return `begin with \`--config ${other}\``;
  const unread = readdirSync(cwd).find((name) => /^(?:\.graphqlrc(?:\.\w+)?|graphql\.config\.\w+)$/.test(name));
  const init = `run \`${ownCommand()} init\``;
  return unread === undefined ? init : `${unread} is not read, so ${init}`;
}

/** Loads a config file such as `codegen.ts` without GraphQL Code Generator itself, which takes a second to load. */
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

export interface ProjectConfig {
  /** The patterns of the operation files; empty if the config names none. */
  readonly operations: readonly string[];
  /** The files that the generator writes, which contain no operations. */
  readonly outputs: readonly string[];
  readonly scalars: NonNullable<OutputOptions['scalars']>;
  readonly openEnums: boolean;
  /** The snapshot, if the schema is read from a file. */
  readonly schema?: string;
  /** The base URL, if the schema is read from a server. */
  readonly baseUrl?: string;
}

export function projectConfig({ documents, generates, schema, config }: CodegenConfig): ProjectConfig {
  const outputs = Object.values(generates).flatMap((output) => (isRecord(output) ? [output] : []));
  const settings = [settingsOf(config), ...outputs.map((output) => settingsOf(output['config']))];
  const source = ownSource(schema);
  const file =
    source === undefined ? schemaFile([schema, ...outputs.map((output) => output['schema'])]) : source.schema;
  return {
    operations: [...new Set([documents, ...outputs.map((output) => output['documents'])].flatMap(pointersIn))],
    outputs: writtenFiles(generates),
    scalars: Object.assign({}, ...settings.map(({ scalars }) => scalars)),
    openEnums: settings.some(({ openEnums }) => openEnums),
    ...(file !== undefined && { schema: file }),
    ...(source?.baseUrl && typeof source.baseUrl !== 'function' ? { baseUrl: String(source.baseUrl) } : {}),
  };
}

/** The output files. A folder is left out, since operations may lie in it. */
export function writtenFiles(generates: CodegenConfig['generates']): readonly string[] {
  return Object.keys(generates).filter((output) => !/[\\/]$/.test(output));
}

/** The schema file of a config without our own loader. */
function schemaFile(schemas: readonly unknown[]): string | undefined {
  const files = [...new Set(schemas.flatMap(pointersIn))].filter((pointer) => !/^https?:\/\//i.test(pointer));
  const [file] = files;
  if (file === undefined || (files.length === 1 && /^[^*?{}[\]!()\s]+\.(?:graphqls?|gql|json)$/.test(file)))
    return file;
  throw new ControlApiError(
    'configuration',
    `The config reads its schema from ${files.join(', ')}, but a snapshot is one file of GraphQL or JSON: set \`schema\` to that file.`,
  );
}

/** The strings of a `schema` or `documents` setting: a string, the keys of an object, or a list of both. */
export function pointersIn(setting: unknown): readonly string[] {
  if (typeof setting === 'string') return [setting];
  if (Array.isArray(setting)) return setting.flatMap(pointersIn);
  return isRecord(setting) ? Object.keys(setting) : [];
}

function settingsOf(config: unknown): Pick<ProjectConfig, 'scalars' | 'openEnums'> {
  const { scalars, openEnums } = isRecord(config) ? config : {};
  return { scalars: isRecord(scalars) ? scalarsOf(scalars) : {}, openEnums: openEnums === true };
}

function scalarsOf(scalars: Readonly<Record<string, unknown>>): ProjectConfig['scalars'] {
  const known: Record<string, ProjectConfig['scalars'][string]> = {};
  for (const [name, type] of Object.entries(scalars)) {
    const { input, output } = isRecord(type) ? type : {};
    if (typeof type === 'string') known[name] = type;
    else if (typeof input === 'string' && typeof output === 'string') known[name] = { input, output };
  }
  return known;
}

/** Loads the default export of a module, in JavaScript or TypeScript, or a config of the generator in another form. */
export async function loadDefault(path: string, name: string): Promise<unknown> {
  const needed = ['@graphql-codegen/cli'] as const;
  if (/\.[cm]?js$/.test(path)) {
    const module: object = await import(pathToFileURL(path).href);
    return 'default' in module ? module.default : undefined;
  }
  if (/\.[cm]?ts$/.test(path)) return (await loadPeer(`Reading ${name}`, needed, loaderOfTypeScript))(path);
  const { loadCodegenConfig } = await loadPeer(`Reading ${name}`, needed, () => import('@graphql-codegen/cli'));
  return (await loadCodegenConfig({ configFilePath: path }))?.config;
}

/** The loader that the generator uses for TypeScript, resolved from the generator, since only that is sure to reach it. */
async function loaderOfTypeScript(): Promise<(path: string) => Promise<unknown>> {
  const generator = createRequire(import.meta.url).resolve('@graphql-codegen/cli');
  const { createJiti } = createRequire(generator)('jiti');
  const jiti = createJiti('');
  return (path) => jiti.import(path, { default: true });
}
