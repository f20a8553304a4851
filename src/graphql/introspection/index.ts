import type { GraphQLSchema } from 'graphql';
import type { Fetch, Signal, WebUrl } from '../../base/web.ts';
import { createControlClient } from '../../index.ts';
import { type Ask, asRefusal } from './ask.ts';
import { asIntrospectionError } from './introspection-error.ts';
import { member } from './json.ts';
import { readLiveSchema } from './read-live-schema.ts';

export { IntrospectionError, type IntrospectionErrorCode } from './introspection-error.ts';

/** How to read the live schema. Introspection is documented as open: no key is needed, and none is sent without `withKey`. */
export interface IntrospectOptions {
  /**
   * The base URL of the service, as for the client.
   *
   * @defaultValue the environment variable `CONTROL_API_URL`
   */
  readonly baseUrl?: string | WebUrl;
  /**
   * The timeout of the whole reading, retries included, in milliseconds.
   *
   * @defaultValue 30_000
   */
  readonly timeoutMs?: number;
  /**
   * How often each request is retried if a retry can help.
   *
   * @defaultValue 2
   */
  readonly maxRetries?: number;
  /** Aborts the reading. @defaultValue none */
  readonly signal?: Signal;
  /**
   * The function that does the HTTP exchange, as for the client.
   *
   * @defaultValue the exchange of the client
   */
  readonly fetch?: Fetch;
  /**
   * Whether descriptions are read as well; without them, a large schema is half the size.
   *
   * @defaultValue true
   */
  readonly descriptions?: boolean;
  /**
   * Whether the key of the environment (`CONTROL_API_KEY` and its other forms) is sent, for a service that does not show its
   * schema without one.
   *
   * @defaultValue false, so that no key is read or sent
   */
  readonly withKey?: boolean;
}

/**
 * Reads the live schema by introspection, with every feature that the server supports: deprecated arguments and input
 * fields, repeatable directives, scalar specifications, one-of inputs. A server that refuses today's query is asked in the form of
 * older ones.
 *
 * @throws {IntrospectionError} if the schema could not be read, is incomplete or is invalid.
 * @throws {ControlApiError} if an option is invalid, or there is no key to send.
 */
export async function introspect(options: IntrospectOptions = {}): Promise<GraphQLSchema> {
  const { timeoutMs = 30_000, maxRetries, signal, baseUrl, fetch, descriptions = true, withKey = false } = options;
  const client = createControlClient({
    ...(withKey ? { access: 'read-only', fetch: sendingDocument(fetch ?? globalThis.fetch) } : { apiKey: null, fetch }),
    baseUrl,
    maxRetries,
    timeoutMs,
  });
  const server = serverAt(baseUrl);
  const deadline = performance.now() + timeoutMs;
  const ask: Ask = async (document) => {
    const left = Math.max(1, Math.ceil(deadline - performance.now()));
    const [sent, variables] = withKey ? [keyedOperation, { document }] : [document, undefined];
    const answer = client.execute<unknown>(sent, variables, { timeoutMs: left, signal });
    return answer.then(({ data, errors = [] }) => ({ data, errors: errors.map(({ message }) => message) }), asRefusal);
  };
  try {
    return await readLiveSchema(ask, descriptions, server);
  } catch (error) {
    throw asIntrospectionError(error, server, timeoutMs);
  } finally {
    await client.close();
  }
}

/** The server as the subject of a message. The client has checked the URL, and reports by itself that there is none. */
function serverAt(baseUrl: string | URL | undefined): string {
  const url = baseUrl ?? process.env['CONTROL_API_URL'] ?? '';
  return URL.canParse(url) ? `The server at ${new URL(url).origin}` : 'The server';
}

/** An operation that needs a key, which a client never sends with introspection. */
const keyedOperation = 'query SchemaWithKey($document: String!) { schemaWithKey(document: $document) }';

/**
 * An exchange that sends the introspection query in the variables of {@link keyedOperation} in place of that operation. So the
 * key goes where the client sends it, and nowhere else.
 */
function sendingDocument(exchange: typeof fetch): typeof fetch {
  return async (url, init) => {
    const body: unknown = await new Response(init?.body).json();
    const query = member(member(body, 'variables'), 'document');
    return exchange(url, { ...init, body: JSON.stringify({ query }) });
  };
}
