import type { Types } from '@graphql-codegen/plugin-helpers';
import type { DefinitionNode, DocumentNode } from 'graphql';
import { isRecord } from '../base/is-record.ts';
import { codegenPackages, loadPeer } from '../graphql/files/load-peer.ts';

/** A function that GraphQL Code Generator calls to load a schema or operations. */
export type GeneratorLoader<Result> = (
  pointer?: string,
  options?: { readonly cwd?: string },
) => Promise<Result | undefined>;

/**
 * The `documents` setting with our own loader. Each pattern is a key, which the generator's watch mode needs. The loader of the first
 * reads the files of all patterns, so that a file that two patterns match is read once. Files in `ignore` are never read.
 */
export function lazyOperations(patterns: readonly string[], ignore: readonly string[]): Types.OperationDocument[] {
  const readAll: GeneratorLoader<DocumentNode> = async (_pattern, { cwd = process.cwd() } = {}) => {
    const { readOperationSources, parseDefinitions, Kind } = await loadPeer(
      'Generating',
      codegenPackages,
      async () => ({
        ...(await import('graphql')),
        ...(await import('../graphql/files/read-operations.ts')),
        ...(await import('../graphql/parse-operations.ts')),
      }),
    );
    try {
      const definitions = parseDefinitions(await readOperationSources({ patterns, cwd, ignore }));
      return { kind: Kind.DOCUMENT, definitions };
    } catch (error) {
      // GraphQL Code Generator prints the message and then the stack, which begins with the message.
      if (error instanceof Error) error.stack = '';
      throw error;
    }
  };
  const included = [...new Set(patterns.filter((pattern) => !pattern.startsWith('!')))];
  return [
    ...included.map((pattern, index) => asDocument(pattern, index === 0 ? readAll : async () => undefined)),
    ...patterns.filter((pattern) => pattern.startsWith('!')),
  ];
}

/** Loads the `documents` before GraphQL Code Generator does, which would wrap an error of the loader. */
export async function readDocuments(
  documents: readonly Types.OperationDocument[],
  cwd: string,
): Promise<{ documents: Types.OperationDocument[]; definitions: readonly DefinitionNode[] }> {
  const definitions: DefinitionNode[] = [];
  const read = await Promise.all(
    documents.map(async (document) => {
      if (typeof document === 'string') return document;
      const [[pattern, loader] = ['', undefined], ...others] = Object.entries(document).map(
        ([key, options]): [string, unknown] => [key, options.loader],
      );
      // A loader may also be the path of a module.
      if (others.length > 0 || typeof loader !== 'function') return document;
      const result: unknown = await loader(pattern, { cwd });
      if (isDocument(result)) definitions.push(...result.definitions);
      return asDocument(pattern, async () => result);
    }),
  );
  return { documents: read, definitions };
}

function isDocument(result: unknown): result is DocumentNode {
  return isRecord(result) && Array.isArray(result['definitions']);
}

/** A `documents` entry with a loader. The generator's types allow only a module path as the loader; at run time, it accepts a function. */
export function asDocument(pattern: string, loader: GeneratorLoader<unknown>): Types.CustomDocumentLoader {
  return { [pattern]: { loader } } as unknown as Types.CustomDocumentLoader;
}
