import type { CallFailureCode, GraphQLFormattedError, Outcome } from '../errors.ts';
import { isRecord } from '../is-record.ts';
import type { ExchangeAnswer } from './exchange.ts';

/** A well-formed GraphQL answer, as the GraphQL specification shapes it. `data` is absent where nothing was executed. */
export interface GraphQLAnswer {
  readonly data?: Readonly<Record<string, unknown>> | null;
  readonly errors?: readonly GraphQLFormattedError[];
  readonly extensions?: Readonly<Record<string, unknown>>;
}

/** What an answer turned out to be. */
export type Result =
  | { readonly type: 'data'; readonly answer: GraphQLAnswer & { readonly data: Readonly<Record<string, unknown>> } }
  | {
      readonly type: 'failure';
      readonly code: CallFailureCode;
      readonly outcome: Outcome;
      /** What is wrong, as the middle of a sentence; made of our words and the status alone. */
      readonly what: string;
      readonly answer?: GraphQLAnswer;
    };

/**
 * Reads an answer by its evidence: status, content type, body. The document shows no failure shapes, so nothing here is the
 * service's own: statuses mean what HTTP says, and `extensions.code` what GraphQL servers commonly write there (inferred).
 *
 * An answer with data is `data` even if it also has `errors`; whether those fail the call is the caller's to say.
 */
export function readResult(answer: ExchangeAnswer): Result {
  const { status } = answer;
  const graphql = readGraphQLAnswer(answer.json);
  const outcome = outcomeOf(status, graphql);
  const failure = (code: CallFailureCode, what: string): Result => ({
    type: 'failure',
    code,
    outcome,
    what,
    ...(graphql && { answer: graphql }),
  });

  if (status >= 300 && status < 400)
    return failure('redirected', `a redirect (status ${status}), which is not followed`);
  if (status === 401) return failure('unauthenticated', 'status 401');
  if (status === 403) return failure('forbidden', 'status 403');
  if (status === 429) return failure('rate_limited', 'status 429');

  const ok = status >= 200 && status < 300;
  if (ok && graphql?.data) return { type: 'data', answer: { ...graphql, data: graphql.data } };
  if (graphql?.errors?.length && (ok || status < 500)) {
    return failure(codeOf(graphql.errors), `${describeErrors(graphql.errors)}${ok ? '' : ` and status ${status}`}`);
  }
  if (!ok) return failure('http_status', `status ${status}${graphql?.errors ? '' : describeBody(answer)}`);
  if (graphql) return failure('malformed_response', 'a GraphQL answer with neither data nor errors');
  return failure('malformed_response', `no GraphQL answer: status ${status}${describeBody(answer)}`);
}

/** The code that GraphQL errors amount to. */
function codeOf(errors: readonly GraphQLFormattedError[]): 'unauthenticated' | 'forbidden' | 'graphql' {
  const codes = errors.map((error) => error.extensions?.['code']);
  if (codes.includes('UNAUTHENTICATED')) return 'unauthenticated';
  if (codes.includes('FORBIDDEN')) return 'forbidden';
  return 'graphql';
}

/** How many errors, and of the first its code and place: never its words, which may repeat variables. */
export function describeErrors(errors: readonly GraphQLFormattedError[]): string {
  const [first] = errors;
  const code = first?.extensions?.['code'];
  const count = errors.length === 1 ? '1 GraphQL error' : `${errors.length} GraphQL errors`;
  const about = [
    typeof code === 'string' && /^[A-Z][A-Z0-9_]{0,63}$/.test(code) ? code : undefined,
    first?.path?.length ? `at ${first.path.map(pathStep).join('.')}` : undefined,
    !first?.path?.length && first?.locations?.[0] ? placeOf(first.locations[0]) : undefined,
  ].filter((part) => part !== undefined);
  return about.length ? `${count} (${errors.length > 1 ? 'first: ' : ''}${about.join(' ')})` : count;
}

function pathStep(step: string | number): string {
  return typeof step === 'number' || /^[_A-Za-z]\w{0,63}$/.test(step) ? String(step) : '?';
}

function placeOf({ line, column }: { line: number; column: number }): string {
  return `at line ${line}, column ${column} of the document`;
}

function outcomeOf(status: number, graphql: GraphQLAnswer | undefined): Outcome {
  if (graphql && 'data' in graphql) return 'unknown';
  if (status >= 400 && status < 500) return status === 408 ? 'unknown' : 'rejected';
  return graphql?.errors?.length && status < 300 ? 'rejected' : 'unknown';
}

function describeBody({ text, json, bytes, header }: ExchangeAnswer): string {
  if (bytes === 0) return ' with an empty body';
  if (text === undefined) return ' with a body that is not UTF-8';
  if (json !== undefined) return ' with JSON of another shape';
  const type = header('content-type')?.split(';')[0]?.trim().toLowerCase() ?? '';
  if (type.includes('html') || /^\s*<(?:!doctype|html)/i.test(text))
    return ' with an HTML page, so probably from a proxy';
  return ' with a body that is not JSON';
}

/** The GraphQL answer in a parsed body, or undefined where the shape is not that of one. */
export function readGraphQLAnswer(json: unknown): GraphQLAnswer | undefined {
  if (!isRecord(json)) return undefined;
  const { data, errors, extensions } = ownEntries(json);
  if (data === undefined && errors === undefined) return undefined;
  if (data !== undefined && data !== null && !isRecord(data)) return undefined;
  if (errors !== undefined && !(Array.isArray(errors) && errors.every(isFormattedError))) return undefined;
  return {
    ...(data !== undefined && { data }),
    ...(errors !== undefined && { errors: errors.map(withoutNulls) }),
    ...(isRecord(extensions) && { extensions }),
  };
}

function ownEntries(json: Record<string, unknown>): Record<'data' | 'errors' | 'extensions', unknown> {
  const own = (key: string) => (Object.hasOwn(json, key) ? json[key] : undefined);
  // Several servers write `"errors": null` where there are none.
  return { data: own('data'), errors: own('errors') ?? undefined, extensions: own('extensions') };
}

function isFormattedError(error: unknown): error is GraphQLFormattedError {
  if (!isRecord(error) || typeof error['message'] !== 'string') return false;
  const { path, locations, extensions } = error;
  return (
    (path === undefined || path === null || (Array.isArray(path) && path.every(isPathStep))) &&
    (locations === undefined || locations === null || (Array.isArray(locations) && locations.every(isLocation))) &&
    (extensions === undefined || extensions === null || isRecord(extensions))
  );
}

/** Some servers write null for what an error does not have. */
function withoutNulls(error: GraphQLFormattedError): GraphQLFormattedError {
  const { path, locations, extensions, ...rest } = error;
  return { ...rest, ...(path && { path }), ...(locations && { locations }), ...(extensions && { extensions }) };
}

const isPathStep = (step: unknown): step is string | number => typeof step === 'string' || typeof step === 'number';

function isLocation(location: unknown): boolean {
  return isRecord(location) && typeof location['line'] === 'number' && typeof location['column'] === 'number';
}

/** Headers by which servers and the proxies before them commonly name a request; the document shows none. */
const REQUEST_ID_HEADERS = ['x-request-id', 'request-id', 'x-correlation-id', 'x-amzn-requestid', 'cf-ray'];

/** The id that an answer's headers give its request, where they do. */
export function requestIdOf(answer: ExchangeAnswer): string | undefined {
  return REQUEST_ID_HEADERS.map(answer.header).find((id) => id !== undefined && id !== '');
}
