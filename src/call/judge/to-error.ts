import { type CallFailureCode, type ControlApiError, errorClasses, type Outcome } from '../../errors.ts';
import type { Redactor } from '../../key/redact.ts';
import type { Operation } from '../document/read-operation.ts';
import { type Failure, SERVER_TROUBLE } from './failure.ts';

/** What the error says beside the failure itself. */
export interface FailureContext {
  /** The service's origin: `https://api.example.com`. */
  readonly host: string;
  readonly operation: Operation;
  readonly attempts: number;
  readonly redactor: Redactor;
}

/** What to do next, by code, where the failure itself does not say it. */
const ADVICE: Record<CallFailureCode, string> = {
  configuration: '',
  network: 'Check the base URL, DNS, TLS, and any proxy before the service.',
  timeout: 'Ask for less in one operation, or raise the limit.',
  aborted: '',
  unauthenticated:
    'Check that the key belongs to this team and was copied whole. Keys are made in the web UI: team settings, Create API Key. None can be viewed again, and only support can revoke one.',
  forbidden: 'Every key has full access (documented): look for a proxy or a team setting that forbids this.',
  rate_limited: 'Send fewer calls at once (the `limiter` option), or wait for `retryAfterMs`.',
  redirected: 'The key goes to no other place. If you trust that address, make it the base URL.',
  http_status: 'Check the base URL, and any proxy before the service.',
  malformed_response: 'Check the base URL, and any proxy before the service.',
  response_too_large: 'Ask for less in one operation, or raise `maxResponseBytes`.',
  graphql: "The server's words are in `error.errors`.",
};

const OUTCOMES: Record<Outcome, string> = {
  'not-sent': 'Nothing was sent.',
  rejected: 'It was not executed.',
  unknown: 'It may have been executed.',
};

/** The error for a failure, with everything foreign in it scrubbed of the keys that the client ever held. */
export function toError(failure: Failure, { host, operation, attempts, redactor }: FailureContext): ControlApiError {
  const { code, answer } = failure;
  const message = code === 'configuration' ? failure.what : messageOf(failure, host, operation.kind, attempts);
  const data = answer?.data;
  return new errorClasses[code](redactor.text(message), {
    ...failure,
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

function messageOf(failure: Failure, host: string, kind: Operation['kind'], attempts: number): string {
  const { code, what, outcome, status = 0, retryAfterMs } = failure;
  const sentences = [
    `${host}: ${what}${attempts > 1 ? `, ${attempts} attempts` : ''}.`,
    kind === 'query' ? '' : OUTCOMES[outcome],
    code === 'rate_limited' && retryAfterMs !== undefined ? `It asks to wait ${retryAfterMs} ms.` : '',
    failure.notRetried ?? '',
    failure.advice ?? (code === 'http_status' && status >= 500 ? SERVER_TROUBLE : ADVICE[code]),
  ];
  return sentences.filter((sentence) => sentence !== '').join(' ');
}
