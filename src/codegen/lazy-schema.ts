import type { Types } from '@graphql-codegen/plugin-helpers';
import type { GraphQLSchema } from 'graphql';
import { loadPeer } from '../peer.ts';
import { codegenPackages } from './packages.ts';
import type { SchemaSource } from './schema-source.ts';

/** A schema that is read when the generator asks for it, by the generator's own custom loader. */
export type LazySchema = Readonly<
  Record<string, Types.LocalSchemaPathOptions & { readonly loader: () => Promise<GraphQLSchema> }>
>;

/** Wraps a source as what the generator's `schema` setting takes. */
export function lazySchema(source: SchemaSource): LazySchema {
  const loader = async (): Promise<GraphQLSchema> => {
    const { loadSchema } = await loadPeer('Generating', codegenPackages, () => import('./load-schema.ts'));
    return loadSchema(source);
  };
  return { [names[source.from]]: { loader } };
}

/** What the generator calls the schema in its messages; never a URL, which it would print in full. */
const names: Readonly<Record<SchemaSource['from'], string>> = {
  url: 'the service',
  server: 'a server of its own',
  file: 'the snapshot',
  nowhere: 'nowhere',
};
