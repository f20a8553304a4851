import type { Advice } from '../base/advice.ts';
import { ControlApiError, type Outcome } from '../errors.ts';
import type { Redactor } from '../redaction/redact.ts';
import type { Operation } from './document/read-operation.ts';
import type { FailedCall, Failure } from './judge/failure.ts';

const OUTCOMES: Record<Outcome, string> = {
  'not-sent': 'Nothing was sent.',
  rejected: 'It was not executed.',
  unknown: 'It may have been executed.',
};

/** The names in an error, and what takes keys out of it. */
export interface ErrorContext {
  readonly operation: Operation;
  readonly origin: string | undefined;
  readonly redactor: Redactor;
}

/**
 * The error for a failed call, with everything foreign in it scrubbed of the keys that the client ever held. An error keeps the receiver of
 * each frame in which it is made, so a call never makes its own: a kept error would hold the request and the answer.
 */
export function toError(failed: FailedCall, context: ErrorContext): ControlApiError {
  const { failure, attempts, outcome } = failed;
  const { code, answer, drift, previous } = failure;
  const { operation, redactor } = context;
  const data = answer?.data;
  const isOurs = code === 'configuration' || code === 'operation_not_allowed';
  return new ControlApiError(code, redactor.text(isOurs ? failure.what : messageOf(failed, context)), {
    ...failure,
    ...failure.evidence,
    advice: drift ? undefined : (failure.advice ?? adviceFor(failure)),
    attempts,
    outcome,
    operationName: operation.name,
    operationKind: operation.kind,
    errors: answer?.errors && redactor.errors(answer.errors),
    // Large as it may be, and seldom read: scrubbed when it is.
    data: data ? () => redactor.json(data) : undefined,
    // The caller's own reason for an abort keeps its identity; every other cause is a foreigner's.
    cause: previous ? toError(previous, context) : code === 'aborted' ? failure.cause : redactor.cause(failure.cause),
  });
}

function adviceFor({ code, evidence }: Failure): Advice | undefined {
  if (code === 'configuration' || code === 'operation_not_allowed' || code === 'aborted') return undefined;
  return code === 'http_status' && evidence && evidence.status >= 500 ? 'server_trouble' : code;
}

function messageOf({ failure, attempts, outcome }: FailedCall, { operation, origin }: ErrorContext): string {
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
