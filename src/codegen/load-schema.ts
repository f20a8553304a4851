import { type GraphQLSchema, lexicographicSortSchema } from 'graphql';
import { introspect } from '../graphql/introspection/index.ts';
import { readSchemaFile } from '../graphql/parse-schema.ts';
import { ControlApiError } from '../index.ts';
import type { SchemaSource } from './codegen-options.ts';

/** Sorted, so that the order of a server's types does not matter. */
export async function loadSchema(source: SchemaSource, cwd: string): Promise<GraphQLSchema> {
  return lexicographicSortSchema(await schemaFrom(source, cwd));
}

async function schemaFrom({ schema, baseUrl }: SchemaSource, cwd: string): Promise<GraphQLSchema> {
  if (schema !== undefined) return readSchemaFile(schema, cwd);
  if (!baseUrl)
    throw new ControlApiError(
      'configuration',
      'No schema is configured: set CONTROL_API_URL to the base URL of the service, or pass `baseUrl` or `schema`.',
    );
  if (typeof baseUrl !== 'function') return introspect({ baseUrl });
  const server = await baseUrl();
  try {
    return await introspect({ baseUrl: server.url });
  } finally {
    await server.close();
  }
}
