import type { CodegenConfig } from '@graphql-codegen/cli';
import { isRecord } from '../base/is-record.ts';
import { ControlApiError } from '../index.ts';
import { ownSource } from './lazy-schema.ts';
import type { OutputOptions } from './output/output-options.ts';

/** The parts of a generator config that other commands read, so that a project says them once. */
export interface ProjectConfig {
  /** The patterns of the operation files; an empty list if the config names none. */
  readonly operations: readonly string[];
  /** The files that the generator writes; they contain no operations. */
  readonly outputs: readonly string[];
  readonly scalars: NonNullable<OutputOptions['scalars']>;
  readonly openEnums: boolean;
  /** The snapshot that the config reads instead of a server. */
  readonly schema?: string;
  /** The base URL that the config reads the schema from, if it names one. */
  readonly baseUrl?: string;
}

/**
 * Reads the parts from a config: one of `controlApiCodegen`, or any other of GraphQL Code Generator.
 *
 * @throws {ControlApiError} if it names schema files of which none is the snapshot.
 */
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

/** The files that a config writes. A folder is none: operations may lie in it, and what a preset writes is beside them. */
export function writtenFiles(generates: CodegenConfig['generates']): readonly string[] {
  return Object.keys(generates).filter((output) => !/[\\/]$/.test(output));
}

/** The only schema file that a plain config names; a URL is no file. */
function schemaFile(schemas: readonly unknown[]): string | undefined {
  const files = [...new Set(schemas.flatMap(pointersIn))].filter((pointer) => !/^https?:\/\//i.test(pointer));
  const [file] = files;
  if (file === undefined || (files.length === 1 && /^[^*?{}[\]!()\s]+\.(?:graphqls?|gql|json)$/.test(file)))
    return file;
  throw new ControlApiError(
    'configuration',
    `The config reads its schema from ${files.join(', ')}, and a snapshot is one file of GraphQL or JSON: name that as \`schema\`.`,
  );
}

/** The texts of a `schema` or `documents` setting: a text, the keys of an object, or a list of both. */
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
