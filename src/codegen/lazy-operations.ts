import type { Types } from '@graphql-codegen/plugin-helpers';
import type { DocumentNode } from 'graphql';
import { codegenPackages, loadPeer } from '../graphql/load-peer.ts';
import { type GeneratorLoader, isGeneratorLoader } from './generator-loader.ts';

/**
 * Operations that are read when the generator asks for them, by our own reader. Each pattern stays a key, since the
 * generator's own watch mode looks at the keys; the first reads for all of them, so that a file that two patterns match is
 * read once.
 *
 * @param ignore - Files that are never read: the output.
 */
export function lazyOperations(patterns: readonly string[], ignore: readonly string[]): Types.OperationDocument[] {
  const readAll: GeneratorLoader<DocumentNode> = async (_pattern, { cwd = process.cwd() } = {}) => {
    const { loadOperations } = await loadPeer('Generating', codegenPackages, () => import('./load-operations.ts'));
    return loadOperations({ patterns, cwd, ignore });
  };
  const readNothing: GeneratorLoader<DocumentNode> = async () => undefined;
  const included = [...new Set(patterns.filter((pattern) => !pattern.startsWith('!')))];
  return [
    ...included.map((pattern, index) => asDocument(pattern, index === 0 ? readAll : readNothing)),
    ...patterns.filter((pattern) => pattern.startsWith('!')),
  ];
}

/** Reads now what a config's `documents` would read later, so that a failure is thrown as it is and not inside another. */
export async function readDocuments(
  documents: readonly Types.OperationDocument[],
  cwd: string,
): Promise<readonly Types.OperationDocument[]> {
  return Promise.all(
    documents.map(async (document) => {
      if (typeof document === 'string') return document;
      const [[pattern, loader] = ['', undefined], ...others] = Object.entries(document).map(
        ([key, options]): [string, unknown] => [key, options.loader],
      );
      if (others.length > 0 || !isGeneratorLoader(loader)) return document;
      const result = await loader(pattern, { cwd });
      return asDocument(pattern, async () => result);
    }),
  );
}

/** The patterns of a config's `documents`. */
export function patternsOf(documents: readonly Types.OperationDocument[]): readonly string[] {
  return documents.flatMap((document) => (typeof document === 'string' ? [document] : Object.keys(document)));
}

/** The generator's types know a loader by its module's path only; the generator takes a function, too, as for schemas. */
function asDocument(pattern: string, loader: GeneratorLoader<unknown>): Types.CustomDocumentLoader {
  return { [pattern]: { loader } } as unknown as Types.CustomDocumentLoader;
}
