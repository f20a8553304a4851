import { hide } from '../../base/hide.ts';
import { refusesForSchema } from '../../base/refuses-for-schema.ts';
import { ConfigurationError } from '../../error-classes.ts';
import { isControlApiError, type Outcome, type ReadHeader } from '../../errors.ts';
import type { ApiKey } from '../../key/api-key.ts';
import { type AnswerHead, TransportFailure } from '../../transport/transport.ts';
import type { Operation } from '../document/read-operation.ts';
import type { AttemptRequest, ExchangeAnswer, SendAttempt } from '../exchange/exchange.ts';
import {
  type Evidence,
  type Failure,
  fromErrors,
  fromTimeout,
  fromTransport,
  type Phase,
  worseOutcome,
} from '../judge/failure.ts';
import type { ClassifiedCode } from '../judge/graphql-errors.ts';
import { type AnswerWithData, readResult } from '../judge/read-answer.ts';
import { requestIdOf } from '../judge/request-id.ts';
import { parseRetryAfter } from '../judge/retry.ts';
import { serverMessageOf } from '../judge/server-message.ts';
import type { CallServices, CallSettings } from '../options/call-settings.ts';
import { type Deadline, DeadlineEnded } from '../services/deadline.ts';
import { type AttemptEvent, UNOBSERVED } from '../services/telemetry.ts';
import { askKey } from './ask-key.ts';
import { type AskBeside, sendBeside } from './send-beside.ts';

/** The state of a call at every moment, for whatever ends it there. */
export interface CallState {
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
}

/** One attempt's part of a call. */
export interface AttemptInput {
  readonly operation: Operation;
  readonly send: SendAttempt;
  readonly event: AttemptEvent;
  readonly state: CallState;
  readonly deadline: Deadline;
  /** Whether only a fresh connection will do: one that had died may be why the attempt before failed. */
  readonly freshSocket: boolean;
  /** Asked before a second request goes out beside one that is not answered. Undefined where there is to be none. */
  readonly beside: AskBeside | undefined;
}

/** An attempt that brought no data: the failure, and what the retry policy asks of it. */
export interface FailedTry {
  readonly failure: Failure;
  readonly transient: boolean;
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

/** Makes one attempt, once the limiter lets it: asks for the key, sends, reads. */
export type Attempt = (input: AttemptInput) => Promise<AnsweredTry | FailedTry>;

const CLASSIFIED_CODES: readonly ClassifiedCode[] = ['unauthenticated', 'forbidden', 'rate_limited', 'graphql'];
const CODES = CLASSIFIED_CODES.map((code) => `'${code}'`).join(', ');

/** How long a connection may take to stand, and a non-2xx answer's body is read as extra evidence, in milliseconds. */
const LIMITS_MS = { connection: 10_000, 'error-body': 2_000 };

/** Makes attempts by a client's settings. */
export function createAttempt(settings: CallSettings, { clock, epochMs }: CallServices): Attempt {
  const { keeper } = settings;
  const scrub = (text: string): string => keeper.redactor.text(text);

  function admitted(key: ApiKey | undefined): ApiKey {
    if (!key) {
      throw new ConfigurationError('There is no API key, so only introspection can be sent.', { advice: 'no_key' });
    }
    return key;
  }

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

  function read(
    answer: ExchangeAnswer,
    { operation: { rootKeys }, state, event }: AttemptInput,
  ): AnsweredTry | FailedTry {
    const { status } = answer;
    const evidence = () => evidenceOf(answer);
    if (event !== UNOBSERVED) hide(event, { header: evidence().header });
    let broken: ConfigurationError | undefined;
    const result = readResult(answer, rootKeys, (errors) => {
      try {
        return checked(settings.classify?.(keeper.redactor.errors(errors), status));
      } catch (cause) {
        broken = new ConfigurationError(`The \`classify\` function failed. It must return ${CODES} or undefined.`, {
          cause,
        });
        return undefined;
      }
    });
    const errors = result.answer?.errors;
    if (result.type === 'failure') {
      state.outcome = worseOutcome(state.outcome, result.outcome);
      if (broken) throw broken;
      const failure: Failure = {
        ...result,
        ...evidence(),
        serverMessage: serverMessageOf(answer, errors, scrub),
        advice:
          result.refusedDocument &&
          errors?.some(({ message, extensions }) => refusesForSchema(message, extensions?.['code']))
            ? 'schema_changed'
            : undefined,
      };
      return { failure, transient: result.transient };
    }
    if (broken) {
      state.outcome = 'unknown';
      throw broken;
    }
    const error =
      errors?.length &&
      (() => ({
        ...fromErrors(errors, result.code, result.answer),
        ...evidence(),
        serverMessage: serverMessageOf(answer, errors, scrub),
      }));
    return { answer: result.answer, bytes: answer.body.byteLength, evidence, error: error || undefined };
  }

  /** The attempt's own time limit passed, not the call's. */
  function outOfTime(phase: Phase, outcome: Outcome, evidence?: Evidence): FailedTry {
    const limit = `\`attemptTimeoutMs\` (${settings.attemptTimeoutMs} ms)`;
    return { failure: { ...fromTimeout(phase, limit, undefined, evidence), outcome }, transient: true };
  }

  return async (input) => {
    const { operation, send, event, state, deadline, freshSocket, beside } = input;
    const over = endOf(deadline);
    if (over) throw over;
    const bound = deadline.within(settings.attemptTimeoutMs);
    const begun = event === UNOBSERVED ? 0 : clock.now();
    try {
      state.phase = 'endpoint';
      if (!settings.endpoint.url) await bound.race(settings.endpoint.ask());
      state.phase = 'key';
      const asked = operation.introspection ? undefined : (state.nextKey ?? askKey(settings.key, bound));
      state.nextKey = undefined;
      const key = asked instanceof Promise ? await asked : asked;
      state.key = operation.introspection ? undefined : admitted(key);
      state.phase = 'answer';
      state.attempts++;
      const request: AttemptRequest = {
        key: state.key,
        freshSocket,
        maxBytes: settings.maxResponseBytes,
        onCancel: (cancel) => bound.onEnd(cancel),
        onOverdue: (phase, run) =>
          clock.after(phase === 'reused' ? Math.ceil(deadline.remainingMs() / 3) : LIMITS_MS[phase], run),
      };
      const answer = await (beside ? sendBeside(send, request, beside) : send(request));
      event.status = answer.status;
      event.bytes = answer.body.byteLength;
      const result = read(answer, input);
      const ended = endOf(deadline);
      if (ended?.why !== 'aborted') return result;
      // The answer's outcome also holds for a call that was aborted meanwhile.
      if ('answer' in result) state.outcome = 'unknown';
      throw ended;
    } catch (error) {
      if (error instanceof DeadlineEnded && error.deadline === bound && bound !== deadline)
        return outOfTime(state.phase, 'not-sent');
      if (!(error instanceof TransportFailure)) throw error;
      const { kind, sent, head, cause } = error;
      const { failure, transient } = fromTransport(error);
      const { outcome } = failure;
      state.outcome = worseOutcome(state.outcome, outcome);
      if (isControlApiError(cause)) throw cause;
      const evidence = head && evidenceOf(head);
      if (evidence && event !== UNOBSERVED) hide(event, { header: evidence.header });
      state.phase = kind === 'queued' ? 'queue' : sent ? 'answer' : 'connection';
      const ended = endOf(deadline);
      if (ended) {
        state.evidence = evidence;
        throw ended;
      }
      if (bound.ended) return outOfTime(state.phase, outcome, evidence);
      return { failure: { ...failure, ...evidence }, transient };
    } finally {
      if (bound !== deadline) bound.dispose();
      if (event !== UNOBSERVED) event.durationMs = clock.now() - begun;
    }
  };
}

/** Asked anew each time: while something is waited for, it may have ended. */
function endOf(deadline: Deadline): DeadlineEnded | undefined {
  return deadline.ended;
}

/** @throws {TypeError} for what a `classify` function must not return. */
function checked(code: ClassifiedCode | null | undefined): ClassifiedCode | undefined {
  if (code === undefined || code === null) return undefined;
  if (CLASSIFIED_CODES.includes(code)) return code;
  throw new TypeError('not a code that errors can be given');
}
