import type { Advice } from '../base/advice.ts';
import { ControlApiError, type Outcome } from '../errors.ts';
import type { AttemptedCall } from './attempted-call.ts';
import type { Failure } from './judge/failure.ts';

const OUTCOMES: Record<Outcome, string> = {
  'not-sent': 'Nothing was sent.',
  rejected: 'It was not executed.',
  unknown: 'It may have been executed.',
};

/** The error for a failure of a call, with everything foreign in it scrubbed of the keys that the client ever held. */
export function toError(failure: Failure, call: AttemptedCall): ControlApiError {
  const { code, answer, drift } = failure;
  const { attempts, outcome } = call;
  const { name: operationName, kind: operationKind } = call.input.operation;
  const { redactor } = call.parts.settings;
  const data = answer?.data;
  return new ControlApiError(code, redactor.text(code === 'configuration' ? failure.what : messageOf(failure, call)), {
    ...failure,
    ...failure.evidence,
    advice: drift ? undefined : (failure.advice ?? adviceFor(failure)),
    attempts,
    outcome,
    operationName,
    operationKind,
    errors: answer?.errors && redactor.errors(answer.errors),
    // Large as it may be, and seldom read: scrubbed when it is.
    data: data ? () => redactor.json(data) : undefined,
    // The caller's own reason for an abort keeps its identity; every other cause is a foreigner's.
    cause: failure.previous ?? (code === 'aborted' ? failure.cause : redactor.cause(failure.cause)),
  });
}

function adviceFor({ code, evidence }: Failure): Advice | undefined {
  if (code === 'configuration' || code === 'aborted') return undefined;
  return code === 'http_status' && evidence && evidence.status >= 500 ? 'server_trouble' : code;
}

function messageOf(failure: Failure, { parts, input, attempts, outcome }: AttemptedCall): string {
  const { code, what, notRetried, drift } = failure;
  const { retryAfterMs } = failure.evidence ?? {};
  const host = parts.settings.endpoint.url?.origin ?? 'The service';
  const sentences = [
    `${host}: ${what}${attempts > 1 ? `, ${attempts} attempts` : ''}.`,
    input.operation.kind !== 'query' && OUTCOMES[outcome],
    code === 'rate_limited' && retryAfterMs !== undefined && `It asks to wait ${retryAfterMs} ms.`,
    notRetried,
    drift?.message,
  ];
  return sentences.filter(Boolean).join(' ');
}
