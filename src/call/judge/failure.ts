import type { Advice } from '../../base/advice.ts';
import type { ObservedDrift } from '../../base/observed-drift.ts';
import {
  type CallFailureCode,
  type ControlApiError,
  isControlApiError,
  type Outcome,
  type ReadHeader,
} from '../../errors.ts';
import { faultsIn, NEVER_CONNECTED } from '../../transport/faults.ts';
import type { TransportFailure } from '../../transport/transport.ts';
import { DeadlineEnded } from '../services/deadline.ts';
import type { ClassifiedCode } from './codes.ts';
import { describeErrors } from './describe-errors.ts';
import type { GraphQLAnswer } from './graphql-answer.ts';
import type { SentDocument } from './proof.ts';

/** The facts of an answer's head, also where its body fails. */
export interface Evidence {
  readonly status?: number | undefined;
  readonly retryAfterMs?: number | undefined;
  readonly requestId?: string | undefined;
  readonly header?: ReadHeader | undefined;
}

/** A failed attempt (or call), before it becomes an error. */
export interface Failure extends Evidence {
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
  readonly serverMessage?: string | undefined;
  readonly answer?: GraphQLAnswer | undefined;
  readonly drift?: ObservedDrift | undefined;
  readonly cause?: unknown;
  /** The error of the attempt before, where the deadline ended the call: the cause to look at. */
  readonly previous?: ControlApiError | undefined;
}

/** A failed attempt of a call that went on, as it is reported if the call's deadline ends it. */
export interface EarlierFailure {
  readonly failure: Failure;
  readonly error: ControlApiError;
}

/** Where a call stands: what a deadline that ends there means depends on what the call waits for. */
export type Phase = 'limiter' | 'endpoint' | 'key' | 'queue' | 'connection' | 'answer' | 'backoff';

/** The weightier of two outcomes: what may have happened once is not undone by a later attempt. */
export function worseOutcome(a: Outcome, b: Outcome): Outcome {
  return (['unknown', 'rejected'] as const).find((outcome) => outcome === a || outcome === b) ?? 'not-sent';
}

/** The failure that a GraphQL answer's errors are to a caller to whom partial data is a failure. */
export function fromErrors(
  errors: NonNullable<GraphQLAnswer['errors']>,
  code: ClassifiedCode,
  answer: GraphQLAnswer,
  document: SentDocument,
): Failure {
  return { code, outcome: 'unknown', what: describeErrors(errors, document), answer };
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

/**
 * The meaning of a limit that ran out. The failure of the attempt before may be the real cause; and of an answer that was still
 * arriving, the head is evidence.
 */
export function fromTimeout(phase: Phase, limit: string, earlier?: EarlierFailure, evidence?: Evidence): Failure {
  const before = earlier?.failure;
  const { status, requestId, retryAfterMs, header }: Evidence = evidence ?? before ?? {};
  const [waited, advice] = PHASES[phase];
  return {
    code: 'timeout',
    outcome: 'not-sent',
    what: `${waited} within ${limit}${before ? `; before that, ${before.what}` : ''}`,
    advice: status && status >= 500 ? 'server_trouble' : advice,
    status,
    requestId,
    retryAfterMs,
    header,
    serverMessage: before?.serverMessage,
    previous: earlier?.error,
  };
}

/** The error thrown on a call's way, beside its end; an error of ours as it is, where it is ready to be thrown on. */
export function fromThrown(thrown: unknown, signal: AbortSignal | undefined): Failure | ControlApiError {
  // Outcomes are weighed against the call's own, which knows what had been sent: here, nothing is added to it.
  const outcome = 'not-sent';
  if (thrown instanceof DeadlineEnded)
    return { code: 'aborted', outcome, what: 'the call was aborted', cause: signal?.reason };
  if (isControlApiError(thrown, 'configuration')) {
    return { code: 'configuration', outcome, what: thrown.message, advice: thrown.advice, cause: thrown.cause };
  }
  if (isControlApiError(thrown)) return thrown;
  return { code: 'network', outcome: 'unknown', what: 'the transport failed', cause: thrown };
}

const CAUSES: Readonly<Record<string, string>> = {
  ...NEVER_CONNECTED,
  ECONNRESET: 'the connection was reset',
  EPIPE: 'the connection was closed',
  ETIMEDOUT: 'the connection timed out',
  EMFILE: 'this process has too many open files',
};

/** The codes of connections that TLS refuses, what that means, and what to do. */
const TLS: readonly { readonly codes: RegExp; readonly what: string; readonly advice: Advice }[] = [
  // No public authority vouches for these: the service's own, a private authority's, or a proxy's.
  {
    codes:
      /^(?:SELF_SIGNED_CERT_IN_CHAIN|DEPTH_ZERO_SELF_SIGNED_CERT|UNABLE_TO_(?:VERIFY_LEAF_SIGNATURE|GET_ISSUER_CERT(?:_LOCALLY)?)|CERT_UNTRUSTED)$/,
    what: 'its certificate is not from an authority that this process trusts',
    advice: 'authority',
  },
  {
    codes: /^(?:CERT_|ERR_TLS_CERT|HOSTNAME_MISMATCH)/,
    what: 'its certificate is not valid for this connection',
    advice: 'certificate',
  },
  { codes: /^(?:ERR_SSL_|EPROTO$)/, what: 'the TLS handshake failed', advice: 'handshake' },
];

/** OpenSSL's reason, in the words of its own table. */
const OPENSSL = /:SSL routines:[^:]*:([\w ]{1,80}):/;

/** The meaning of a transport's failure that was not cancelled. */
export function fromTransport({ kind, sent, head, cause, died }: TransportFailure): Failure {
  const outcome = sent ? 'unknown' : 'not-sent';
  const failure = (code: CallFailureCode, what: string, transient = false, advice?: Advice): Failure => ({
    code,
    outcome,
    what,
    advice,
    status: head?.status,
    cause,
    transient,
    harmless: !sent,
    died,
  });
  const { code = '', message } = faultsIn(cause).find((fault) => /^[A-Z][A-Z0-9_]*$/.test(fault.code)) ?? {};
  switch (kind) {
    case 'truncated':
      return failure('network', `the answer was cut short (status ${head?.status})`, true);
    case 'malformed':
      return failure('malformed_response', 'the answer breaks HTTP, or its own encoding');
    case 'too-large':
      return failure('response_too_large', 'the answer is too large');
  }
  const refused = TLS.find(({ codes }) => codes.test(code));
  const [, reason] = OPENSSL.exec(String(message)) ?? [];
  return failure(
    'network',
    `${refused?.what ?? CAUSES[code] ?? 'no answer arrived'}${reason ? `: ${reason}` : ''}${code && ` (${code})`}`,
    !refused,
    refused?.advice ?? (code === 'EMFILE' ? 'rate_limited' : undefined),
  );
}
