import type { Advice } from '../../base/advice.ts';
import type { ObservedDrift } from '../../base/observed-drift.ts';
import { type CallFailureCode, isControlApiError, type Outcome } from '../../errors.ts';
import type { Redactor } from '../../redaction/redact.ts';
import { explainFault } from '../../transport/faults.ts';
import type { Reach, TransportFailure } from '../../transport/transport.ts';
import type { Operation } from '../document/read-operation.ts';
import type { GraphQLAnswer } from '../exchange/graphql-answer.ts';
import { type Deadline, DeadlineEnded } from '../time/deadline.ts';
import type { Evidence } from './evidence.ts';

/** The failure of an attempt or a call, before it becomes an error. */
export interface Failure {
  readonly code: CallFailureCode;
  readonly outcome: Outcome;
  /** The failure as a clause in our own words: never the server's. */
  readonly what: string;
  /** Whether another attempt may fare better. */
  readonly transient?: boolean;
  /** Whether a mutation, too, may go out again: nothing leaves a doubt that it was not executed. */
  readonly harmless?: boolean;
  /** Whether a kept connection had ended, so that not a byte of an answer came: the service may be well. */
  readonly died?: boolean;
  /** The next step, where the code alone does not say it. */
  readonly advice?: Advice | undefined;
  /** Why there was no other attempt, where that is not plain. */
  readonly notRetried?: string | undefined;
  /** The facts of the answer's head, where there was one. */
  readonly evidence?: Evidence | undefined;
  readonly serverMessage?: string | undefined;
  readonly answer?: GraphQLAnswer | undefined;
  readonly drift?: ObservedDrift | undefined;
  readonly cause?: unknown;
  /** The failure of the attempt before, where the deadline ended the call: the cause to look at. */
  readonly previous?: FailedCall | undefined;
}

/** A call that has failed so far: the last failure, and the facts of all attempts. */
export interface FailedCall {
  readonly failure: Failure;
  /** Attempts that were begun: the key was at hand, and there was room. */
  readonly attempts: number;
  /** The worst that any of them may have done. */
  readonly outcome: Outcome;
  /** The names in its error, and what takes keys out of it. */
  readonly operation: Pick<Operation, 'name' | 'kind'>;
  readonly origin: string | undefined;
  readonly redactor: Redactor;
}

/** A call whose deadline may end, and what failed in it before. */
export interface BoundCall {
  readonly deadline: Deadline;
  readonly earlier: FailedCall | undefined;
}

/** The step that a call waits in: what a deadline that ends there means depends on it. */
export type Phase = 'limiter' | 'endpoint' | 'key' | 'queue' | 'connection' | 'answer' | 'backoff';

/** The weightier of two outcomes: what may have happened once is not undone by a later attempt. */
export function worseOutcome(a: Outcome, b: Outcome): Outcome {
  return (['unknown', 'rejected'] as const).find((outcome) => outcome === a || outcome === b) ?? 'not-sent';
}

/** The event that a call waited for in vain, and the advice. */
const PHASES: Readonly<Record<Phase, readonly [what: string, advice?: Advice]>> = {
  limiter: ['the `limiter` did not let the call through', 'limiter'],
  endpoint: ['the `baseUrl` function did not return', 'wait'],
  key: ['the API key did not arrive', 'wait'],
  queue: ['no connection became free', 'connections'],
  connection: ['no connection was established', 'network'],
  answer: ['no complete answer arrived'],
  backoff: ['no attempt succeeded'],
};

/** The meaning of an abort, or of a limit that ran out: the call's, or that of an attempt, after which there may be another. */
export function fromEnd(
  { why, deadline, cause }: DeadlineEnded,
  phase: Phase,
  call: BoundCall,
  outcome: Outcome = 'not-sent',
  evidence?: Evidence,
): Failure {
  if (why === 'aborted') return { code: 'aborted', outcome, what: 'the call was aborted', cause };
  const isCall = deadline === call.deadline;
  // The failure of the attempt before may be the real cause; and of an answer that was still arriving, the head is evidence.
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

/** The meaning of an error that is thrown on a call's way, but by its transport. */
export function fromThrown(thrown: unknown, phase: Phase, call: BoundCall): Failure {
  if (thrown instanceof DeadlineEnded) return fromEnd(thrown, phase, call);
  if (!isControlApiError(thrown, 'configuration'))
    return phase === 'answer'
      ? { code: 'network', outcome: 'unknown', what: 'the transport failed', cause: thrown }
      : { code: 'network', outcome: 'not-sent', what: 'the request could not be made', cause: thrown };
  const { code, message, advice, cause } = thrown;
  return { code, outcome: 'not-sent', what: message, advice, cause };
}

/** Answers that are not whole. */
const BROKEN = {
  truncated: { code: 'network', what: 'the answer was cut short', transient: true },
  malformed: { code: 'malformed_response', what: 'the answer breaks HTTP, or its own encoding' },
  'too-large': { code: 'response_too_large', what: 'the answer is too large' },
} as const;

/** The outcome of a request by how far it came. */
const OUTCOMES: Readonly<Record<Reach, Outcome>> = {
  nowhere: 'not-sent',
  handshake: 'rejected',
  service: 'unknown',
  'dead-connection': 'unknown',
};

/** The meaning of a transport's failure that was not cancelled. */
export function fromTransport({ kind, reach, cause }: TransportFailure, evidence?: Evidence): Failure {
  const isBroken = kind !== 'network' && kind !== 'cancelled';
  const meaning = isBroken ? BROKEN[kind] : ({ code: 'network', ...explainFault(cause) } as const);
  const died = reach === 'dead-connection';
  return { ...meaning, outcome: OUTCOMES[reach], cause, evidence, harmless: reach === 'nowhere', died };
}
