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

/** A live schema that could not be read, so that it is unknown whether the schema changed. */
export class IntrospectionError extends Error {
  /** The class's name. */
  override readonly name = 'IntrospectionError';
  /** Why the live schema could not be read. */
  readonly code: IntrospectionErrorCode;
  /** The HTTP status, if there was an answer. */
  readonly status?: number;

  /** Thrown by `introspect`. */
  constructor(code: IntrospectionErrorCode, message: string, details: { status?: number; cause?: unknown } = {}) {
    super(message, details);
    this.code = code;
    if (details.status !== undefined) this.status = details.status;
  }
}

export const openAdvice =
  'Introspection is documented as open: check the base URL, or ask the service whether it was disabled.';

/** `server` is the subject of the message. */
export function asIntrospectionError(error: unknown, server: string, timeoutMs: number): unknown {
  if (!isControlApiError(error) || error.code === 'configuration') return error;
  const { code, status, message, errors } = error;
  const refused = `${server} refused to show its schema, with status ${status}. ${openAdvice}`;
  const failures: Readonly<Record<string, readonly [code: IntrospectionErrorCode, text?: string]>> = {
    aborted: ['aborted', 'Reading the schema was aborted.'],
    forbidden: ['introspection_off', refused],
    malformed_response: ['not_graphql'],
    network: ['unreachable'],
    rate_limited: ['http_status', `${server} asks to slow down. Try again later.`],
    response_too_large: ['not_graphql', `${server} answered introspection with more than 64 MiB. Check the base URL.`],
    timeout: [
      'timeout',
      `${server} did not show its schema within ${timeoutMs} ms. Try again later, or allow more time.`,
    ],
    unauthenticated: ['introspection_off', refused],
  };
  const said = errors?.[0]?.message;
  // For these statuses, the GraphQL errors do not matter.
  const isSaid = said !== undefined && code !== 'rate_limited' && (status ?? 0) <= 500;
  const [failure, text = `The schema could not be read: ${message}`] = isSaid
    ? (['introspection_off', `${server} rejected introspection with ${JSON.stringify(said)}. ${openAdvice}`] as const)
    : (failures[code] ?? ['http_status']);
  return new IntrospectionError(failure, text, { ...(status === undefined ? {} : { status }), cause: error });
}
