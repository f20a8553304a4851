import { buildClientSchema, type GraphQLSchema, type IntrospectionQuery } from 'graphql';
import { entryOf } from '../../base/is-record.ts';
import type { PlatformFetch, Signal, WebUrl } from '../../base/web.ts';
import { createControlClient } from '../../index.ts';
import { allLevels, introspectionTimeoutMs, olderLevels } from '../defaults.ts';
import { hiddenBy, withHiddenInputs } from '../hidden-inputs.ts';
import { validSchema } from '../parse-schema.ts';
import { asIntrospectionError, IntrospectionError, openAdvice } from './introspection-error.ts';
import { type Answer, type Ask, askUnsupported, asRefusal, namedParts, newerParts, schemaQuery } from './queries.ts';

export { IntrospectionError, type IntrospectionErrorCode } from './introspection-error.ts';

/** The options of {@link introspect}. Introspection is documented as open: no key is sent without `withKey`. */
export interface IntrospectOptions {
  /** The base URL of the service, as for the client. @defaultValue the environment variable `CONTROL_API_URL` */
  readonly baseUrl?: string | WebUrl | undefined;
  /** The timeout in milliseconds, retries included. @defaultValue 30_000 */
  readonly timeoutMs?: number | undefined;
  /** The maximum number of retries of a request, 0 to 10. @defaultValue 2 */
  readonly maxRetries?: number | undefined;
  /** The signal that aborts the introspection. @defaultValue none */
  readonly signal?: Signal | undefined;
  /** The `fetch` function, as for the client. @defaultValue the client's own transport */
  readonly fetch?: PlatformFetch | undefined;
  /** Whether descriptions are read. Without them, a large schema is half the size. @defaultValue true */
  readonly descriptions?: boolean | undefined;
  /**
   * Whether the key of the environment (`CONTROL_API_KEY` or `CONTROL_API_KEY_FILE`) is sent, for a service that hides its schema without a key.
   *
   * @defaultValue false: no key is read or sent
   */
  readonly withKey?: boolean | undefined;
}

/**
 * Reads the live schema by introspection, with every feature that the server supports: deprecated arguments and input
 * fields, repeatable directives, scalar specifications, one-of inputs. A server that refuses the current introspection query is
 * asked with an older one.
 *
 * @throws {IntrospectionError} if the schema cannot be read, is incomplete or is invalid.
 * @throws {ControlApiError} if an option is invalid, or there is no key to send.
 */
export async function introspect(options: IntrospectOptions = {}): Promise<GraphQLSchema> {
  const {
    timeoutMs = introspectionTimeoutMs,
    maxRetries,
    signal,
    baseUrl,
    fetch,
    descriptions = true,
    withKey = false,
  } = options;
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

/** The server as the subject of a message. The client itself reports a missing or invalid URL. */
function serverAt(baseUrl: string | URL | undefined): string {
  const url = baseUrl ?? process.env['CONTROL_API_URL'] ?? '';
  return URL.canParse(url) ? `The server at ${new URL(url).origin}` : 'The server';
}

/** A placeholder operation: the client sends no key with introspection. */
const keyedOperation = 'query SchemaWithKey($document: String!) { schemaWithKey(document: $document) }';

/** A `fetch` that replaces {@link keyedOperation} by the introspection query in its variables, so that only the client handles the key. */
function sendingDocument(send: typeof fetch): typeof fetch {
  return async (url, init) => {
    const body: unknown = await new Response(init?.body).json();
    const query = entryOf(body, 'variables', 'document');
    return send(url, { ...init, body: JSON.stringify({ query }) });
  };
}

/** Sends the current introspection query; after a refusal, one without the named parts; at last, the one of older specifications. */
async function readLiveSchema(ask: Ask, descriptions: boolean, server: string): Promise<GraphQLSchema> {
  const unsupported = await askUnsupported(ask);
  let lacking = unsupported ?? new Set<string>();
  let levels = allLevels;
  for (;;) {
    const asks = (it: string): boolean => !lacking.has(it) && (descriptions || !it.endsWith('.description'));
    const reply = await ask(schemaQuery({ asks, levels }));
    if (reply.errors.length === 0) return withHiddenInputs(schemaIn(reply, server), hiddenBy(lacking, unsupported));
    const fewer = new Set([...lacking, ...namedParts(reply.errors)]);
    if (fewer.size > lacking.size) lacking = fewer;
    else if (levels > olderLevels) [levels, lacking] = [olderLevels, unsupported ? lacking : newerParts];
    else if (reply.cause !== undefined) throw reply.cause;
    else return schemaIn(reply, server);
  }
}

function schemaIn({ data, errors: [error] }: Answer, server: string): GraphQLSchema {
  const schema = entryOf(data, '__schema');
  const said = error === undefined ? '' : ` The server reported: ${JSON.stringify(error)}.`;
  if (schema == null)
    throw new IntrospectionError('introspection_off', `${server} answered without a schema.${said} ${openAdvice}`);
  if (error !== undefined) throw incomplete(server, `the answer has errors.${said}`);
  if (typeof entryOf(schema, 'queryType', 'name') !== 'string') throw incomplete(server, 'it names no query type.');
  if (!Array.isArray(entryOf(schema, 'directives'))) throw incomplete(server, 'it lists no directives.');
  return build(data, server);
}

function incomplete(server: string, gap: string, cause?: unknown): IntrospectionError {
  const message = `${server} sent an incomplete schema: ${gap} Try again, or ask the service.`;
  return new IntrospectionError('partial', message, { cause });
}

function build(introspection: unknown, server: string): GraphQLSchema {
  // Some servers send an empty description for everything.
  const described = (key: string, value: unknown): unknown => (key === 'description' && value === '' ? null : value);
  const result: IntrospectionQuery = JSON.parse(JSON.stringify(introspection), described);
  try {
    return validSchema(buildClientSchema(result));
  } catch (cause) {
    // graphql 17 does not check for a name that is null.
    if (cause instanceof TypeError) throw incomplete(server, 'a part of it is null.', cause);
    const fault = cause instanceof Error ? cause.message : String(cause);
    if (/^(?:Invalid or incomplete|Introspection result missing|Decorated type deeper)/.test(fault))
      throw incomplete(server, `${fault.split(/\.(?: |$)/)[0]?.slice(0, 200)}.`, cause);
    const message = `${server} has an invalid schema: ${fault} Report this to the service.`;
    throw new IntrospectionError('invalid_schema', message, { cause });
  }
}
