import { entryOf } from '../base/is-record.ts';
import type { Fetch } from '../base/web.ts';
import { misconfigured } from '../errors.ts';
import { type Clock, systemClock } from './clock.ts';
import { createDispatcherTransport } from './dispatcher.ts';
import { createFetchTransport } from './fetch.ts';
import { isLoopback, proxyEnvironment, proxyVariable } from './hosts.ts';
import { createNodeTransport } from './node.ts';
import { builtin, isDeno, isNode } from './node-builtin.ts';
import { ConnectionLimit } from './shared-limits.ts';
import type { HttpAgent, Transport, UndiciDispatcher } from './transport.ts';

export interface TransportOptions {
  readonly fetch?: Fetch | undefined;
  readonly agent?: HttpAgent | undefined;
  readonly dispatcher?: UndiciDispatcher | undefined;
  readonly maxConnections?: number | undefined;
}

type Open = (endpoint: URL) => Transport;

type Check = (endpoint: URL) => Open;

/** Opened at the first request: many clients make none, and the base URL may be known only then. */
export interface LazyTransport {
  open(): Transport;
  close(): void;
}

export function chooseTransport(
  endpoint: { readonly url: URL | undefined },
  options: TransportOptions,
  clock: Clock = systemClock,
): LazyTransport {
  const check = checkOf(options, clock);
  const known = endpoint.url && check(endpoint.url);
  let opened: Transport | undefined;
  return {
    open: () => {
      const { url } = endpoint;
      if (!opened && url) opened = (known ?? check(url))(url);
      if (opened) return opened;
      throw new TypeError('The endpoint is not known yet.');
    },
    close: () => opened?.close(),
  };
}

function checkOf(options: TransportOptions, clock: Clock): Check {
  const { fetch, agent, dispatcher, maxConnections } = options;
  // `maxConnections` bounds our own connections; the others bring theirs.
  const ways = (['fetch', 'agent', 'dispatcher', 'maxConnections'] as const).filter(
    (name) => options[name] !== undefined,
  );
  if (ways.length > 1) {
    const names = ways.map((name) => `\`${name}\``).join(' and ');
    throw misconfigured(`The options ${names} don't go together: each is about the connections. Keep one.`);
  }
  if (fetch) return byOthers('`fetch`', (endpoint) => createFetchTransport(endpoint, fetch, clock));
  if (dispatcher !== undefined) {
    // A RetryAgent may send a mutation twice.
    if (typeof dispatcher?.dispatch !== 'function' || dispatcher.constructor?.name === 'RetryAgent') {
      throw misconfigured(
        'The option `dispatcher` must be a dispatcher of undici, but no RetryAgent: it might send a mutation twice. An agent of Node goes to `agent`.',
      );
    }
    return byOthers('`dispatcher`', (endpoint) => createDispatcherTransport(endpoint, dispatcher, clock));
  }
  const byNode: Check = (url) => {
    const module = url.protocol === 'https:' ? 'node:https' : 'node:http';
    if (agent !== undefined) checkAgent(agent, url, module);
    return (endpoint) =>
      createNodeTransport(endpoint, process.getBuiltinModule(module), agent, { clock, maxConnections });
  };
  if (isNode) return byNode;
  // Ignoring it silently would bypass a proxy or a client certificate.
  if (agent !== undefined) throw misconfigured('The option `agent` serves on Node only. Pass `fetch` instead.');
  const byFetch = byOthers('the `fetch` of this runtime', (endpoint) => {
    // Bun's `fetch` reads NODE_TLS_REJECT_UNAUTHORIZED at each connection; others ignore `tls`.
    const checked = !isLoopback(endpoint) && { tls: { rejectUnauthorized: true } };
    const own: Fetch = (input, init) => globalThis.fetch(input, { ...init, ...checked });
    const transport = createFetchTransport(endpoint, own, clock);
    const limit = maxConnections === undefined ? undefined : new ConnectionLimit(maxConnections);
    return { ...transport, queue: limit?.queue() };
  });
  // Deno's `fetch` takes a proxy from variables that it may hide from us; its `node:http` takes none.
  return (endpoint) => (isDeno && endpoint.protocol === 'http:' ? byNode : byFetch)(endpoint);
}

/** @throws {ControlApiError} for plain http that may leave this machine: these connections show no address. */
function byOthers(by: string, open: Open): Check {
  return (endpoint) => {
    if (endpoint.protocol === 'http:') {
      const proxy = proxyOf(endpoint);
      const why = endpoint.hostname.endsWith('.localhost')
        ? `where ${endpoint.host} leads cannot be checked`
        : proxy && `the proxy in ${proxy} would get the key in plain http`;
      if (why) throw misconfigured(`With ${by}, ${why}. Use https; or 127.0.0.1 as the host, and in NO_PROXY.`);
    }
    return open;
  };
}

/** The variable of the proxy for plain http. Deno may not let us read it: then it is presumed. */
function proxyOf(endpoint: URL): string | undefined {
  const http = builtin('node:http');
  try {
    return proxyVariable(endpoint, http ? proxyEnvironment(http) : globalThis.process?.env);
  } catch {
    return 'HTTP_PROXY (hidden without --allow-env)';
  }
}

function checkAgent(agent: HttpAgent, endpoint: URL, module: string): void {
  const { protocol } = endpoint;
  const { destroy, addRequest, options }: Readonly<Record<string, unknown>> = Object(agent);
  // Agents that choose their protocol at each request have no own `protocol`.
  const serves = entryOf(agent, 'protocol') ?? protocol;
  if (typeof destroy !== 'function' || typeof addRequest !== 'function' || serves !== protocol) {
    throw misconfigured(
      `The option \`agent\` must be an agent of \`${module}\`, as the base URL is ${protocol}//. One of undici goes to \`dispatcher\`.`,
    );
  }
  if (entryOf(options, 'rejectUnauthorized') === false && !isLoopback(endpoint)) {
    throw misconfigured(
      'The option `agent` has `rejectUnauthorized: false`, which lets anyone between read the key. Pass the authority as its `ca`.',
    );
  }
}
