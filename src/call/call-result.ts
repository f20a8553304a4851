import type { Advice } from '../base/advice.ts';
import { addHidden, ControlApiError, type GraphQLFormattedError, type Outcome, type ReadHeader } from '../errors.ts';
import { evidenceOf, type JudgeServices } from './judge/evidence.ts';
import type { FailedCall, Failure } from './judge/failure.ts';
import type { Answered } from './judge/judge-answer.ts';

export interface CallAnswer {
  readonly data: Readonly<Record<string, unknown>>;
  readonly errors: readonly GraphQLFormattedError[] | undefined;
  readonly extensions: Readonly<Record<string, unknown>> | undefined;
  readonly meta: () => CallMeta;
  /** Makes the error for callers who refuse partial data; undefined if `errors` is. */
  readonly error: (() => ControlApiError) | undefined;
}

/** The facts of an answered call. */
export interface CallMeta {
  /** The HTTP status of the answer. */
  readonly status: number;
  /** The number of attempts. */
  readonly attempts: number;
  /** The time from the call to its answer, waits included, in milliseconds. */
  readonly durationMs: number;
  /** The size of the answer after decompression, in bytes. */
  readonly bytes: number;
  /** The id of the request in the headers of the answer; absent without such a header. */
  readonly requestId?: string;
  /** Reads a header of the answer, scrubbed of keys; never `set-cookie`. */
  readonly header: ReadHeader;
}

/** The result for the caller. Programs keep its parts, so they refer to nothing else of the call. */
export function answerOf(
  { data, answer, failure }: Answered,
  attempts: number,
  durationMs: number,
  judging: JudgeServices,
  failed: FailedCall | undefined,
): CallAnswer {
  const { errors, extensions } = answer.graphql ?? {};
  const { redactor } = judging;
  return {
    data,
    meta: () => {
      const { status, requestId, header } = evidenceOf(answer, judging);
      const bytes = answer.body.byteLength;
      return addHidden(
        { status, attempts, durationMs, bytes, ...(requestId !== undefined && { requestId }) },
        { header },
      );
    },
    errors: failure && errors && redactor.errors(errors),
    error: failed && (() => toError(failed)),
    extensions: extensions && (redactor.json(extensions) as typeof extensions),
  };
}

const OUTCOMES: Record<Outcome, string> = {
  'not-sent': 'Nothing was sent.',
  rejected: 'It was not executed.',
  unknown: 'It may have been executed.',
};

/** An error keeps the receivers of its stack, so no method of a call makes it: it would hold request and answer. */
export function toError(failed: FailedCall): ControlApiError {
  const { failure, attempts, outcome, operation, redactor } = failed;
  const { code, answer, drift, previous } = failure;
  const data = answer?.data;
  const isOurs = code === 'configuration' || code === 'operation_not_allowed';
  return new ControlApiError(code, redactor.text(isOurs ? failure.what : messageOf(failed)), {
    ...failure,
    ...failure.evidence,
    advice: drift ? undefined : (failure.advice ?? adviceFor(failure)),
    attempts,
    outcome,
    operationName: operation.name,
    operationKind: operation.kind,
    errors: answer?.errors && redactor.errors(answer.errors),
    // Large and seldom read.
    data: data ? () => redactor.json(data) : undefined,
    // The caller's own reason for an abort keeps its identity.
    cause: previous ? toError(previous) : code === 'aborted' ? failure.cause : redactor.cause(failure.cause),
  });
}

function adviceFor({ code, evidence }: Failure): Advice | undefined {
  if (code === 'configuration' || code === 'operation_not_allowed' || code === 'aborted') return undefined;
  return code === 'http_status' && evidence && evidence.status >= 500 ? 'server_trouble' : code;
}

function messageOf({ failure, attempts, outcome, operation, origin }: FailedCall): string {
  const { code, what, notRetried, drift } = failure;
  const { retryAfterMs } = failure.evidence ?? {};
  const sentences = [
    `${origin ?? 'The service'}: ${what}${attempts > 1 ? `, ${attempts} attempts` : ''}.`,
    operation.kind !== 'query' && OUTCOMES[outcome],
    code === 'rate_limited' && retryAfterMs !== undefined && `It asks to wait ${retryAfterMs} ms.`,
    notRetried,
    drift?.message,
  ];
  return sentences.filter(Boolean).join(' ');
}
