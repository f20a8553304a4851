import { isControlApiError } from '../../index.ts';

/** Why the live schema could not be read. Stable: compare the code, never the message. */
export type IntrospectionErrorCode =
  | 'unreachable'
  | 'timeout'
  | 'aborted'
  | 'http_status'
  | 'not_graphql'
  | 'introspection_off'
  | 'partial'
  | 'invalid_schema';

/** The live schema could not be read, so it is unknown whether it changed. */
export class IntrospectionError extends Error {
  /** The class's name. */
  override readonly name = 'IntrospectionError';
  /** Why the live schema could not be read. */
  readonly code: IntrospectionErrorCode;
  /** The HTTP status of the answer, if there was an answer. */
  readonly status?: number;

  /** Made by `introspect`; your own code rarely needs it. */
  constructor(code: IntrospectionErrorCode, message: string, details: { status?: number; cause?: unknown } = {}) {
    super(message, 'cause' in details ? { cause: details.cause } : undefined);
    this.code = code;
    if (details.status !== undefined) this.status = details.status;
  }
}

/** Turns an error of the client into an error of reading the schema. `server` is the subject of the message. */
export function explain(error: unknown, server: string, timeoutMs: number): unknown {
  if (!isControlApiError(error) || error.code === 'configuration') return error;
  const { code, status, message, errors } = error;
  const details = { ...(status === undefined ? {} : { status }), cause: error };
  const because = (code: IntrospectionErrorCode, text: string) => new IntrospectionError(code, text, details);
  const said = errors?.[0]?.message;
  if (code === 'rate_limited') return because('http_status', `${server} asks to slow down. Try again later.`);
  // No error of GraphQL takes back these statuses of the service.
  if (said !== undefined && (status ?? 0) <= 500)
    return because('introspection_off', `${server} rejected introspection with ${JSON.stringify(said)}. ${openAdvice}`);
  switch (code) {
    case 'timeout':
      return because(
        'timeout',
        `${server} did not show its schema within ${timeoutMs} ms. Try again later, or allow more time.`,
      );
    case 'aborted':
      return because('aborted', 'Reading the schema was aborted.');
    case 'network':
      return because('unreachable', `The schema could not be read: ${message}`);
    case 'malformed_response':
      return because('not_graphql', `The schema could not be read: ${message}`);
    case 'response_too_large':
      return because('not_graphql', `${server} answered introspection with more than 64 MiB. Check the base URL.`);
    case 'unauthenticated':
    case 'forbidden':
      return because('http_status', `${server} refused to show its schema, with status ${status}. ${openAdvice}`);
    default:
      return because('http_status', `The schema could not be read: ${message}`);
  }
}

/** The advice about a refusal. */
export const openAdvice =
  'Introspection is documented as open: check the base URL, or ask the service whether it was disabled.';
