import { loadPeer } from './load-peer.ts';

type Introspection = typeof import('../introspection/index.ts');

/**
 * Loads what reads a live schema, with what builds one of the answer: so that a missing `graphql` is reported before a request.
 *
 * @throws {ConfigurationError} if `graphql` is not installed.
 */
export async function loadIntrospect(): Promise<Introspection['introspect']> {
  const { introspect } = await loadPeer('Reading the schema', ['graphql'], async () => ({
    ...(await import('../introspection/index.ts')),
    ...(await import('../introspection/read-live-schema.ts')),
  }));
  return introspect;
}
