import { type GraphQLSchema, getIntrospectionQuery } from 'graphql';
import { createControlClient } from '../../index.ts';
import { type Ask, askFeatures } from './features.ts';
import { explain } from './introspection-error.ts';
import { schemaInAnswer } from './read-answer.ts';

export { IntrospectionError, type IntrospectionErrorCode } from './introspection-error.ts';

/** How to read the live schema. No key is needed or sent: introspection is documented as open. */
export interface IntrospectOptions {
  /**
   * The base URL of the service, as for the client.
   *
   * @defaultValue the environment variable `CONTROL_API_URL`
   */
  readonly baseUrl?: string | URL;
  /**
   * The timeout of the whole reading, retries included, in milliseconds.
   *
   * @defaultValue 30_000
   */
  readonly timeoutMs?: number;
  /**
   * How often each of the two requests is retried if a retry can help.
   *
   * @defaultValue 2
   */
  readonly maxRetries?: number;
  /** Aborts the reading. */
  readonly signal?: AbortSignal;
  /**
   * The function that does the HTTP exchange, as for the client.
   *
   * @defaultValue the exchange of the client
   */
  readonly fetch?: typeof fetch;
  /**
   * Whether descriptions are read as well; without them, a large schema is half the size.
   *
   * @defaultValue true
   */
  readonly descriptions?: boolean;
}

/**
 * Reads the live schema by introspection, with every feature that the server supports: deprecated arguments and input
 * fields, repeatable directives, scalar specifications, one-of inputs.
 *

 * @throws {IntrospectionError} if the schema could not be read, is incomplete or is invalid.
 * @throws {ConfigurationError} if an option is invalid.
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
