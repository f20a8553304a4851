import type { Types } from '@graphql-codegen/plugin-helpers';
import type { GraphQLSchema } from 'graphql';
import { codegenPackages, loadPeer } from '../graphql/load-peer.ts';
import { type GeneratorLoader, isGeneratorLoader } from './generator-loader.ts';
import type { SchemaSource } from './schema-source.ts';

interface LazyPointer extends Types.LocalSchemaPathOptions {
  readonly loader: GeneratorLoader<GraphQLSchema>;
}

/** A schema that is read when the generator asks for it, by the generator's own custom loader. */
export type LazySchema = Record<string, LazyPointer>;

/** Wraps a source as what the generator's `schema` setting takes. */
export function lazySchema(source: SchemaSource): LazySchema {
  const loader: LazyPointer['loader'] = async (_pointer, { cwd = process.cwd() } = {}) => {
    const { loadSchema } = await loadPeer('Generating', codegenPackages, () => import('./load-schema.ts'));
    return loadSchema(source, cwd);
  };
  return { [names[source.from]]: { loader } };
}

/**
 * What the generator calls the schema in its messages; never a URL, which it would print in full, and
 * never a text with spaces, which it would take for a schema.
 */
const names: Readonly<Record<SchemaSource['from'], string>> = {
  url: 'the-service',
  server: 'the-started-server',
  file: 'the-snapshot',
  nowhere: 'no-schema',
};

/** The loader in a config's `schema` setting, where the setting is one of ours. */
export function loaderOf(schema: unknown): LazyPointer['loader'] | undefined {
  if (typeof schema !== 'object' || schema === null) return undefined;
  const pointers: unknown[] = Object.values(schema);
  const [pointer] = pointers;
  return pointers.length === 1 && isLazyPointer(pointer) ? pointer.loader : undefined;
}

function isLazyPointer(pointer: unknown): pointer is LazyPointer {
  return typeof pointer === 'object' && pointer !== null && 'loader' in pointer && isGeneratorLoader(pointer.loader);
}
