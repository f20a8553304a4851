import type { Advice } from '../../base/advice.ts';
import type { ObservedDrift } from '../../base/observed-drift.ts';
import { type CallFailureCode, type ControlApiErrorCode, isControlApiError, type Outcome } from '../../errors.ts';
import type { Redactor } from '../../redaction/redact.ts';
import { explainFault } from '../../transport/faults.ts';
import type { Reach, TransportFailure } from '../../transport/transport.ts';
import type { Operation } from '../document/read-operation.ts';
import type { GraphQLAnswer } from '../exchange/exchange.ts';
import { type Deadline, DeadlineEnded } from '../time/deadline.ts';
import type { Evidence } from './evidence.ts';

export interface Failure {
  readonly code: CallFailureCode;
  readonly outcome: Outcome;
  /** A clause in our own words, never the server's. */
  readonly what: string;
  readonly transient?: boolean;
  /** Whether a mutation may be sent again: it was certainly not executed. */
  readonly harmless?: boolean;
  /** Whether a kept connection ended before a byte of an answer: the service may be well. */
  readonly died?: boolean;
  readonly advice?: Advice | undefined;
  readonly notRetried?: string | undefined;
  readonly evidence?: Evidence | undefined;
  readonly serverMessage?: string | undefined;
  readonly answer?: GraphQLAnswer | undefined;
  readonly drift?: ObservedDrift | undefined;
  readonly cause?: unknown;
  readonly previous?: FailedCall | undefined;
}

export interface FailedCall {
  readonly failure: Failure;
  readonly attempts: number;
  readonly outcome: Outcome;
  readonly operation: Pick<Operation, 'name' | 'kind'>;
  readonly origin: string | undefined;
  readonly redactor: Redactor;
}

export interface BoundCall {
  readonly deadline: Deadline;
  readonly earlier: FailedCall | undefined;
}

export type Phase = 'limiter' | 'endpoint' | 'key' | 'queue' | 'connection' | 'answer' | 'backoff';

export function worseOutcome(a: Outcome, b: Outcome): Outcome {
  return (['unknown', 'rejected'] as const).find((outcome) => outcome === a || outcome === b) ?? 'not-sent';
}

interface Seen extends Pick<Failure, 'outcome' | 'died'> {
  readonly code: ControlApiErrorCode;
  readonly status?: number | undefined;
}

/** Whether a lighter page may succeed: the service failed during its work, or never finished. */
export function mayBeTooHeavy({ code, outcome, status = 0, died }: Seen): boolean {
  if (code === 'rate_limited' || code === 'unauthenticated' || outcome !== 'unknown' || died) return false;
  return code === 'network' || code === 'timeout' || code === 'http_status' || status >= 500;
}

const PHASES: Readonly<Record<Phase, readonly [what: string, advice?: Advice]>> = {
  limiter: ['the `limiter` did not let the call through', 'limiter'],
  endpoint: ['the `baseUrl` function did not return', 'wait'],
  key: ['the API key did not arrive', 'wait'],
  queue: ['no connection became free', 'connections'],
  connection: ['no connection was established', 'network'],
  answer: ['no complete answer arrived'],
  backoff: ['no attempt succeeded'],
};

export function fromEnd(
  { why, deadline, cause }: DeadlineEnded,
  phase: Phase,
  call: BoundCall,
  outcome: Outcome = 'not-sent',
  evidence?: Evidence,
): Failure {
  if (why === 'aborted') return { code: 'aborted', outcome, what: 'the call was aborted', cause };
  const isCall = deadline === call.deadline;
  // The failure of the previous attempt may be the real cause; the head of an unfinished answer is evidence.
  const previous = isCall ? call.earlier : undefined;
  const before = previous?.failure;
  const known = evidence ?? before?.evidence;
  const [waited, advice] = PHASES[phase];
  return {
    code: 'timeout',
    outcome,
    what: `${waited} within \`${isCall ? 'timeoutMs' : 'attemptTimeoutMs'}\` (${deadline.ms} ms)${before ? `; before that, ${before.what}` : ''}`,
    advice: known && known.status >= 500 ? 'server_trouble' : advice,
    evidence: known,
    serverMessage: before?.serverMessage,
    previous,
    transient: !isCall,
    harmless: outcome === 'not-sent',
  };
}

export function fromThrown(thrown: unknown, phase: Phase, call: BoundCall): Failure {
  if (thrown instanceof DeadlineEnded) return fromEnd(thrown, phase, call);
  if (!isControlApiError(thrown, 'configuration'))
    return phase === 'answer'
      ? { code: 'network', outcome: 'unknown', what: 'the transport failed', cause: thrown }
      : { code: 'network', outcome: 'not-sent', what: 'the request could not be made', cause: thrown };
  const { code, message, advice, cause } = thrown;
  return { code, outcome: 'not-sent', what: message, advice, cause };
}

const BROKEN = {
  truncated: { code: 'network', what: 'the answer was cut short', transient: true },
  malformed: { code: 'malformed_response', what: 'the answer breaks HTTP, or its own encoding' },
  'too-large': { code: 'response_too_large', what: 'the answer is too large' },
} as const;

const OUTCOMES: Readonly<Record<Reach, Outcome>> = {
  nowhere: 'not-sent',
  handshake: 'rejected',
  service: 'unknown',
  'dead-connection': 'unknown',
};

/** `ended`: the deadline that ended the exchange. */
export function fromTransport(
  { kind, reach, cause }: TransportFailure,
  call: BoundCall,
  ended: DeadlineEnded | undefined,
  evidence: Evidence | undefined,
): Failure {
  const outcome = OUTCOMES[reach];
  if (isControlApiError(cause, 'configuration')) return { ...fromThrown(cause, 'connection', call), outcome };
  if (ended) return fromEnd(ended, reach === 'nowhere' ? 'connection' : 'answer', call, outcome, evidence);
  const isBroken = kind !== 'network' && kind !== 'cancelled';
  const meaning = isBroken ? BROKEN[kind] : ({ code: 'network', ...explainFault(cause) } as const);
  const died = reach === 'dead-connection';
  return { ...meaning, outcome, cause, evidence, harmless: reach === 'nowhere', died };
}
