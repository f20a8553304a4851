import type { Advice } from '../base/advice.ts';
import { ControlApiError, type Outcome } from '../errors.ts';
import type { FailedCall, Failure } from './judge/failure.ts';

const OUTCOMES: Record<Outcome, string> = {
  'not-sent': 'Nothing was sent.',
  rejected: 'It was not executed.',
  unknown: 'It may have been executed.',
};

/**
 * The error for a failed call, with everything foreign in it scrubbed of the keys that the client ever held. An error keeps the receiver of
 * each frame in which it is made, so a call never makes its own: a kept error would hold the request and the answer.
 */
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
    // Large as it may be, and seldom read: scrubbed when it is.
    data: data ? () => redactor.json(data) : undefined,
    // The caller's own reason for an abort keeps its identity; every other cause is a foreigner's.
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
