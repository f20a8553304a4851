import { buildClientSchema, type GraphQLSchema, type IntrospectionQuery } from 'graphql';
import { entryOf } from '../../base/is-record.ts';
import type { PlatformFetch, Signal, WebUrl } from '../../base/web.ts';
import { createControlClient } from '../../index.ts';
import { type Answer, type Ask, asRefusal } from './ask.ts';
import { hiddenBy, withHiddenInputs } from './hidden-inputs.ts';
import { asIntrospectionError, IntrospectionError, openAdvice } from './introspection-error.ts';
import { allLevels, askUnsupported, namedParts, newerParts, olderLevels, schemaQuestion } from './question.ts';
import { validSchema } from './valid-schema.ts';

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
  readonly fetch?: PlatformFetch;
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
    const query = entryOf(body, 'variables', 'document');
    return exchange(url, { ...init, body: JSON.stringify({ query }) });
  };
}

/**
 * Reads a whole schema with everything that the server supports: in today's form; where that is refused, without what the refusal
 * names; and last in the form that older servers know.
 *
 * @param server - The subject of messages.
 */
async function readLiveSchema(ask: Ask, descriptions: boolean, server: string): Promise<GraphQLSchema> {
  const unsupported = await askUnsupported(ask);
  let lacking = unsupported ?? new Set<string>();
  let levels = allLevels;
  for (;;) {
    const asks = (it: string): boolean => !lacking.has(it) && (descriptions || !it.endsWith('.description'));
    const reply = await ask(schemaQuestion({ asks, levels }));
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

/** Builds a schema from an introspection result. */
function build(introspection: unknown, server: string): GraphQLSchema {
  // Some servers describe everything with an empty text, which is no description.
  const described = (key: string, value: unknown): unknown => (key === 'description' && value === '' ? null : value);
  const result: IntrospectionQuery = JSON.parse(JSON.stringify(introspection), described);
  try {
    return validSchema(buildClientSchema(result));
  } catch (cause) {
    // graphql 17 reads a name that is null without a check.
    if (cause instanceof TypeError) throw incomplete(server, 'a part of it is null.', cause);
    const fault = cause instanceof Error ? cause.message : String(cause);
    if (/^(?:Invalid or incomplete|Introspection result missing|Decorated type deeper)/.test(fault))
      throw incomplete(server, `${fault.split(/\.(?: |$)/)[0]?.slice(0, 200)}.`, cause);
    const message = `${server} has an invalid schema: ${fault} Report this to the service.`;
    throw new IntrospectionError('invalid_schema', message, { cause });
  }
}
