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
    super(message, details);
    this.code = code;
    if (details.status !== undefined) this.status = details.status;
  }
}

/** The codes of errors of the client; any other is about the HTTP status. */
const codes: Readonly<Record<string, IntrospectionErrorCode>> = {
  timeout: 'timeout',
  aborted: 'aborted',
  network: 'unreachable',
  malformed_response: 'not_graphql',
  response_too_large: 'not_graphql',
};

/** Turns an error of the client into an error of reading the schema. `server` is the subject of the message. */
export function explain(error: unknown, server: string, timeoutMs: number): unknown {
  if (!isControlApiError(error) || error.code === 'configuration') return error;
  const { code, status, message, errors } = error;
  const details = { ...(status === undefined ? {} : { status }), cause: error };
  const refused = `${server} refused to show its schema, with status ${status}. ${openAdvice}`;
  const texts: Readonly<Record<string, string>> = {
    rate_limited: `${server} asks to slow down. Try again later.`,
    timeout: `${server} did not show its schema within ${timeoutMs} ms. Try again later, or allow more time.`,
    aborted: 'Reading the schema was aborted.',
    response_too_large: `${server} answered introspection with more than 64 MiB. Check the base URL.`,
    unauthenticated: refused,
    forbidden: refused,
  };
  const said = errors?.[0]?.message;
  // No error of GraphQL takes back these statuses of the service.
  if (said !== undefined && code !== 'rate_limited' && (status ?? 0) <= 500) {
    const text = `${server} rejected introspection with ${JSON.stringify(said)}. ${openAdvice}`;
    return new IntrospectionError('introspection_off', text, details);
  }
  const text = texts[code] ?? `The schema could not be read: ${message}`;
  return new IntrospectionError(codes[code] ?? 'http_status', text, details);
}

/** The advice about a refusal. */
export const openAdvice =
  'Introspection is documented as open: check the base URL, or ask the service whether it was disabled.';
