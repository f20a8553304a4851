import type { Advice } from '../../base/advice.ts';
import { ControlApiError, type Outcome } from '../../errors.ts';
import type { Redactor } from '../../redaction/redact.ts';
import type { Operation } from '../document/read-operation.ts';
import type { Failure } from './failure.ts';

/** The facts of the error beside the failure itself. */
export interface FailureContext {
  /** The service's origin: `https://api.example.com`. */
  readonly host: string;
  readonly operation: Operation;
  readonly attempts: number;
  readonly redactor: Redactor;
}

const OUTCOMES: Record<Outcome, string> = {
  'not-sent': 'Nothing was sent.',
  rejected: 'It was not executed.',
  unknown: 'It may have been executed.',
};

/** The error for a failure, with everything foreign in it scrubbed of the keys that the client ever held. */
export function toError(failure: Failure, { host, operation, attempts, redactor }: FailureContext): ControlApiError {
  const { code, answer, drift } = failure;
  const message = code === 'configuration' ? failure.what : messageOf(failure, host, operation.kind, attempts);
  const data = answer?.data;
  return new ControlApiError(code, redactor.text(message), {
    ...failure,
    ...failure.evidence,
    advice: drift ? undefined : (failure.advice ?? adviceFor(failure)),
    attempts,
    operationName: operation.name,
    operationKind: operation.kind,
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

function messageOf(failure: Failure, host: string, kind: Operation['kind'], attempts: number): string {
  const { code, what, outcome } = failure;
  const { retryAfterMs } = failure.evidence ?? {};
  const sentences = [
    `${host}: ${what}${attempts > 1 ? `, ${attempts} attempts` : ''}.`,
    kind !== 'query' && OUTCOMES[outcome],
    code === 'rate_limited' && retryAfterMs !== undefined && `It asks to wait ${retryAfterMs} ms.`,
    failure.notRetried,
    failure.drift?.message,
  ];
  return sentences.filter(Boolean).join(' ');
}
