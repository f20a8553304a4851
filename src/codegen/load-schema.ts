import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { buildClientSchema, buildSchema, type GraphQLSchema, lexicographicSortSchema } from 'graphql';
import { introspect } from '../graphql/introspection/index.ts';
import { ConfigurationError } from '../index.ts';
import type { SchemaSource } from './schema-source.ts';

/**
 * Reads the schema, sorted, so that a server that lists its types in another order changes nothing.
 *
 * @throws {ConfigurationError} where the set-up names no schema, or none that can be read.
 * @throws {IntrospectionError} where the server's schema could not be read.
 */
export async function loadSchema(source: SchemaSource): Promise<GraphQLSchema> {
  return lexicographicSortSchema(await readSchema(source));
}

async function readSchema(source: SchemaSource): Promise<GraphQLSchema> {
  switch (source.from) {
    case 'url':
      return introspect({ baseUrl: source.baseUrl });
    case 'file':
      return readSnapshot(source.path);
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
        'There is no schema to generate from: set CONTROL_API_URL to the base URL of the service, or give `baseUrl` or `schema`.',
      );
  }
}

async function readSnapshot(path: string): Promise<GraphQLSchema> {
  try {
    const text = await readFile(path, 'utf8');
    // A schema that some server serves need not be spotless SDL: GitHub publishes one that defines a field twice.
    if (extname(path) !== '.json') return buildSchema(text, { assumeValidSDL: true });
    const json = JSON.parse(text);
    return buildClientSchema(json.data ?? json);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new ConfigurationError(
      `The schema snapshot ${path} can not be read: ${reason} To pull it again: npx control-api schema pull`,
      { cause },
    );
  }
}
