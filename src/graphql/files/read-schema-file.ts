import type { GraphQLSchema } from 'graphql';
import { parseSchema } from '../parse-schema.ts';
import { pullCommand } from './pull-command.ts';
import { readSchemaText } from './read-schema-text.ts';

/**
 * Reads a schema file: SDL, or an introspection result as JSON.
 *
 * @param path - The file, relative to `cwd`.
 * @throws {ConfigurationError} if the file cannot be read, or its schema is invalid.
 */
export async function readSchemaFile(path: string, cwd: string): Promise<GraphQLSchema> {
  return parseSchema(await readSchemaText(path, cwd), path, `or pull it again: ${pullCommand(path)}`);
}
