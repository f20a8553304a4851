import { isControlApiError } from '../../index.ts';

/** Why the live schema could not be read. Stable: compare this, never the message. */
export type IntrospectionErrorCode =
  | 'unreachable'
  | 'timeout'
  | 'aborted'
  | 'http_status'
  | 'not_graphql'
  | 'introspection_off'
  | 'partial'
  | 'invalid_schema';

/** The live schema could not be read, so nothing can be said about it: neither that it changed nor that it did not. */
export class IntrospectionError extends Error {
  override readonly name = 'IntrospectionError';
  /** Which failure this is. */
  readonly code: IntrospectionErrorCode;
  /** The answer's HTTP status, where there was an answer. */
  readonly status?: number;

  constructor(code: IntrospectionErrorCode, message: string, details: { status?: number; cause?: unknown } = {}) {
    super(message, 'cause' in details ? { cause: details.cause } : undefined);
    this.code = code;
    if (details.status !== undefined) this.status = details.status;
  }
}

/** A client's failure in the words of someone who only wanted to read the schema. */
export function explain(error: unknown, timeoutMs: number): unknown {
  if (!isControlApiError(error) || error.code === 'configuration' || error.code === 'browser_runtime') return error;
  const details = { ...(error.status === undefined ? {} : { status: error.status }), cause: error };
  const said = error.errors?.[0]?.message;
  if (said !== undefined)
    return new IntrospectionError(
      'introspection_off',
      `The server refused introspection. It says: ${JSON.stringify(said)}. Introspection is documented as open: ask the service whether it was switched off, or check the URL.`,
      details,
    );
  switch (error.code) {
    case 'timeout':
      return new IntrospectionError(
        'timeout',
        `The schema was not read within ${timeoutMs} ms. Try again, or allow more time.`,
        details,
      );
    case 'aborted':
      return new IntrospectionError('aborted', 'Reading the schema was stopped before it ended.', details);
    case 'network':
      return new IntrospectionError(
        'unreachable',
        `The service could not be reached: ${error.message} Check the base URL and the network, then try again.`,
        details,
      );
    case 'malformed_response':
    case 'response_too_large':
      return new IntrospectionError(
        'not_graphql',
        `What answered did not speak GraphQL: ${error.message} Check that the base URL is the service's.`,
        details,
      );
    default:
      return new IntrospectionError(
        'http_status',
        `The server refused to show its schema${error.status === undefined ? '' : ` (HTTP ${error.status})`}: ${error.message} Introspection is documented as open and needs no key: check the base URL, or try again later.`,
        details,
      );
  }
}
