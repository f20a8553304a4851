import { ConfigurationError } from '../errors.ts';
import { createFetchTransport } from './fetch.ts';
import { createNodeTransport } from './node.ts';
import { builtin } from './node-builtin.ts';
import type { HttpAgent, Transport } from './transport.ts';

/**
 * Which transport serves here: `fetch` where the caller passes one and off Node, else `node:http` or `node:https`.
 *
 * @throws ConfigurationError for an agent where `fetch` serves.
 */
export function createTransport(
  endpoint: URL,
  options: { readonly fetch?: typeof fetch | undefined; readonly agent?: HttpAgent | undefined },
): Transport {
  const http = options.fetch ? undefined : builtin(endpoint.protocol === 'https:' ? 'node:https' : 'node:http');
  // Left unused without a word, a proxy's agent or a client certificate would be gone around.
  if (options.agent && !http) {
    throw new ConfigurationError('The option agent serves the transport of Node only: it cannot be given with fetch.');
  }
  if (options.fetch) return createFetchTransport(endpoint, options.fetch);
  if (http) return createNodeTransport(endpoint, http, options.agent);
  return createFetchTransport(endpoint, (input, init) => globalThis.fetch(input, init));
}
