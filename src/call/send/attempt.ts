import { hide } from '../../base/hide.ts';
import {
  type ControlApiError,
  type GraphQLFormattedError,
  isControlApiError,
  misconfigured,
  type Outcome,
  type ReadHeader,
} from '../../errors.ts';
import type { ApiKey } from '../../key/api-key.ts';
import type { Door } from '../../transport/room.ts';
import { type AnswerHead, TransportFailure } from '../../transport/transport.ts';
import type { Operation } from '../document/read-operation.ts';
import type { AttemptRequest, ExchangeAnswer, SendAttempt } from '../exchange/exchange.ts';
import type { ClassifiedCode } from '../judge/codes.ts';
import {
  type Evidence,
  type Failure,
  fromErrors,
  fromTimeout,
  fromTransport,
  type Phase,
  worseOutcome,
} from '../judge/failure.ts';
import type { AnswerWithData } from '../judge/graphql-answer.ts';
import { type ReadCode, readResult } from '../judge/read-answer.ts';
import { requestIdOf } from '../judge/request-id.ts';
import { parseRetryAfter } from '../judge/retry.ts';
import { serverMessageOf } from '../judge/server-message.ts';
import type { CallServices, CallSettings } from '../options/call-settings.ts';
import { type Deadline, DeadlineEnded } from '../services/deadline.ts';
import { type AttemptEvent, UNOBSERVED } from '../services/telemetry.ts';
import { askKey } from './ask-key.ts';
import { askRoom } from './ask-room.ts';

/** The state of a call at every moment, for whatever ends it there. */
export interface CallState {
  readonly operation: Operation;
  readonly deadline: Deadline;
  readonly maxRetries: number;
  /** Attempts that were begun: the key was at hand. */
  attempts: number;
  /** Whether the request under way may have left; what a deadline that ends now must presume. */
  outcome: Outcome;
  phase: Phase;
  /** The key of the last attempt. */
  key: ApiKey | undefined;
  /** A key that was asked for already. */
  nextKey: ApiKey | undefined;
  /** The budget that the last repetition cost; given back when it helps. */
  spent: number;
  /** The head's evidence of an answer whose body the call's deadline cut short. */
  evidence: Evidence | undefined;
  /** Whether a kept connection died under the attempt before: the next one opens another. */
  died: boolean;
  /** Failures so far. */
  failures: number;
  /** Those of them that the service may have seen. */
  seen: number;
  /** Whether another key was asked for, since the service refused one. */
  isRekeyed: boolean;
  /** Why no other key was to be had. */
  unread: ControlApiError | undefined;
}

/** The facts of the head of a whole answer. */
type AnswerEvidence = Evidence & { readonly status: number; readonly header: ReadHeader };

/** An attempt that brought data. */
export interface AnsweredTry {
  readonly answer: AnswerWithData;
  readonly bytes: number;
  readonly evidence: () => AnswerEvidence;
  /** The failure that the answer's errors are to callers who want no partial data; present where there are errors. */
  readonly error: (() => Failure) | undefined;
}

/**
 * Makes one attempt, once the limiter lets it: asks for the key, sends, reads.
 *
 * @param freshSocket - whether only a fresh connection will do: one that had died may be why the attempt before failed.
 */
export type Attempt = (
  call: CallState,
  send: SendAttempt,
  event: AttemptEvent,
  freshSocket: boolean,
) => Promise<AnsweredTry | Failure>;

const CLASSIFIED_CODES: readonly ClassifiedCode[] = ['unauthenticated', 'forbidden', 'rate_limited', 'graphql'];
const CODES = CLASSIFIED_CODES.map((code) => `'${code}'`).join(', ');

/** How long a connection may take to stand, and a non-2xx answer's body is read as extra evidence, in milliseconds. */
const LIMITS_MS = { connection: 10_000, 'error-body': 2_000 };

/** Makes attempts by a client's settings. */
export function createAttempt(settings: CallSettings, { transport, clock, epochMs }: CallServices): Attempt {
  const { keeper, endpoint, classify, attemptTimeoutMs, maxResponseBytes } = settings;
  const scrub = (text: string): string => keeper.redactor.text(text);

  function evidenceOf(head: AnswerHead) {
    const id = requestIdOf(head);
    const header = (name: string) => {
      const value: unknown = /^set-cookie$/i.test(name) ? undefined : head.header(name.toLowerCase());
      return typeof value === 'string' ? scrub(value) : undefined;
    };
    return {
      header,
      status: head.status,
      requestId: id === undefined ? undefined : scrub(id),
      retryAfterMs: parseRetryAfter(head.header('retry-after'), epochMs()),
    };
  }

  function classified(errors: readonly GraphQLFormattedError[], status: number): ClassifiedCode | undefined {
    try {
      const code = classify?.(keeper.redactor.errors(errors), status) ?? undefined;
      if (code === undefined || CLASSIFIED_CODES.includes(code)) return code;
      throw new TypeError('not a code that errors can be given');
    } catch (cause) {
      throw misconfigured(`The \`classify\` function failed. It must return ${CODES} or undefined.`, {
        cause,
      });
    }
  }

  function read(answer: ExchangeAnswer, call: CallState, event: AttemptEvent): AnsweredTry | Failure {
    const evidence = () => evidenceOf(answer);
    if (event !== UNOBSERVED) hide(event, { header: evidence().header });
    const { outcome } = call;
    const judged = (by?: ReadCode) => {
      const result = readResult(answer, call.operation, by);
      call.outcome = 'outcome' in result ? worseOutcome(outcome, result.outcome) : 'unknown';
      return result;
    };
    // First without the caller's function: whatever that does, the answer's outcome holds.
    let result = judged();
    if (classify && result.answer?.errors) result = judged(classified);
    const errors = result.answer?.errors;
    const facts = () => ({ ...evidence(), serverMessage: serverMessageOf(answer, errors, scrub) });
    if ('outcome' in result) return { ...result, ...facts() };
    const { answer: answered, code } = result;
    const error = errors?.length
      ? () => ({ ...fromErrors(errors, code, answered, call.operation), ...facts() })
      : undefined;
    return { answer: answered, bytes: answer.body.byteLength, evidence, error };
  }

  /** The attempt's own time limit passed, not the call's. */
  function outOfTime(phase: Phase, outcome: Outcome, evidence?: Evidence): Failure {
    const limit = `\`attemptTimeoutMs\` (${attemptTimeoutMs} ms)`;
    const harmless = outcome === 'not-sent';
    return { ...fromTimeout(phase, limit, undefined, evidence), outcome, transient: true, harmless };
  }

  /** The meaning of what ended an attempt without an answer. @throws what ends the call. */
  function failed(error: unknown, call: CallState, bound: Deadline, event: AttemptEvent): Failure {
    const { deadline } = call;
    if (error instanceof DeadlineEnded && error.deadline === bound && bound !== deadline)
      return outOfTime(call.phase, 'not-sent');
    if (!(error instanceof TransportFailure)) throw error;
    const { sent, head, cause } = error;
    const failure = fromTransport(error);
    const { outcome } = failure;
    call.outcome = worseOutcome(call.outcome, outcome);
    if (isControlApiError(cause)) throw cause;
    const evidence = head && evidenceOf(head);
    if (evidence && event !== UNOBSERVED) hide(event, { header: evidence.header });
    call.phase = sent ? 'answer' : 'connection';
    if (deadline.ended) {
      call.evidence = evidence;
      throw deadline.ended;
    }
    if (bound.ended) return outOfTime(call.phase, outcome, evidence);
    return { ...failure, ...evidence };
  }

  return async (call, send, event, freshSocket) => {
    const { operation, deadline } = call;
    if (deadline.ended) throw deadline.ended;
    const bound = deadline.within(attemptTimeoutMs);
    const begun = event === UNOBSERVED ? 0 : clock.now();
    let entered: Door | undefined;
    try {
      call.phase = 'endpoint';
      if (!endpoint.url) await bound.race(endpoint.ask());
      call.phase = 'key';
      const asked = operation.introspection ? undefined : (call.nextKey ?? askKey(settings.key, bound));
      call.nextKey = undefined;
      call.key = asked instanceof Promise ? await asked : asked;
      if (!call.key && !operation.introspection)
        throw misconfigured('There is no API key, so only introspection can be sent.', {
          advice: 'no_key',
        });
      call.phase = 'queue';
      const { door } = transport;
      const soon = freshSocket ? undefined : door?.soon?.();
      if (soon) await soon;
      const room = door && askRoom(door, bound);
      if (room) await room;
      entered = door;
      const late = endOf(bound);
      if (late) throw late;
      call.phase = 'answer';
      call.attempts++;
      const request: AttemptRequest = {
        key: call.key,
        freshSocket,
        newSocket: call.died,
        maxBytes: maxResponseBytes,
        onCancel: (cancel) => bound.onEnd(cancel),
        onOverdue: (phase, run) => clock.after(LIMITS_MS[phase], run),
      };
      const answer = await send(request);
      event.status = answer.status;
      event.bytes = answer.body.byteLength;
      const result = read(answer, call, event);
      // The answer's outcome also holds for a call that was aborted meanwhile.
      const ended = endOf(deadline);
      if (ended?.why === 'aborted') throw ended;
      return result;
    } catch (error) {
      return failed(error, call, bound, event);
    } finally {
      entered?.leave();
      if (bound !== deadline) bound.dispose();
      if (event !== UNOBSERVED) event.durationMs = clock.now() - begun;
    }
  };
}

/** Asked anew each time: while something is waited for, it may have ended. */
function endOf(deadline: Deadline): DeadlineEnded | undefined {
  return deadline.ended;
}
