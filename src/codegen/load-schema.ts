import { type GraphQLSchema, lexicographicSortSchema } from 'graphql';
import { introspect } from '../graphql/introspection/index.ts';
import { readSchemaFile } from '../graphql/read-schema-file.ts';
import { ConfigurationError } from '../index.ts';
import type { SchemaSource } from './schema-source.ts';

/**
 * Reads the schema, sorted, so that a server that lists its types in another order changes nothing.
 *
 * @param cwd - The folder that the path of a snapshot is relative to.
 * @throws {ConfigurationError} where the set-up names no schema, or none that can be read.
 * @throws {IntrospectionError} where the server's schema could not be read.
 */
export async function loadSchema(source: SchemaSource, cwd: string): Promise<GraphQLSchema> {
  return lexicographicSortSchema(await schemaFrom(source, cwd));
}

async function schemaFrom(source: SchemaSource, cwd: string): Promise<GraphQLSchema> {
  switch (source.from) {
    case 'url':
      return introspect({ baseUrl: source.baseUrl });
    case 'file':
      return readSchemaFile(source.path, cwd);
    case 'server': {
      const server = await source.start();
      try {
        return await introspect({ baseUrl: server.url });
      } finally {
        await server.close();
      }
    }
    case 'nowhere':
      throw new ConfigurationError(
        'No schema to generate from is configured: set CONTROL_API_URL to the base URL of the service, `baseUrl` or `schema`.',
      );
  }
}
