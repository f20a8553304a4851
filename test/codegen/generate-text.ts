import { join } from 'node:path';
import { executeCodegen } from '@graphql-codegen/cli';
import { type ControlApiCodegenOptions, controlApiCodegen } from '../../src/codegen/index.ts';
import { folderWith } from '../helpers/cli-in-process.ts';

/** Calls `work` with a folder of files, and removes the folder. */
export async function withFiles<T>(files: Record<string, string>, work: (folder: string) => Promise<T>): Promise<T> {
  await using folder = await folderWith(files);
  return await work(folder.path);
}

/** The output of GraphQL Code Generator for these operation files and this SDL. */
export async function generateText(
  schema: string,
  operations: string | Record<string, string>,
  options: Partial<ControlApiCodegenOptions> = {},
): Promise<string> {
  const files = typeof operations === 'string' ? { 'operations.graphql': operations } : operations;
  return withFiles({ ...files, 'schema/schema.graphql': schema }, (folder) =>
    generateFrom({
      schema: join(folder, 'schema/schema.graphql'),
      operations: join(folder, '*.graphql'),
      output: join(folder, 'output.ts'),
      ...options,
    }),
  );
}

/** The output with these options. The first error is thrown as it is. */
export async function generateFrom(options: ControlApiCodegenOptions): Promise<string> {
  const { result, error } = await executeCodegen({ ...controlApiCodegen(options), silent: true });
  if (error) throw error instanceof AggregateError ? error.errors[0] : error;
  const [output] = result;
  if (!output) throw new Error('Nothing was generated.');
  return output.content;
}
