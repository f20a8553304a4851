import { buildSchema, type GraphQLSchema } from 'graphql';
import { readSchemaFile } from '../graphql/files/read-schema-file.ts';
import { parseSchema } from '../graphql/parse-schema.ts';

/**
 * The schema to serve: the text, the file relative to `cwd`, or, if undefined, the documented surface.
 *
 * @throws {ControlApiError} if the file cannot be read, or its schema is invalid.
 */
export async function servedSchema(schema: string | undefined, cwd: string): Promise<GraphQLSchema> {
  if (schema === undefined) {
    // Our own generator runs the sources and serves the file: only the build knows how to import a text.
    const { default: documented } = await import('../../docs/documented.graphql?raw');
    return buildSchema(documented, { noLocation: true, assumeValidSDL: true });
  }
  // Every text that declares a type has a brace, which file names do not have.
  return schema.includes('{') ? parseSchema(schema, '`schema`') : readSchemaFile(schema, cwd);
}
