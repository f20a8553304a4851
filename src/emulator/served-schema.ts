import { buildSchema, type GraphQLSchema } from 'graphql';
import { parseSchema } from '../graphql/parse-schema.ts';
import { readSchemaFile } from '../graphql/read-schema-file.ts';
import { documentedSchema } from './documented-schema.ts';

/**
 * The schema to serve, from text or from a file relative to `cwd`; the documented surface by default.
 *
 * @throws {ConfigurationError} where there is no such file, or its schema is invalid.
 */
export async function servedSchema(given: string | undefined, cwd: string): Promise<GraphQLSchema> {
  if (given === undefined) return buildSchema(documentedSchema, { noLocation: true, assumeValidSDL: true });
  // Every text that declares a type has a brace, and no one names a file so.
  return given.includes('{') ? parseSchema(given, '`schema`') : readSchemaFile(given, cwd);
}
