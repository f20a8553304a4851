import { entryOf } from '../base/is-record.ts';
import type { Fetch } from '../base/web.ts';
import { misconfigured } from '../errors.ts';
import { type Clock, systemClock } from './clock.ts';
import { createDispatcherTransport } from './dispatcher.ts';
import { createFetchTransport } from './fetch.ts';
import { isLoopback, proxyEnvironment, proxyVariable } from './hosts.ts';
import { createNodeTransport } from './node.ts';
import { builtin, isDeno, isNode } from './node-builtin.ts';
import { Room } from './shared-limits.ts';
import type { HttpAgent, Transport, UndiciDispatcher } from './transport.ts';

/** Options that decide which way requests take. */
export interface TransportOptions {
  readonly fetch?: Fetch | undefined;
  readonly agent?: HttpAgent | undefined;
  readonly dispatcher?: UndiciDispatcher | undefined;
  readonly maxConnections?: number | undefined;
}

/** Opens the transport to an endpoint. */
type Open = (endpoint: URL) => Transport;

/** Checks whether an endpoint can be served, and says what opens it. @throws {ControlApiError} where it can't be. */
type Check = (endpoint: URL) => Open;

/** The transport of a client: opened at the first request, since many clients make none, and a base URL may be known only then. */
export interface LazyTransport {
  /** Opens it where it is not open yet. @throws {ControlApiError} where the endpoint can't be served. */
  open(): Transport;
  /** Ends idle connections of its own. */
  close(): void;
}

/**
 * Chooses what serves a client, and checks an endpoint that is known at once.
 *
 * @throws {ControlApiError} for options that don't go together, or that can't serve.
 */
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

/** The transport that the caller passes, `fetch` or `dispatcher`; else `fetch` off Node, and `node:http` or `node:https` on it. */
function checkOf(options: TransportOptions, clock: Clock): Check {
  const { fetch, agent, dispatcher, maxConnections } = options;
  // The last bounds the SDK's own connections; the others bring theirs, each with a bound of its own.
  const ways = (['fetch', 'agent', 'dispatcher', 'maxConnections'] as const).filter(
    (name) => options[name] !== undefined,
  );
  if (ways.length > 1) {
    const names = ways.map((name) => `\`${name}\``).join(' and ');
    throw misconfigured(`The options ${names} don't go together: each is about the connections. Keep one.`);
  }
  if (fetch) return byOthers('`fetch`', (endpoint) => createFetchTransport(endpoint, fetch, clock));
  if (dispatcher !== undefined) {
    // A RetryAgent sends what its own options name again, and does not always show it.
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
  // Left unused without a word, a proxy's agent or a client certificate would be passed by.
  if (agent !== undefined) throw misconfigured('The option `agent` serves on Node only. Pass `fetch` instead.');
  const byFetch = byOthers('the `fetch` of this runtime', (endpoint) => {
    // Bun's reads NODE_TLS_REJECT_UNAUTHORIZED at each connection; the others do not know `tls`.
    const checked = !isLoopback(endpoint) && { tls: { rejectUnauthorized: true } };
    const own: Fetch = (input, init) => globalThis.fetch(input, { ...init, ...checked });
    const transport = createFetchTransport(endpoint, own, clock);
    return maxConnections === undefined ? transport : { ...transport, door: new Room(maxConnections).door() };
  });
  // Deno's `fetch` takes a proxy of variables that it may not let us read; its `node:http` takes none.
  return (endpoint) => (isDeno && endpoint.protocol === 'http:' ? byNode : byFetch)(endpoint);
}

/**
 * Serves by connections of others: where they lead we cannot see.
 *
 * @throws {ControlApiError} for plain http that may leave this machine by its name, or by a proxy of the environment.
 */
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

/** The variable of the proxy that plain http would go through; where Deno does not let it be read, it is presumed. */
function proxyOf(endpoint: URL): string | undefined {
  const http = builtin('node:http');
  try {
    return proxyVariable(endpoint, http ? proxyEnvironment(http) : globalThis.process?.env);
  } catch {
    return 'HTTP_PROXY (hidden without --allow-env)';
  }
}

/** @throws {ControlApiError} for a value that is no agent, or one that can't serve there: at once, not at each call. */
function checkAgent(agent: HttpAgent, endpoint: URL, module: string): void {
  const { protocol } = endpoint;
  const { destroy, addRequest, options }: Readonly<Record<string, unknown>> = Object(agent);
  // Node's own say so as a property of their own; agents that work out their protocol at each request have none.
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
