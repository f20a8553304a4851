import type { Agent } from 'node:http';
import { builtin } from '../builtin.ts';
import { createFetchTransport } from './fetch.ts';
import { createNodeTransport } from './node.ts';
import type { Transport } from './transport.ts';

/** Which transport serves here: `fetch` where the caller passes one and off Node, else `node:http` or `node:https`. */
export function createTransport(
  endpoint: URL,
  options: { readonly fetch?: typeof fetch | undefined; readonly agent?: Agent | undefined },
): Transport {
  if (options.fetch) return createFetchTransport(endpoint, options.fetch);
  const http = builtin(endpoint.protocol === 'https:' ? 'node:https' : 'node:http');
  if (http) return createNodeTransport(endpoint, http, options.agent);
  return createFetchTransport(endpoint, (input, init) => globalThis.fetch(input, init));
}
