import { readFile } from 'node:fs/promises';
import { buildSchema, type GraphQLSchema, validateSchema } from 'graphql';
import { ConfigurationError } from '../index.ts';
import { documentedSchema } from './documented-schema.ts';

/**
 * The schema to serve, from SDL or from a file of it; the documented surface by default.
 *
 * @throws {ConfigurationError} when there is no such file, or no valid schema in it.
 */
export async function readSchema(given: string | undefined): Promise<GraphQLSchema> {
  if (given === undefined) return buildSchema(documentedSchema, { noLocation: true, assumeValidSDL: true });
  // Every SDL that declares a type has a brace, and no one names a file so.
  const isText = given.includes('{');
  const where = isText ? 'The schema given' : given;
  const schema = parse(isText ? given : await read(given), where);
  const [problem] = validateSchema(schema);
  if (problem) throw new ConfigurationError(`${where} is no valid schema: ${problem.message}`);
  return schema;
}

async function read(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw new ConfigurationError(`The schema file ${path} can't be read: check that it exists.`, { cause: error });
  }
}

function parse(text: string, where: string): GraphQLSchema {
  try {
    // Published schemas break SDL's rules here and there (GitHub's repeats fields); what counts is the schema they make.
    return buildSchema(text, { noLocation: true, assumeValidSDL: true });
  } catch (error) {
    const [problem] = String(error instanceof Error ? error.message : error).split('\n');
    throw new ConfigurationError(`${where} is no valid schema: ${problem}`, { cause: error });
  }
}
