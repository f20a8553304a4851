import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { GraphQLSchema } from 'graphql';
import { ControlApiError } from '../../index.ts';
import { parseSchema } from '../parse-schema.ts';
import { pullCommand } from './snapshot.ts';

export async function readSchemaFile(path: string, cwd: string): Promise<GraphQLSchema> {
  const text = await readFile(resolve(cwd, path), 'utf8').catch((cause: NodeJS.ErrnoException) => {
    const what =
      cause.code === 'ENOENT'
        ? `The schema file ${path} cannot be read: check that it exists, or pull it: ${pullCommand(path)}`
        : `The file ${path} cannot be read (${cause.code}): check its path and permissions.`;
    throw new ControlApiError('configuration', what, { cause });
  });
  return parseSchema(text, path, (todo) => `${todo}, or pull it again: ${pullCommand(path)}`);
}
