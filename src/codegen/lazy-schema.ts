import type { Types } from '@graphql-codegen/plugin-helpers';
import type { GraphQLSchema } from 'graphql';
import { isRecord } from '../base/is-record.ts';
import { codegenPackages, loadPeer } from '../graphql/files/load-peer.ts';
import { ControlApiError } from '../index.ts';
import type { SchemaSource } from './codegen-options.ts';
import type { GeneratorLoader } from './lazy-operations.ts';

/** A custom loader of GraphQL Code Generator. */
interface LazySchema extends Types.LocalSchemaPathOptions {
  readonly loader: GeneratorLoader<GraphQLSchema>;
  /** The source of the schema, for other commands. */
  readonly source: SchemaSource;
}

/** The `schema` setting. A missing source is reported when the schema is read, so that a config file can always be loaded. */
export function lazySchema({ baseUrl, schema }: SchemaSource, env: NodeJS.ProcessEnv): Record<string, LazySchema> {
  if (schema !== undefined && baseUrl !== undefined)
    throw new ControlApiError('configuration', 'Both `baseUrl` and `schema` are set: remove one of them.');
  const source = schema === undefined ? { baseUrl: baseUrl ?? env['CONTROL_API_URL'] } : { schema };
  const loader: LazySchema['loader'] = async (_pointer, { cwd = process.cwd() } = {}) => {
    const { loadSchema } = await loadPeer('Generating', codegenPackages, () => import('./load-schema.ts'));
    return loadSchema(source, cwd);
  };
  // GraphQL Code Generator prints the name in messages, and would parse a name with spaces as a schema.
  return { 'the-schema': { loader, source } };
}

/** The loader that {@link lazySchema} put into the `schema` setting. */
export function ownSchema(setting: unknown): LazySchema | undefined {
  const own = onlyEntry(setting);
  return isOwn(own) && 'loader' in own && typeof own.loader === 'function' ? (own as LazySchema) : undefined;
}

/** The source of our own `schema` setting, also if its functions were lost on the way from a child process. */
export function ownSource(setting: unknown): SchemaSource | undefined {
  const own = onlyEntry(setting);
  return isOwn(own) ? own.source : undefined;
}

function onlyEntry(setting: unknown): unknown {
  const [own, ...others] = isRecord(setting) ? Object.values(setting) : [];
  return others.length === 0 ? own : undefined;
}

function isOwn(value: unknown): value is Pick<LazySchema, 'source'> {
  return isRecord(value) && isRecord(value['source']);
}
