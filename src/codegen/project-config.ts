import type { CodegenConfig } from '@graphql-codegen/cli';
import { isRecord } from '../base/is-record.ts';
import { patternsOf } from './lazy-operations.ts';
import { sourceOf } from './lazy-schema.ts';
import type { OutputOptions } from './output/output-options.ts';

/** The parts of a generator config that other commands read, so that a project says them once. */
export interface ProjectConfig {
  /** The patterns of the operation files; an empty list if the config names none. */
  readonly operations: readonly string[];
  /** The files that the generator writes; they contain no operations. */
  readonly outputs: readonly string[];
  /** The TypeScript types of custom scalars. */
  readonly scalars: NonNullable<OutputOptions['scalars']>;
  /** Whether enums in results accept values that are added later. */
  readonly openEnums: boolean;
  /** The snapshot that the config reads instead of a server. */
  readonly schema?: string;
  /** The base URL that the config reads the schema from, if it names one. */
  readonly baseUrl?: string;
}

/** Reads the parts from a config: one of `controlApiCodegen`, or any other of GraphQL Code Generator. */
export function projectConfig({ documents, generates, schema, config }: CodegenConfig): ProjectConfig {
  const outputs = Object.values(generates).map((output) => settingsOf(isRecord(output) ? output['config'] : undefined));
  const settings = [settingsOf(config), ...outputs];
  const source = sourceOf(schema);
  return {
    operations: patternsOf([documents ?? []].flat()),
    outputs: Object.keys(generates),
    scalars: Object.assign({}, ...settings.map(({ scalars }) => scalars)),
    openEnums: settings.some(({ openEnums }) => openEnums),
    ...(source?.from === 'file' ? { schema: source.path } : {}),
    ...(source?.from === 'url' ? { baseUrl: String(source.baseUrl) } : {}),
  };
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
