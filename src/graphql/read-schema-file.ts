import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { GraphQLSchema } from 'graphql';
import { ConfigurationError } from '../index.ts';
import { parseSchema } from './parse-schema.ts';

/**
 * Reads a schema file: SDL, or an introspection result as JSON.
 *
 * @param path - The file, relative to `cwd`.
 * @throws {ConfigurationError} if the file cannot be read, or its schema is invalid.
 */
export async function readSchemaFile(path: string, cwd: string): Promise<GraphQLSchema> {
  return parseSchema(await readText(path, cwd), path);
}

async function readText(path: string, cwd: string): Promise<string> {
  try {
    return await readFile(resolve(cwd, path), 'utf8');
  } catch (cause) {
    throw new ConfigurationError(
      `The schema file ${path} cannot be read: check that it exists, or pull it: npx control-api schema pull`,
      { cause },
    );
  }
}
