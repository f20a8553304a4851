import { loadPeer } from './load-peer.ts';

type Introspection = typeof import('../introspection/index.ts');

/**
 * Loads what reads a live schema.
 *
 * @throws {ConfigurationError} if `graphql` is not installed.
 */
export async function loadIntrospect(): Promise<Introspection['introspect']> {
  return (await loadPeer('Reading the schema', ['graphql'], () => import('../introspection/index.ts'))).introspect;
}
