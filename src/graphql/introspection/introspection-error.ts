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

/** Turns an error of the client into an error of reading the schema. */
export function explain(error: unknown, timeoutMs: number): unknown {
  if (!isControlApiError(error) || error.code === 'configuration' || error.code === 'browser_runtime') return error;
  const details = { ...(error.status === undefined ? {} : { status: error.status }), cause: error };
  const said = error.errors?.[0]?.message;
  // A message of the client names the host first.
  const host = /^https?:\/\/\S+(?=: )/.exec(error.message)?.[0];
  if (said !== undefined)
    return new IntrospectionError(
      'introspection_off',
      `The server${host === undefined ? '' : ` at ${host}`} rejected introspection with ${JSON.stringify(said)}. Introspection is documented as open: check the base URL, or ask the service whether it was disabled.`,
      details,
    );
  switch (error.code) {
    case 'timeout':
      return new IntrospectionError(
        'timeout',
        `The schema${host === undefined ? '' : ` of ${host}`} was not read within ${timeoutMs} ms. Try again, or allow more time.`,
        details,
      );
    case 'aborted':
      return new IntrospectionError('aborted', 'Reading the schema was aborted.', details);
    case 'network':
      return new IntrospectionError('unreachable', `The schema could not be read: ${error.message}`, details);
    case 'malformed_response':
    case 'response_too_large':
      return new IntrospectionError('not_graphql', `The schema could not be read: ${error.message}`, details);
    default:
      return new IntrospectionError(
        'http_status',
        `The schema could not be read: ${error.message} Introspection is documented as open and needs no key.`,
        details,
      );
  }
}
