import { type ControlApiError, misconfigured } from '../errors.ts';
import { createDispatcherTransport } from './dispatcher.ts';
import { createFetchTransport } from './fetch.ts';
import { lazyTransport } from './lazy.ts';
import { isLoopback } from './loopback.ts';
import { createNodeTransport } from './node.ts';
import { builtin, isDeno, isNode } from './node-builtin.ts';
import { proxyEnvironment, proxyVariable } from './proxy-environment.ts';
import { Room } from './room.ts';
import type { HttpAgent, Transport, UndiciDispatcher } from './transport.ts';

/** Options that decide which way requests take. */
export interface TransportOptions {
  readonly fetch?: typeof fetch | undefined;
  readonly agent?: HttpAgent | undefined;
  readonly dispatcher?: UndiciDispatcher | undefined;
  readonly maxConnections?: number | undefined;
}

/**
 * Chooses what serves here: what the caller passes, `fetch` or `dispatcher`; else `fetch` off Node, and `node:http` or
 * `node:https` on it.
 *
 * @returns what opens the transport to an endpoint; it throws for an agent that can't serve there.
 * @throws {ControlApiError} for options that don't go together, or an agent or dispatcher that can't serve.
 */
export function chooseTransport(options: TransportOptions): (endpoint: URL) => Transport {
  const { fetch, agent, dispatcher, maxConnections } = options;
  // The last bounds the SDK's own connections; the others bring theirs, each with a bound of its own.
  const ways = (['fetch', 'agent', 'dispatcher', 'maxConnections'] as const).filter(
    (name) => options[name] !== undefined,
  );
  if (ways.length > 1) {
    const names = ways.map((name) => `\`${name}\``).join(' and ');
    throw misconfigured(`The options ${names} don't go together: each is about the connections. Keep one.`);
  }
  if (fetch) return (endpoint) => createFetchTransport(checkedPlain(endpoint, '`fetch`'), fetch);
  if (dispatcher !== undefined) {
    const checked = checkedDispatcher(dispatcher);
    return (endpoint) => createDispatcherTransport(checkedPlain(endpoint, '`dispatcher`'), checked);
  }
  if (isNode) {
    if (agent !== undefined) checkAgent(agent);
    return (endpoint) => openNode(endpoint, agent, maxConnections);
  }
  // Left unused without a word, a proxy's agent or a client certificate would be passed by.
  if (agent !== undefined) throw wrongTransport('agent', 'serves on Node only. Pass `fetch` instead.');
  return (endpoint) => {
    // Its `fetch` takes a proxy of variables that it may not let us read; its `node:http` takes none.
    if (isDeno && endpoint.protocol === 'http:') return openNode(endpoint, undefined, maxConnections);
    // Bun's reads NODE_TLS_REJECT_UNAUTHORIZED at each connection; the others do not know `tls`.
    const checked = !isLoopback(endpoint) && { tls: { rejectUnauthorized: true } };
    const transport = createFetchTransport(checkedPlain(endpoint, 'the `fetch` of this runtime'), (input, init) =>
      globalThis.fetch(input, { ...init, ...checked }),
    );
    return maxConnections === undefined ? transport : { ...transport, door: new Room(maxConnections).door() };
  };
}

/**
 * We cannot see where a caller's own connection leads.
 *
 * @throws {ControlApiError} for plain http that may leave this machine by its name, or by a proxy of the environment.
 */
function checkedPlain(endpoint: URL, by: string): URL {
  if (endpoint.protocol !== 'http:') return endpoint;
  if (endpoint.hostname.endsWith('.localhost')) {
    throw misconfigured(
      `With ${by}, where ${endpoint.host} leads cannot be checked. Use localhost or 127.0.0.1 as the host, or https.`,
    );
  }
  const proxy = proxyOf(endpoint);
  if (proxy) {
    throw misconfigured(
      `With ${by}, the proxy in ${proxy} would get the key in plain http. Add ${endpoint.hostname} to NO_PROXY, or use https.`,
    );
  }
  return endpoint;
}

/** The variable of the proxy that plain http would go through; where Deno does not let it be read, it is presumed. */
function proxyOf(endpoint: URL): string | undefined {
  const http = builtin('node:http');
  try {
    return proxyVariable(endpoint, http ? proxyEnvironment(http) : globalThis.process?.env);
  } catch {
    return 'HTTP_PROXY (hidden without --allow-env)';
  }
}

function wrongTransport(name: 'agent' | 'dispatcher', why: string): ControlApiError {
  return misconfigured(`The option \`${name}\` ${why}`);
}

/** @throws {ControlApiError} for a value that is not an agent. */
function checkAgent(agent: HttpAgent): void {
  const { destroy, addRequest } = (agent ?? {}) as { readonly destroy?: unknown; readonly addRequest?: unknown };
  if (typeof destroy === 'function' && typeof addRequest === 'function') return;
  throw wrongTransport(
    'agent',
    'must be an agent of `node:https`, or to this machine of `node:http`. One of undici goes to `dispatcher`.',
  );
}

/** @throws {ControlApiError} for an agent of the other protocol: at once, not at each call. */
function openNode(endpoint: URL, agent: HttpAgent | undefined, maxConnections: number | undefined): Transport {
  const { protocol } = endpoint;
  const module = protocol === 'https:' ? 'node:https' : 'node:http';
  // Node's own say so as a property of their own; agents that work out their protocol at each request have none.
  const serves: unknown = agent && Object.getOwnPropertyDescriptor(agent, 'protocol')?.value;
  if (typeof serves === 'string' && serves !== protocol) {
    throw wrongTransport(
      'agent',
      `serves ${serves}//, but the base URL is ${protocol}//. Pass an agent of \`${module}\`.`,
    );
  }
  const { options: tls } = (agent ?? {}) as { readonly options?: { readonly rejectUnauthorized?: unknown } };
  if (tls?.rejectUnauthorized === false && !isLoopback(endpoint)) {
    throw wrongTransport(
      'agent',
      'has `rejectUnauthorized: false`, which lets anyone between read the key. Pass the authority as its `ca`.',
    );
  }
  return lazyTransport(() =>
    createNodeTransport(endpoint, process.getBuiltinModule(module), agent, { maxConnections }),
  );
}

/** @throws {ControlApiError} for a value that is not a dispatcher, or a dispatcher that sends requests again by itself. */
function checkedDispatcher(dispatcher: UndiciDispatcher): UndiciDispatcher {
  if (typeof dispatcher?.dispatch !== 'function') {
    throw wrongTransport('dispatcher', 'must be a dispatcher of undici. An agent of Node goes to `agent`.');
  }
  if (dispatcher.constructor?.name === 'RetryAgent') {
    throw wrongTransport(
      'dispatcher',
      'must not be a RetryAgent: it might send a mutation twice. Pass the dispatcher inside it.',
    );
  }
  return dispatcher;
}
