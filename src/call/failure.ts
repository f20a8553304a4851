import {
  AbortedError,
  type CallFailureCode,
  ConfigurationError,
  type ControlApiError,
  type ControlApiErrorDetails,
  ForbiddenError,
  type GraphQLFormattedError,
  GraphQLResponseError,
  HttpStatusError,
  isControlApiError,
  MalformedResponseError,
  NetworkError,
  type Outcome,
  RateLimitedError,
  RedirectedError,
  ResponseTooLargeError,
  TimeoutError,
  UnauthenticatedError,
} from '../errors.ts';
import type { Redactor } from '../key/redact.ts';
import type { TransportFailure } from '../transport/transport.ts';
import { titleOf } from './access.ts';
import { DeadlineEnded } from './deadline.ts';
import { describeErrors, type GraphQLAnswer } from './read-answer.ts';
import type { Operation } from './read-operation.ts';

/** A failed attempt (or call), before it becomes an error. */
export interface Failure {
  readonly code: CallFailureCode;
  readonly outcome: Outcome;
  /** What happened, in our own words: never the server's. */
  readonly what: string;
  readonly status?: number | undefined;
  readonly retryAfterMs?: number | undefined;
  readonly requestId?: string | undefined;
  readonly answer?: GraphQLAnswer | undefined;
  readonly cause?: unknown;
}

/** What the error says beside the failure itself. */
export interface FailureContext {
  readonly operation: Operation;
  readonly attempts: number;
  readonly redactor: Redactor;
}

const REFUSED_KEY =
  'Check that the key belongs to this team and was copied whole. Keys are made in the web UI (team settings, Create API ' +
  'Key); an existing key cannot be viewed again, and only support can revoke one.';

/** What to do next, by code. */
const ADVICE: Record<CallFailureCode, string> = {
  configuration: '',
  network: 'Check the base URL, DNS, TLS and any proxy between.',
  timeout: 'Raise the limit, or ask for less in one operation.',
  aborted: '',
  unauthenticated: REFUSED_KEY,
  forbidden: 'Every key is documented to have full access, so look for a proxy or a team setting that forbids this.',
  rate_limited: 'Send fewer calls at once (the limiter option), or wait for retryAfterMs.',
  redirected: 'Set the base URL to the address that it redirects to, if you trust it: the key goes nowhere else.',
  http_status: 'Check the base URL, and any proxy before the service.',
  malformed_response: 'Check that the base URL is the service, and not a page or proxy before it.',
  response_too_large: 'Ask for less in one operation (a smaller page), or raise maxResponseBytes.',
  graphql: "The server's words are in error.errors.",
};

const SERVER_TROUBLE = 'The service, or a proxy before it, is in trouble: try again later.';

const OUTCOMES: Record<Outcome, string> = {
  'not-sent': 'Nothing was sent.',
  rejected: 'It was not executed.',
  unknown: 'It may have been executed.',
};

const CLASSES = {
  configuration: ConfigurationError,
  network: NetworkError,
  timeout: TimeoutError,
  aborted: AbortedError,
  unauthenticated: UnauthenticatedError,
  forbidden: ForbiddenError,
  rate_limited: RateLimitedError,
  redirected: RedirectedError,
  http_status: HttpStatusError,
  malformed_response: MalformedResponseError,
  response_too_large: ResponseTooLargeError,
  graphql: GraphQLResponseError,
} satisfies Record<CallFailureCode, new (message: string, details?: ControlApiErrorDetails) => ControlApiError>;

/** The error for a failure, with everything foreign in it scrubbed of the keys that the call used. */
export function toError(failure: Failure, { operation, attempts, redactor }: FailureContext): ControlApiError {
  const { code, outcome, status, retryAfterMs, requestId, answer } = failure;
  const sentences = [
    `${titleOf(operation)} failed: ${failure.what}${attempts > 1 ? `, after ${attempts} attempts` : ''}.`,
    operation.kind !== 'query' && code !== 'configuration' ? OUTCOMES[outcome] : '',
    code === 'rate_limited' && retryAfterMs !== undefined ? `It asks to wait ${retryAfterMs} ms.` : '',
    code === 'http_status' && (status ?? 0) >= 500 ? SERVER_TROUBLE : ADVICE[code],
  ];
  return new CLASSES[code](redactor.text(sentences.filter((sentence) => sentence !== '').join(' ')), {
    outcome,
    attempts,
    ...(operation.name !== undefined && { operationName: operation.name }),
    ...(operation.kind !== undefined && { operationKind: operation.kind }),
    ...(status !== undefined && { status }),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
    ...(requestId !== undefined && { requestId: redactor.text(requestId) }),
    ...(answer?.errors && { errors: redactor.json(answer.errors) as NonNullable<typeof answer.errors> }),
    ...(answer?.data && { data: redactor.json(answer.data) }),
    // The caller's own reason for an abort keeps its identity; every other cause is a foreigner's.
    ...('cause' in failure && { cause: code === 'aborted' ? failure.cause : redactor.cause(failure.cause) }),
  });
}

/** The weightier of two outcomes: what may have happened once is not undone by a later attempt. */
export function worseOutcome(a: Outcome, b: Outcome): Outcome {
  if (a === 'unknown' || b === 'unknown') return 'unknown';
  return a === 'rejected' || b === 'rejected' ? 'rejected' : 'not-sent';
}

/** What a GraphQL answer's errors mean to a caller to whom partial data is a failure. The key was let in: there is data. */
export function fromErrors(
  errors: readonly GraphQLFormattedError[],
  about: Pick<Failure, 'status' | 'requestId' | 'answer'>,
): Failure {
  return { ...about, code: 'graphql', outcome: 'unknown', what: describeErrors(errors) };
}

/** What was thrown on a call's way, as a failure; or as it is, where it is an error of ours, ready to be thrown on. */
export function fromThrown(
  thrown: unknown,
  { timeoutMs, signal }: { readonly timeoutMs: number; readonly signal: AbortSignal | undefined },
): Failure | ControlApiError {
  // Outcomes are weighed against the call's own, which knows what had been sent: here, nothing is added to it.
  const outcome = 'not-sent';
  if (thrown instanceof DeadlineEnded) {
    if (thrown.why === 'aborted') return { code: 'aborted', outcome, what: 'it was aborted', cause: signal?.reason };
    return { code: 'timeout', outcome, what: `it took longer than its timeoutMs of ${timeoutMs}` };
  }
  if (isControlApiError(thrown, 'configuration')) {
    const what = thrown.message.replace(/\.$/, '');
    return { code: 'configuration', outcome, what, ...('cause' in thrown && { cause: thrown.cause }) };
  }
  if (isControlApiError(thrown)) return thrown;
  return { code: 'network', outcome: 'unknown', what: 'the transport failed unexpectedly', cause: thrown };
}

const CAUSES: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was reset',
  EPIPE: 'the connection was closed while sending',
  ENOTFOUND: 'the host name was not found',
  EAI_AGAIN: 'the host name could not be looked up',
  ETIMEDOUT: 'the connection timed out',
  UND_ERR_CONNECT_TIMEOUT: 'the connection timed out',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the network cannot be reached',
  ERR_INVALID_PROTOCOL: "the agent option serves another protocol than the base URL's",
};

/** What a transport's failure means; a cancelled one only where the attempt's own time limit cancelled it. */
export function fromTransport({ kind, sent, status, cause }: TransportFailure): Failure {
  const outcome = sent ? 'unknown' : 'not-sent';
  const failure = (code: CallFailureCode, what: string): Failure => ({
    code,
    outcome,
    what,
    status,
    ...(cause !== undefined && { cause }),
  });
  switch (kind) {
    case 'network':
      return failure(
        'network',
        CAUSES[systemCodeOf(cause) ?? ''] ?? `no answer arrived${inBrackets(systemCodeOf(cause))}`,
      );
    case 'truncated':
      return failure('network', `the answer was cut short (status ${status})`);
    case 'malformed':
      return failure('malformed_response', 'the answer breaks HTTP, or its own compression');
    case 'too-large':
      return failure('response_too_large', 'the answer is larger than maxResponseBytes');
    case 'cancelled':
      return failure('timeout', 'the attempt took longer than attemptTimeoutMs');
  }
}

function systemCodeOf(cause: unknown): string | undefined {
  for (let it = cause, depth = 0; typeof it === 'object' && it !== null && depth < 8; depth++) {
    if ('code' in it && typeof it.code === 'string' && /^[A-Z][A-Z0-9_]*$/.test(it.code)) return it.code;
    it = 'cause' in it ? it.cause : undefined;
  }
  return undefined;
}

const inBrackets = (code: string | undefined): string => (code === undefined ? '' : ` (${code})`);
