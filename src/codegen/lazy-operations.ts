import type { Types } from '@graphql-codegen/plugin-helpers';
import type { DefinitionNode, DocumentNode } from 'graphql';
import { isRecord } from '../base/is-record.ts';
import { codegenPackages, loadPeer } from '../graphql/files/load-peer.ts';

/** A function that the generator calls to get a schema or operations, instead of reading them itself. */
export type GeneratorLoader<Result> = (
  pointer?: string,
  options?: { readonly cwd?: string },
) => Promise<Result | undefined>;

/**
 * Operations that this package reads when the generator runs. Each pattern stays a key, since the watch mode of the
 * generator uses the keys; the first one reads the files of all patterns, so that a file that two patterns match is read
 * once.
 *
 * @param ignore - Files that are never read: the output.
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
      // The generator prints the message and then the stack, which begins with the message.
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

/**
 * Reads the `documents` of a config before the generator does, so that an error is thrown as it is, not wrapped.
 *
 * @returns Documents as the generator takes them, and the operations and fragments of those that this package reads.
 */
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

/**
 * Operations that a function reads, for the `documents` setting. The types of the generator allow only the module path of a
 * loader; at runtime it accepts a function, as for schemas.
 */
export function asDocument(pattern: string, loader: GeneratorLoader<unknown>): Types.CustomDocumentLoader {
  return { [pattern]: { loader } } as unknown as Types.CustomDocumentLoader;
}
