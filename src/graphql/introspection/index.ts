import { type GraphQLSchema, getIntrospectionQuery } from 'graphql';
import { createControlClient } from '../../index.ts';
import { type Ask, askFeatures } from './features.ts';
import { explain } from './introspection-error.ts';
import { schemaInAnswer } from './read-answer.ts';

export { IntrospectionError, type IntrospectionErrorCode } from './introspection-error.ts';

/** Where and how to read the live schema. No key is asked for and none is sent: introspection is documented as open. */
export interface IntrospectOptions {
  /** The service's base URL, as for the client. Default: `CONTROL_API_URL`. */
  readonly baseUrl?: string | URL;
  /** How long reading may take in all, retries included, in milliseconds. Default: 30 000. */
  readonly timeoutMs?: number;
  /** How often each of the two requests is tried again where that can help. Default: 2. */
  readonly maxRetries?: number;
  /** Ends the reading early. */
  readonly signal?: AbortSignal;
  /** The function that does the HTTP exchange, as for the client. */
  readonly fetch?: typeof fetch;
  /** Whether descriptions are read as well; without them a large schema is half the size. Default: true. */
  readonly descriptions?: boolean;
}

/**
 * Reads the live schema by introspection, with all that the server can tell: deprecated arguments and input fields,
 * repeatable directives, scalar specifications, one-of inputs. Servers that know less are asked for less.
 *
 * @throws {IntrospectionError} where the schema could not be read, is incomplete or is invalid.
 * @throws {ControlApiError} of code `configuration` where an option is wrong.
 */
export async function introspect(options: IntrospectOptions = {}): Promise<GraphQLSchema> {
  const { timeoutMs = 30_000, maxRetries, signal, baseUrl, fetch, descriptions = true } = options;
  const client = createControlClient({
    apiKey: null,
    ...(baseUrl === undefined ? {} : { baseUrl }),
    ...(maxRetries === undefined ? {} : { maxRetries }),
    ...(fetch === undefined ? {} : { fetch }),
    timeoutMs,
  });
  const deadline = performance.now() + timeoutMs;
  const ask: Ask = async (document) => {
    const left = Math.max(1, Math.ceil(deadline - performance.now()));
    const { data, errors } = await client.execute<unknown>(document, undefined, {
      timeoutMs: left,
      ...(signal === undefined ? {} : { signal }),
    });
    return { data, errors: errors?.map((error) => error.message) ?? [] };
  };
  try {
    const features = await askFeatures(ask);
    return schemaInAnswer(await ask(getIntrospectionQuery({ descriptions, ...features })));
  } catch (error) {
    throw explain(error, timeoutMs);
  } finally {
    await client.close();
  }
}
