import { isAbsolute, join } from 'node:path';
import type { CodegenConfig } from '@graphql-codegen/cli';
import { type DocumentNode, type GraphQLSchema, lexicographicSortSchema } from 'graphql';
import { codegenPackages, loadPeer } from '../graphql/files/load-peer.ts';
import { asDocument } from './lazy-operations.ts';
import { outputFiles } from './output/output-files.ts';
import { optionsOf } from './preset.ts';

/**
 * The files that `generate` would write for another schema and other operations, without writing it. Hooks of the config do not run.
 *
 * @returns The texts of the output files, by absolute path.
 * @throws {ConfigurationError} if a package is missing.
 * @throws {OperationsError} if the operations do not match the schema.
 */
export async function generateTexts(
  config: CodegenConfig,
  unsorted: GraphQLSchema,
  document: DocumentNode,
  cwd: string,
): Promise<ReadonlyMap<string, string>> {
  const schema = lexicographicSortSchema(unsorted);
  const absolute = (file: string): string => (isAbsolute(file) ? file : join(cwd, file));
  const outputs = Object.entries(config.generates).map(([file, output]) => ({ file, options: optionsOf(output) }));
  const texts = new Map<string, string>();
  // The generator itself takes a second to load, and our own output needs only a part of it.
  for (const { file, options } of outputs) {
    if (options === undefined) continue;
    const { generateFile } = await loadPeer('Generating', codegenPackages, () => import('./output/generate-file.ts'));
    for (const { path, form } of outputFiles(file, cwd))
      texts.set(absolute(path), generateFile(schema, [document], options, form));
  }
  const others = outputs.filter(({ options }) => options === undefined);
  if (others.length === 0) return texts;
  const { executeCodegen } = await loadPeer('Generating', codegenPackages, () => import('@graphql-codegen/cli'));
  const { result, error } = await executeCodegen({
    ...config,
    ...{ schema },
    documents: [asDocument('the-operations', async () => document)],
    generates: Object.fromEntries(others.map(({ file }) => [absolute(file), config.generates[file] ?? {}])),
    cwd,
    silent: true,
  });
  if (error) throw error instanceof AggregateError ? error.errors[0] : error;
  for (const { filename, content } of result) texts.set(filename, content);
  return texts;
}
