import { type ControlApiError, isControlApiError, misconfigured, type Outcome } from '../errors.ts';
import type { ApiKey } from '../key/api-key.ts';
import type { RetryBudget } from '../transport/shared-limits.ts';
import { TransportFailure } from '../transport/transport.ts';
import { answerOf, type CallAnswer, toError } from './call-result.ts';
import type { AttemptObserver, Observer } from './events/telemetry.ts';
import { type Exchange, writeBody } from './exchange/exchange.ts';
import { evidenceOf, type JudgeServices } from './judge/evidence.ts';
import {
  type FailedCall,
  type Failure,
  fromEnd,
  fromThrown,
  fromTransport,
  mayBeTooHeavy,
  type Phase,
  worseOutcome,
} from './judge/failure.ts';
import { type Answered, judgeAnswer } from './judge/judge-answer.ts';
import { mayRepeat, neverLeft, nextAttempt, type Retry } from './next-attempt.ts';
import type { CallInput, CallServices, CallSettings } from './options/call-options.ts';
import { Deadline, DeadlineEnded } from './time/deadline.ts';
import { passLimiter } from './time/limiter.ts';

export interface CallParts {
  readonly settings: CallSettings;
  readonly services: CallServices;
  readonly exchange: Exchange;
  readonly judging: JudgeServices;
  readonly budget: RetryBudget;
}

function retry(retryInMs: number, attempt: AttemptObserver): Retry {
  attempt.retried(retryInMs);
  return { retryInMs };
}

/** Both are own properties, whatever `Object.prototype` holds. */
interface NewKey {
  readonly key: ApiKey | undefined;
  /** The error of a look for a new key. */
  readonly unread: ControlApiError | undefined;
}

export class Call {
  readonly #parts: CallParts;
  readonly #input: CallInput;
  readonly #observer: Observer;
  readonly deadline: Deadline;
  #body = '';
  #attempts = 0;
  #outcome: Outcome = 'not-sent';
  #failures = 0;
  #seen = 0;
  earlier: FailedCall | undefined;
  #key: ApiKey | undefined;
  #nextKey: ApiKey | undefined;
  #askedForNewKey = false;
  #spent = 0;
  #phase: Phase = 'limiter';

  constructor(parts: CallParts, input: CallInput, observer: Observer) {
    this.#parts = parts;
    this.#input = input;
    this.#observer = observer;
    this.deadline = new Deadline(parts.services.clock, input.timeoutMs, input.signal);
  }

  async run(): Promise<CallAnswer | FailedCall> {
    let result: CallAnswer | FailedCall | undefined;
    try {
      result = this.#refused();
      for (let number = 1; !result; number++) {
        const ended = await this.#observer.attempt(number, (attempt) => this.#tryOnce(attempt), this.#input.page?.size);
        if (!('retryInMs' in ended)) result = ended;
        else if (ended.retryInMs > 0) {
          this.#phase = 'backoff';
          await this.deadline.sleep(ended.retryInMs);
        }
      }
    } catch (thrown) {
      result = this.#failed(fromThrown(thrown, this.#phase, this));
    }
    this.deadline.dispose();
    const ended = result;
    this.#observer.ended(this.#attempts, 'failure' in ended ? () => toError(ended) : undefined);
    return ended;
  }

  /** The failure of an operation without access; else the body is written. */
  #refused(): FailedCall | undefined {
    const { operation, variables } = this.#input;
    const what = this.#parts.settings.checkAccess(operation);
    if (what) return this.#failed({ code: 'operation_not_allowed', outcome: 'not-sent', what });
    this.#body = writeBody(operation.json, variables, operation.wireName);
    return undefined;
  }

  #tryOnce(attempt: AttemptObserver): Promise<CallAnswer | FailedCall | Retry> {
    return this.#attempt(attempt).then<CallAnswer | FailedCall | Retry>((result) => {
      attempt.ended();
      return 'outcome' in result ? this.#afterFailure(result, attempt) : this.#answer(result);
    });
  }

  #answer(answered: Answered): CallAnswer {
    const { budget, judging } = this.#parts;
    budget.succeeded(this.#spent);
    this.#observer.watch({ data: answered.data }).catch(() => {});
    const failed = answered.failure && this.#failed(answered.failure);
    return answerOf(answered, this.#attempts, this.deadline.elapsedMs(), judging, failed);
  }

  async #attempt(attempt: AttemptObserver): Promise<Answered | Failure> {
    // A waiting call holds each local of this function.
    let bound = this.deadline;
    let leaveLimiter: (() => void) | undefined;
    let leaveQueue: (() => void) | undefined;
    try {
      this.#phase = 'limiter';
      const { settings } = this.#parts;
      if (settings.limiter) leaveLimiter = await passLimiter(settings.limiter, bound);
      this.#phase = 'endpoint';
      if (bound.ended) throw bound.ended;
      bound = bound.within(settings.attemptTimeoutMs);
      if (!settings.endpoint.url) await bound.race(settings.endpoint.ask());
      this.#phase = 'key';
      const asked = this.#askKey();
      this.#key = asked && 'then' in asked ? await bound.race(asked) : asked;
      this.#phase = 'queue';
      const { queue } = this.#parts.services.transport.open();
      if (queue?.enter() === false) await bound.until(queue);
      leaveQueue = queue?.leave;
      if (bound.ended) throw bound.ended;
      this.#phase = 'connection';
      return await this.#send(bound, attempt);
    } catch (thrown) {
      return this.#failureOf(thrown, bound, attempt);
    } finally {
      leaveQueue?.();
      leaveLimiter?.();
      if (bound !== this.deadline) bound.dispose();
    }
  }

  #askKey(): ReturnType<CallSettings['key']> {
    if (this.#input.operation.introspection) return undefined;
    const key = this.#nextKey ?? this.#parts.settings.key();
    if (key) return key;
    throw misconfigured('There is no API key, so only introspection can be sent.', { advice: 'no_key' });
  }

  async #send(bound: Deadline, attempt: AttemptObserver): Promise<Answered | Failure> {
    const { settings, exchange, judging } = this.#parts;
    const { operation, headers } = this.#input;
    this.#attempts++;
    const answer = await exchange({
      body: this.#body,
      headers,
      key: this.#key,
      // A dead kept connection may have failed the previous attempt.
      freshSocket: operation.kind !== 'query' || this.earlier !== undefined,
      newSocket: this.earlier?.failure.died,
      maxBytes: settings.maxResponseBytes,
      onCancel: (cancel) => bound.onEnd(cancel),
      onGiven: () => {
        this.#phase = 'answer';
      },
    });
    const result = judgeAnswer(answer, operation, judging);
    attempt.answered(() => evidenceOf(answer, judging), answer.body.byteLength);
    const { ended } = this.deadline;
    if (ended?.why !== 'aborted') return result;
    // The outcome of the answer also holds for a call that was aborted meanwhile.
    return fromEnd(ended, this.#phase, this, 'outcome' in result ? result.outcome : 'unknown');
  }

  #failureOf(thrown: unknown, bound: Deadline, attempt: AttemptObserver): Failure {
    if (!(thrown instanceof TransportFailure)) return fromThrown(thrown, this.#phase, this);
    const evidence = thrown.head && evidenceOf(thrown.head, this.#parts.judging);
    if (evidence) attempt.answered(() => evidence);
    return fromTransport(thrown, this, this.deadline.ended ?? bound.ended, evidence);
  }

  async #afterFailure(failed: Failure, attempt: AttemptObserver): Promise<FailedCall | Retry> {
    const { services, budget } = this.#parts;
    const { operation, maxRetries } = this.#input;
    const failure = failed.code === 'graphql' ? await this.#explained(failed) : failed;
    const earlier = this.#failed(failure);
    this.earlier = earlier;
    attempt.failed(() => toError(earlier));
    const { key, unread } = await this.#askForNewKey(failure);
    this.#nextKey = key;
    if (key) return retry(0, attempt);
    this.#failures++;
    if (!neverLeft(failure)) this.#seen++;
    const course = {
      operation,
      maxRetries,
      failures: this.#failures,
      seen: this.#seen,
      elapsedMs: this.deadline.elapsedMs(),
      remainingMs: this.deadline.remainingMs(),
    };
    const next = nextAttempt(failure, course, services.random());
    if ('giveUp' in next) {
      if (!unread) return earlier;
      const notRetried = `The key could not be read again: ${unread.message}`;
      return this.#failed({ ...failure, notRetried, cause: unread });
    }
    if (!budget.take(next.cost, failure.code === 'rate_limited'))
      return this.#failed({ ...failure, notRetried: 'It was not tried again: the retry budget is spent.' });
    this.#spent = next.cost;
    const isHeavy = mayBeTooHeavy({ ...failure, status: failure.evidence?.status });
    const lighter = isHeavy ? this.#input.page?.lighter() : undefined;
    if (lighter) this.#body = writeBody(operation.json, lighter, operation.wireName);
    return retry(next.retryInMs, attempt);
  }

  async #askForNewKey(failure: Failure): Promise<NewKey> {
    const { settings } = this.#parts;
    const refused = failure.code === 'unauthenticated' && mayRepeat(failure, this.#input) && this.#key;
    if (this.#askedForNewKey || !refused) return { key: undefined, unread: undefined };
    this.#askedForNewKey = true;
    const bound = this.deadline.within(settings.attemptTimeoutMs);
    try {
      const key = await bound.race(Promise.resolve(settings.key(refused)));
      return { key: key?.equals(refused) ? undefined : key, unread: undefined };
    } catch (thrown) {
      if (thrown instanceof DeadlineEnded && thrown.why === 'aborted') throw thrown;
      const unread = isControlApiError(thrown) ? thrown : misconfigured('It did not arrive in time.');
      return { key: undefined, unread };
    } finally {
      if (bound !== this.deadline) bound.dispose();
    }
  }

  async #explained(failure: Failure): Promise<Failure> {
    const watched = this.#observer.watch({ errors: failure.answer?.errors });
    const drift = await this.deadline.race(watched).catch(() => undefined);
    return drift ? { ...failure, drift } : failure;
  }

  #failed(failure: Failure): FailedCall {
    this.#outcome = worseOutcome(this.#outcome, failure.outcome);
    const { endpoint, redactor } = this.#parts.settings;
    return {
      failure,
      attempts: this.#attempts,
      outcome: this.#outcome,
      operation: this.#input.operation,
      origin: endpoint.url?.origin,
      redactor,
    };
  }
}
