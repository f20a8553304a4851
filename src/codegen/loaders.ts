import type { Types } from '@graphql-codegen/plugin-helpers';
import type { DefinitionNode, DocumentNode, GraphQLSchema } from 'graphql';
import { isRecord } from '../base/is-record.ts';
import { codegenPackages, loadPeer } from '../graphql/files/load-peer.ts';
import { ControlApiError } from '../index.ts';
import type { SchemaSource } from './codegen-options.ts';

type GeneratorLoader<Result> = (pointer?: string, options?: { readonly cwd?: string }) => Promise<Result | undefined>;

interface LazySchema extends Types.LocalSchemaPathOptions {
  readonly loader: GeneratorLoader<GraphQLSchema>;
  /** The source of the schema, for other commands. */
  readonly source: SchemaSource;
}

/** The `schema` setting. A missing source is reported when the schema is read, so that a config file can always be loaded. */
export function schemaSetting({ baseUrl, schema }: SchemaSource, env: NodeJS.ProcessEnv): Record<string, LazySchema> {
  if (schema !== undefined && baseUrl !== undefined)
    throw new ControlApiError('configuration', 'Both `baseUrl` and `schema` are set: remove one of them.');
  const source = schema === undefined ? { baseUrl: baseUrl ?? env['CONTROL_API_URL'] } : { schema };
  const loader: LazySchema['loader'] = async (_pointer, { cwd = process.cwd() } = {}) => {
    const { loadSchema } = await loadPeer('Generating', codegenPackages, () => import('./load-schema.ts'));
    return loadSchema(source, cwd);
  };
  // GraphQL Code Generator prints the name in messages, and would parse a name with spaces as a schema.
  return { 'the-schema': { loader, source } };
}

/** The loader that {@link schemaSetting} put into the `schema` setting. */
export function ownSchema(setting: unknown): LazySchema | undefined {
  const own = onlyEntry(setting);
  return isOwn(own) && 'loader' in own && typeof own.loader === 'function' ? (own as LazySchema) : undefined;
}

/** The source of our own `schema` setting, also if its functions were lost on the way from a child process. */
export function ownSource(setting: unknown): SchemaSource | undefined {
  const own = onlyEntry(setting);
  return isOwn(own) ? own.source : undefined;
}

function onlyEntry(setting: unknown): unknown {
  const [own, ...others] = isRecord(setting) ? Object.values(setting) : [];
  return others.length === 0 ? own : undefined;
}

function isOwn(value: unknown): value is Pick<LazySchema, 'source'> {
  return isRecord(value) && isRecord(value['source']);
}

/**
 * The `documents` setting with our own loader. Each pattern is a key, which the generator's watch mode needs. The loader of the first
 * reads the files of all patterns, so that a file that two patterns match is read once. Files in `ignore` are never read.
 */
export function documentsSetting(patterns: readonly string[], ignore: readonly string[]): Types.OperationDocument[] {
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
