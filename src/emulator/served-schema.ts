import { buildSchema, type GraphQLSchema } from 'graphql';
import documentedSchema from '../../documented.graphql?raw';
import { readSchemaFile } from '../graphql/files/read-schema-file.ts';
import { parseSchema } from '../graphql/parse-schema.ts';

/**
 * The schema to serve: the text, the file relative to `cwd`, or, if undefined, the documented surface.
 *
 * @throws {ControlApiError} if the file cannot be read, or its schema is invalid.
 */
export async function servedSchema(schema: string | undefined, cwd: string): Promise<GraphQLSchema> {
  if (schema === undefined) return buildSchema(documentedSchema, { noLocation: true, assumeValidSDL: true });
  // Every text that declares a type has a brace, which file names do not have.
  return schema.includes('{') ? parseSchema(schema, '`schema`') : readSchemaFile(schema, cwd);
}
