import { isAbsolute, join } from 'node:path';
import type { CodegenConfig } from '@graphql-codegen/cli';
import { type DefinitionNode, type DocumentNode, type GraphQLSchema, Kind, lexicographicSortSchema } from 'graphql';
import { grouped } from '../base/grouped.ts';
import { isRecord } from '../base/is-record.ts';
import { codegenPackages, loadPeer } from '../graphql/files/load-peer.ts';
import { readOperationSources } from '../graphql/files/read-operations.ts';
import { placeOf } from '../graphql/place.ts';
import { asDocument } from './loaders.ts';
import { outputFiles } from './output/output.ts';
import { optionsOf } from './preset.ts';
import { pointersIn, writtenFiles } from './project-config.ts';

/**
 * Generates the output files for another schema and other operations, without writing them. Each output gets the definitions of its own
 * `documents`. Hooks of the config do not run.
 *
 * @returns The texts by absolute path.
 */
export async function generateTexts(
  config: CodegenConfig,
  unsorted: GraphQLSchema,
  definitions: readonly DefinitionNode[],
  cwd: string,
): Promise<ReadonlyMap<string, string>> {
  const schema = lexicographicSortSchema(unsorted);
  const absolute = (file: string): string => (isAbsolute(file) ? file : join(cwd, file));
  const ignore = writtenFiles(config.generates);
  const byFile = grouped(definitions, (definition) => placeOf(definition).file);
  const texts = new Map<string, string>();
  const others: CodegenConfig['generates'] = {};
  for (const [output, settings] of Object.entries(config.generates)) {
    const own = isRecord(settings) ? settings['documents'] : undefined;
    const patterns = [...pointersIn(config.documents), ...pointersIn(own)];
    const sources = patterns.length === 0 ? [] : await readOperationSources({ patterns, cwd, ignore });
    const documents = sources.flatMap(({ file }) => {
      const its = byFile.get(file);
      return its === undefined ? [] : { file, document: { kind: Kind.DOCUMENT, definitions: its } as DocumentNode };
    });
    const options = optionsOf(settings);
    // GraphQL Code Generator takes a second to load, so the output of this package does without it.
    if (options === undefined)
      others[absolute(output)] = {
        ...settings,
        documents: documents.map(({ file, document }) => asDocument(absolute(file), async () => document)),
      };
    else {
      const nodes = documents.map(({ document }) => document);
      const { generateFile } = await loadPeer('Generating', codegenPackages, () => import('./output/generate-file.ts'));
      for (const { path, form } of outputFiles(output, cwd))
        texts.set(absolute(path), generateFile(schema, nodes, options, form));
    }
  }
  if (Object.keys(others).length === 0) return texts;
  const { executeCodegen } = await loadPeer('Generating', codegenPackages, () => import('@graphql-codegen/cli'));
  const { result, error } = await executeCodegen({
    ...config,
    ...{ schema, documents: [], generates: others, cwd, silent: true },
  });
  if (error) throw error instanceof AggregateError ? error.errors[0] : error;
  for (const { filename, content } of result) texts.set(absolute(filename), content);
  return texts;
}
