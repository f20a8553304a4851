import { entryOf } from '../../base/is-record.ts';
import type { CallFailureCode, GraphQLFormattedError, Outcome } from '../../errors.ts';
import { isOk } from '../../transport/receiver.ts';
import { type ExchangeAnswer, type GraphQLAnswer, hasValue } from '../exchange/exchange.ts';
import { evidenceOf, type JudgeServices } from './evidence.ts';
import type { Failure } from './failure.ts';
import {
  CLASSIFIED_CODES,
  type ClassifiedCode,
  classOf,
  describeErrors,
  type Proof,
  proofIn,
  type SentDocument,
} from './graphql-errors.ts';
import { parsedJson, serverMessageOf } from './server-message.ts';

export interface Answered {
  readonly data: NonNullable<GraphQLAnswer['data']>;
  readonly answer: ExchangeAnswer;
  /** The failure for callers who refuse partial data. */
  readonly failure: Failure | undefined;
}

const STATUSES: Readonly<Record<number, readonly [CallFailureCode, string]>> = {
  401: ['unauthenticated', 'the service did not accept the key'],
  403: ['forbidden', 'the service refused the operation'],
  429: ['rate_limited', 'the service asks to slow down'],
};

/** Data beside errors is no failure here; root fields that are all null are, if the errors name the key or a limit. */
export function judgeAnswer(
  answer: ExchangeAnswer,
  document: SentDocument,
  judging: JudgeServices,
): Answered | Failure {
  const { status } = answer;
  const errors = answer.graphql?.errors?.length ? answer.graphql.errors : undefined;
  const isEmpty = isWithoutFields(answer.graphql?.data, document, errors !== undefined);
  const graphql = isEmpty && errors ? { ...answer.graphql, data: undefined } : answer.graphql;
  const data = graphql?.data;
  const ok = isOk(answer);
  if (ok && data && !errors && !isEmpty) return { data, answer, failure: undefined };
  const classification = classify(judging, errors, status);
  const classified = 'code' in classification ? classification.code : undefined;
  const evidence = evidenceOf(answer, judging);
  const asksToWait = status === 429 || evidence.retryAfterMs !== undefined;
  const said = classified ?? (graphql && classOf(graphql, asksToWait));
  const isLate = !ok && LATE.test(String(status));
  const proof = graphql && proofIn(graphql, document);
  const outcome = isEmpty && !proof ? 'unknown' : outcomeOf(answer, graphql, proof, turnsAway(said) && !isLate);
  if ('broken' in classification) return { ...classification.broken, outcome };
  const failure = (code: CallFailureCode, what: string): Failure => ({
    code,
    outcome,
    what,
    evidence,
    transient: code === 'rate_limited' || (isPassingStatus(status) && !classified && !proof),
    harmless: outcome === 'rejected' && data === undefined && !isLate,
    advice: code === 'graphql' && proof === 'refused' ? 'schema_changed' : undefined,
    serverMessage: serverMessageOf(answer, errors, judging.redactor.text),
    answer: graphql,
  });

  const isAnswer = ok || /^\s*application\/graphql-response\+json\b/i.test(answer.header('content-type') ?? '');
  if (isAnswer && data && !isEmpty && (hasValue(data) || !turnsAway(said)))
    return { data, answer, failure: errors && failure(said ?? 'graphql', describeErrors(errors, document)) };
  if (status >= 300 && status < 400) return failure('redirected', `the answer is a redirect (status ${status})`);
  const [code, meaning] = STATUSES[status === 403 && (evidence.isSpent || asksToWait) ? 429 : status] ?? [];
  if (code && !classified) return failure(code, `${meaning} (status ${status})`);
  // A failing server may say so as GraphQL; a proof counts whatever the status.
  if (errors && (status < 500 || said || proof))
    return failure(said ?? 'graphql', `${describeErrors(errors, document)}${ok ? '' : ` and status ${status}`}`);
  if (!ok) return failure('http_status', `the answer has status ${status}${isPage(answer) ? PAGE : ''}`);
  if (isEmpty) return failure('malformed_response', 'the GraphQL answer has none of the fields that were asked for');
  if (graphql) return failure('malformed_response', 'the GraphQL answer has neither data nor errors');
  const what = `the answer is not a GraphQL answer: status ${status}${describeBody(answer)}`;
  return failure('malformed_response', what);
}

type Classification =
  | { readonly code: ClassifiedCode | undefined }
  | { readonly broken: Pick<Failure, 'code' | 'what' | 'cause'> };

function classify(
  { classify: option, redactor }: JudgeServices,
  errors: readonly GraphQLFormattedError[] | undefined,
  status: number,
): Classification {
  try {
    const code = errors && (option?.(redactor.errors(errors), status) ?? undefined);
    if (code === undefined || CLASSIFIED_CODES.includes(code)) return { code };
    throw new TypeError('not a code for errors');
  } catch (cause) {
    const codes = CLASSIFIED_CODES.map((code) => `'${code}'`).join(', ');
    const what = `The \`classify\` function failed. It must return ${codes} or undefined.`;
    return { broken: { code: 'configuration', what, cause } };
  }
}

/** Whether data lack every field that was asked for. `strictly`: other keys do not count. */
function isWithoutFields(data: GraphQLAnswer['data'], { text, rootKeys }: SentDocument, strictly: boolean): boolean {
  if (!data || !Object.keys(data).every((key) => strictly && rootKeys?.has(key) === false)) return false;
  return !/@\s*(?:skip|include)\b/.test(text);
}

const turnsAway = (said: ClassifiedCode | undefined): boolean => said !== undefined && said !== 'graphql';

/** Statuses of requests that were not carried out. Other proxies' (499, 460) report that the caller left. */
const REFUSED = /^4(?:0[0-79]|1[0-7]|2[125689]|31|51)$/;

/** Statuses that prove a refusal without a body. Resolvers may give the others to executed operations. */
const REFUSED_BY_HEAD = /^4(?:0[134]|29)$/;

const PASSING = /^(?:408|425|429|5(?:0[0234]|2[0-49]|30))$/;

export function isPassingStatus(status: number): boolean {
  return PASSING.test(String(status));
}

/** Statuses of proxies that waited too long: the operation may still run. */
const LATE = /^(?:408|499|504)$/;

function outcomeOf(
  { status, fault }: ExchangeAnswer,
  graphql: GraphQLAnswer | undefined,
  proof: Proof | undefined,
  refused: boolean,
): Outcome {
  if (proof) return proof === 'refused' ? 'rejected' : 'unknown';
  // Resolvers may set the status, and masks remove the path of an error.
  if (graphql?.data === null) return 'unknown';
  const byStatus = fault && !graphql ? REFUSED_BY_HEAD : REFUSED;
  return refused || byStatus.test(String(status)) ? 'rejected' : 'unknown';
}

function describeBody(answer: ExchangeAnswer): string {
  const { text, body, header } = answer;
  if (body.byteLength === 0) return ' with an empty body';
  const [, charset = ''] = /charset="?([\w-]+)/i.exec(header('content-type') ?? '') ?? [];
  if (text === undefined) return ` with a body that is not UTF-8, which JSON must be${charset && `, but ${charset}`}`;
  const json = parsedJson(text);
  if (entryOf(json, 'hasNext') === true) return ' with a part of an incremental answer';
  if (json !== undefined) return ' with JSON of another shape';
  return isPage(answer) ? PAGE : ' with a body that is not JSON';
}

const PAGE = ' with an HTML page, so probably from a proxy';

function isPage({ text = '', header }: ExchangeAnswer): boolean {
  return /html/i.test(header('content-type') ?? '') || /^\s*<(?:!doctype|html)/i.test(text);
}
