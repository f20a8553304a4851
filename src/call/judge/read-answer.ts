import { isRecord } from '../../base/is-record.ts';
import type { CallFailureCode, GraphQLFormattedError, Outcome } from '../../errors.ts';
import type { ExchangeAnswer, ReadAnswer } from '../exchange/exchange.ts';
import { describeErrors, isRefusedDocument } from './graphql-errors.ts';
import { parsedJson } from './parsed-json.ts';

/**
 * A well-formed GraphQL answer, as the GraphQL specification shapes it. `data` is undefined where nothing was executed. Each
 * member is its own, so that a polluted prototype supplies none.
 */
export interface GraphQLAnswer {
  readonly data?: Readonly<Record<string, unknown>> | null | undefined;
  readonly errors?: readonly GraphQLFormattedError[] | undefined;
  readonly extensions?: Readonly<Record<string, unknown>> | undefined;
}

/** An answer with data. */
export type AnswerWithData = GraphQLAnswer & { readonly data: Readonly<Record<string, unknown>> };

/** The codes that a `classify` option may give to an answer's GraphQL errors. */
export type ClassifiedCode = 'unauthenticated' | 'forbidden' | 'rate_limited' | 'graphql';

/** Says which code an answer's errors amount to; undefined leaves it to the SDK. */
export type ReadCode = (errors: readonly GraphQLFormattedError[], status: number) => ClassifiedCode | undefined;

/** What an answer turned out to be. */
export type Result =
  | { readonly type: 'data'; readonly answer: AnswerWithData }
  | {
      readonly type: 'failure';
      readonly code: CallFailureCode;
      readonly outcome: Outcome;
      /** What is wrong, as the middle of a sentence; made of our words and the status alone. */
      readonly what: string;
      /** Whether another attempt may get a whole answer. */
      readonly transient: boolean;
      /** Whether the service refused the document itself, so that the live schema may have moved (inferred). */
      readonly refusedDocument: boolean;
      readonly answer?: GraphQLAnswer;
    };

/**
 * Reads an answer by its evidence: status, content type, body. The document shows no failure shapes, so nothing here is the
 * service's own: statuses mean what HTTP says, and `extensions.code` what GraphQL servers commonly write there (inferred).
 *
 * An answer with data is `data` even if it also has `errors`; whether those fail the call is the caller's to say.
 */
export function readResult(
  answer: ExchangeAnswer,
  classify: (errors: readonly GraphQLFormattedError[]) => ClassifiedCode | undefined = () => undefined,
): Result {
  const { status } = answer;
  const graphql = readGraphQLAnswer(answer.graphql);
  const ok = status >= 200 && status < 300;
  if (ok && hasData(graphql)) return { type: 'data', answer: graphql };

  const outcome = outcomeOf(status, graphql);
  const failure = (code: CallFailureCode, what: string, refusedDocument = false): Result => ({
    type: 'failure',
    code,
    outcome,
    what,
    transient: false,
    refusedDocument,
    ...(graphql && { answer: graphql }),
  });

  if (status >= 300 && status < 400) return failure('redirected', `the answer is a redirect (status ${status})`);
  if (status === 401) return failure('unauthenticated', 'the service did not accept the key (status 401)');
  if (status === 403) return failure('forbidden', 'the service refused the operation (status 403)');
  if (status === 429) return failure('rate_limited', 'the service asks to slow down (status 429)');

  if (graphql?.errors?.length && (ok || status < 500)) {
    const code = classify(graphql.errors) ?? codeOf(graphql.errors, graphql);
    const refusedDocument = code === 'graphql' && isRefusedDocument(graphql.errors);
    return failure(code, `${describeErrors(graphql.errors)}${ok ? '' : ` and status ${status}`}`, refusedDocument);
  }
  if (!ok) return failure('http_status', `the answer has status ${status}${isPage(answer) ? PAGE : ''}`);
  if (graphql) return failure('malformed_response', 'the GraphQL answer has neither data nor errors');
  return failure('malformed_response', `the answer is not a GraphQL answer: status ${status}${describeBody(answer)}`);
}

function hasData(graphql: GraphQLAnswer | undefined): graphql is AnswerWithData {
  return Boolean(graphql?.data);
}

/** Codes by which GraphQL servers commonly say that there are too many calls (inferred: the document shows none). */
const LIMIT_CODES: ReadonlySet<unknown> = new Set(['RATE_LIMITED', 'RATELIMITED', 'THROTTLED', 'TOO_MANY_REQUESTS']);

/** The code that GraphQL errors amount to. */
function codeOf(errors: readonly GraphQLFormattedError[], answer: GraphQLAnswer): ClassifiedCode {
  const codes = errors.map((error) => error.extensions?.['code']);
  if (codes.includes('UNAUTHENTICATED')) return 'unauthenticated';
  if (codes.includes('FORBIDDEN')) return 'forbidden';
  return !answer.data && codes.some((code) => LIMIT_CODES.has(code)) ? 'rate_limited' : 'graphql';
}

function outcomeOf(status: number, graphql: GraphQLAnswer | undefined): Outcome {
  if (graphql && graphql.data !== undefined) return 'unknown';
  if (status >= 400 && status < 500) return status === 408 ? 'unknown' : 'rejected';
  return graphql?.errors?.length && status < 300 ? 'rejected' : 'unknown';
}

function describeBody(answer: ExchangeAnswer): string {
  const { text, body } = answer;
  if (body.byteLength === 0) return ' with an empty body';
  if (text === undefined) return ' with a body that is not UTF-8';
  const json = parsedJson(text);
  if (isRecord(json) && json['hasNext'] === true) return ' with a part of an incremental answer';
  if (json !== undefined) return ' with JSON of another shape';
  return isPage(answer) ? PAGE : ' with a body that is not JSON';
}

const PAGE = ' with an HTML page, so probably from a proxy';

function isPage({ text = '', header }: ExchangeAnswer): boolean {
  return /html/i.test(header('content-type') ?? '') || /^\s*<(?:!doctype|html)/i.test(text);
}

/** The GraphQL answer in what graphql-request read, or undefined where the shape is not that of one. */
export function readGraphQLAnswer(read: ReadAnswer | undefined): GraphQLAnswer | undefined {
  if (!read) return undefined;
  const { data, errors, extensions } = read;
  if (data === undefined && errors === undefined) return undefined;
  if (data !== undefined && data !== null && !isRecord(data)) return undefined;
  if (errors !== undefined && !(Array.isArray(errors) && errors.every(isFormattedError))) return undefined;
  return { data, errors: errors?.map(withoutNulls), extensions: isRecord(extensions) ? extensions : undefined };
}

function isFormattedError(error: unknown): error is GraphQLFormattedError {
  if (!isRecord(error) || typeof error['message'] !== 'string') return false;
  const { path, locations, extensions } = error;
  return (
    (isAbsent(path) || (Array.isArray(path) && path.every(isPathStep))) &&
    (isAbsent(locations) || (Array.isArray(locations) && locations.every(isLocation))) &&
    (isAbsent(extensions) || isRecord(extensions))
  );
}

/** Some servers write null for what an error does not have. */
function withoutNulls(error: GraphQLFormattedError): GraphQLFormattedError {
  const present = Object.entries(error).filter(([, it]) => !isAbsent(it));
  return { ...Object.fromEntries(present), message: error.message };
}

const isAbsent = (value: unknown): boolean => value === undefined || value === null;

const isPathStep = (step: unknown): step is string | number => typeof step === 'string' || typeof step === 'number';

function isLocation(location: unknown): boolean {
  return isRecord(location) && typeof location['line'] === 'number' && typeof location['column'] === 'number';
}
