import { ConfigurationError } from '../index.ts';
import type { ControlApiCodegenOptions, IntrospectableServer } from './codegen-options.ts';

/** The source of the schema. */
export type SchemaSource =
  | { readonly from: 'url'; readonly baseUrl: string | URL }
  | { readonly from: 'server'; readonly start: () => Promise<IntrospectableServer> }
  | { readonly from: 'file'; readonly path: string }
  | { readonly from: 'nowhere' };

/**
 * Finds the source of the schema in the options, then in the environment. A missing source is reported when the schema is
 * read, so that a config file can always be loaded.
 *
 * @throws {ConfigurationError} if both `baseUrl` and `schema` are set.
 */
export function schemaSource({ baseUrl, schema }: ControlApiCodegenOptions, env: NodeJS.ProcessEnv): SchemaSource {
  if (schema !== undefined) {
    if (baseUrl !== undefined) throw new ConfigurationError('Both `baseUrl` and `schema` are set: remove one of them.');
    return { from: 'file', path: schema };
  }
  if (typeof baseUrl === 'function') return { from: 'server', start: baseUrl };
  const url = baseUrl ?? env['CONTROL_API_URL'];
  return url === undefined || url === '' ? { from: 'nowhere' } : { from: 'url', baseUrl: url };
}
