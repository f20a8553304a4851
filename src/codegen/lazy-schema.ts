import type { Types } from '@graphql-codegen/plugin-helpers';
import type { GraphQLSchema } from 'graphql';
import { codegenPackages, loadPeer } from '../graphql/files/load-peer.ts';
import { type GeneratorLoader, isGeneratorLoader } from './generator-loader.ts';
import type { SchemaSource } from './schema-source.ts';

interface LazyPointer extends Types.LocalSchemaPathOptions {
  readonly loader: GeneratorLoader<GraphQLSchema>;
  /** Where the loader reads, for other commands. */
  readonly source: SchemaSource;
}

/** A schema that is read when the generator runs, by a custom loader of the generator. */
export type LazySchema = Record<string, LazyPointer>;

/** Wraps a source for the `schema` setting of the generator. */
export function lazySchema(source: SchemaSource): LazySchema {
  const loader: LazyPointer['loader'] = async (_pointer, { cwd = process.cwd() } = {}) => {
    const { loadSchema } = await loadPeer('Generating', codegenPackages, () => import('./load-schema.ts'));
    return loadSchema(source, cwd);
  };
  return { [names[source.from]]: { loader, source } };
}

/**
 * The name of the schema in messages of the generator. Never a URL, which it would print in full, and never a text with
 * spaces, which it would read as a schema.
 */
const names: Readonly<Record<SchemaSource['from'], string>> = {
  url: 'the-service',
  server: 'the-started-server',
  file: 'the-snapshot',
  nowhere: 'no-schema',
};

/** The loader in the `schema` setting of a config, if this package made the setting. */
export function loaderOf(schema: unknown): LazyPointer['loader'] | undefined {
  return pointerIn(schema)?.loader;
}

/** The source of the `schema` setting of a config, if this package made the setting. */
export function sourceOf(schema: unknown): SchemaSource | undefined {
  return pointerIn(schema)?.source;
}

function pointerIn(schema: unknown): LazyPointer | undefined {
  if (typeof schema !== 'object' || schema === null) return undefined;
  const pointers: unknown[] = Object.values(schema);
  const [pointer] = pointers;
  return pointers.length === 1 && isLazyPointer(pointer) ? pointer : undefined;
}

function isLazyPointer(pointer: unknown): pointer is LazyPointer {
  return (
    typeof pointer === 'object' &&
    pointer !== null &&
    'loader' in pointer &&
    'source' in pointer &&
    isGeneratorLoader(pointer.loader)
  );
}
