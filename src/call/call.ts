import { hide } from '../base/hide.ts';
import type { ObservedDrift } from '../base/observed-drift.ts';
import { type ControlApiError, isControlApiError } from '../errors.ts';
import { AttemptedCall, type CallParts } from './attempted-call.ts';
import type { CallAnswer, CallInput } from './call-types.ts';
import { titleOf } from './document/access.ts';
import { readOperation } from './document/read-operation.ts';
import type { WatchedCall } from './events/call-watcher.ts';
import type { AttemptEvent, CallEvent } from './events/telemetry.ts';
import { isObserved, log, summaryOf, traced, UNOBSERVED } from './events/telemetry.ts';
import { createExchange } from './exchange/exchange.ts';
import { writeBody } from './exchange/write-body.ts';
import { evidenceOf } from './judge/evidence.ts';
import { type Failure, fromThrown, worseOutcome } from './judge/failure.ts';
import type { Answered } from './judge/judge-answer.ts';
import { commonBudget, RetryBudget } from './judge/retry-budget.ts';
import { nextAttempt } from './next-attempt.ts';
import type { CallServices, CallSettings } from './options/call-settings.ts';
import { throughLimiter } from './time/limiter.ts';
import { toError } from './to-error.ts';

/** Makes the function that carries a call through: deadline, attempts, retries. */
export function createCall(settings: CallSettings, services: CallServices): (input: CallInput) => Promise<CallAnswer> {
  const client = Math.floor(services.random() * 36 ** 4).toString(36);
  let calls = 0;
  const { redactor, classify } = settings;
  const parts: CallParts = {
    settings,
    services,
    exchange: createExchange(services.transport, settings.largeIntegers),
    judge: { redactor, classify, epochMs: services.epochMs },
    budget: new RetryBudget(() => commonBudget(services.transport.connections ?? services.transport)),
    nextId: () => `${client}-${++calls}`,
  };
  return (input) => {
    const call = new Call(parts, input, eventOf(parts, input));
    return traced('call', call.event, () => call.run());
  };
}

function eventOf({ settings, services, nextId }: CallParts, { operation }: CallInput): CallEvent {
  if (!settings.watch && !isObserved(services.logger)) return UNOBSERVED;
  const { name: operationName, kind: operationKind } = operation;
  return { callId: nextId(), origin: settings.endpoint.url?.origin, operationName, operationKind };
}

/** A question about the live schema: it is not worth a second attempt. */
const ASKING = { variables: undefined, timeoutMs: 10_000, maxRetries: 0, headers: {}, signal: undefined };

/** One call: deadline, attempts and what became of them. */
class Call extends AttemptedCall {
  async run(): Promise<CallAnswer> {
    const { event } = this;
    const { operation, variables } = this.input;
    try {
      this.parts.settings.checkAccess(operation);
      this.body = writeBody(operation.json, variables, operation.wireName);
      for (let attempt = 1; ; attempt++) {
        const ended = await this.#tryOnce(attempt);
        if (typeof ended !== 'number') return ended;
        if (ended > 0) await this.deadline.sleep(ended);
      }
    } catch (thrown) {
      const isError = isControlApiError(thrown) && thrown.code !== 'configuration';
      const error = isError ? thrown : this.#fail(fromThrown(thrown, 'backoff', this));
      event.error = summaryOf(error);
      throw error;
    } finally {
      this.deadline.dispose();
      if (event !== UNOBSERVED) {
        event.attempts = this.attempts;
        event.durationMs = this.deadline.elapsedMs();
        const { error } = event;
        if (error) log(this.parts.services.logger, 'error', () => error.message, event);
        else this.#log('info', 'answered', event);
      }
    }
  }

  /** Makes one attempt. Brings the answer, or how many milliseconds to wait before the next one. */
  #tryOnce(number: number): Promise<CallAnswer | number> {
    const event: AttemptEvent = this.event === UNOBSERVED ? UNOBSERVED : { ...this.event, attempt: number };
    return traced('attempt', event, () => {
      const { limiter } = this.parts.settings;
      const begunMs = event === UNOBSERVED ? 0 : this.deadline.elapsedMs();
      const trying = limiter
        ? throughLimiter(limiter, this.deadline, () => this.attempt(event)).catch((it) =>
            fromThrown(it, 'limiter', this),
          )
        : this.attempt(event);
      // An `await` would hold twice as much for a call that waits: thousands may.
      return trying.then<CallAnswer | number>((result) => {
        if (event !== UNOBSERVED) {
          event.durationMs = this.deadline.elapsedMs() - begunMs;
          this.#log('debug', `attempt ${number}, status ${event.status ?? 'none'}`, event);
        }
        if ('outcome' in result) return this.#waitAfter(result, event);
        this.parts.budget.succeeded(this.spent);
        return this.#answer(result);
      });
    });
  }

  /** How many milliseconds to wait before the next attempt. @throws {ControlApiError} when there is to be none. */
  async #waitAfter(failed: Failure, event: AttemptEvent): Promise<number> {
    const failure = failed.code === 'graphql' ? await this.#explained(failed) : failed;
    const error = this.#fail(failure);
    event.error = summaryOf(error);
    this.earlier = { failure, error };
    const next = await nextAttempt(this, failure);
    if (typeof next !== 'number') throw next === failure ? error : this.#fail(next);
    event.retryInMs = next;
    this.#log('warn', `attempt ${event.attempt} failed, the next in ${next} ms`, event);
    return next;
  }

  /** The failure, with what the watcher finds out about it while there is time. */
  async #explained(failure: Failure): Promise<Failure> {
    const drift = await this.deadline.race(this.#watch({ errors: failure.answer?.errors })).catch(() => undefined);
    return drift ? { ...failure, drift } : failure;
  }

  /** Shows the watcher what a call brought. Rejects with what the watcher throws. */
  async #watch(seen: Pick<WatchedCall, 'data' | 'errors'>): Promise<ObservedDrift | undefined> {
    const { settings, services } = this.parts;
    const { redactor } = settings;
    const { document } = this.input;
    const now = services.clock.now();
    return settings.watch?.({ ...seen, event: this.event, document, now, redactor, ask: (text) => this.#ask(text) });
  }

  /** Sends what the watcher asks about the live schema: whatever `access` allows, and with no key at hand. */
  async #ask(document: string): Promise<unknown> {
    const { settings, services } = this.parts;
    const ask = createCall({ ...settings, checkAccess() {}, key: () => undefined, watch: undefined }, services);
    const answer = await ask({ ...ASKING, document, operation: readOperation(document) });
    return answer.data;
  }

  #answer({ data, answer, failure }: Answered): CallAnswer {
    const { errors, extensions } = answer.graphql ?? {};
    const { settings, judge } = this.parts;
    const { redactor, watch } = settings;
    if (watch) this.#watch({ data }).catch(() => {});
    return {
      data,
      meta: () => {
        const { status, requestId, header } = evidenceOf(answer, judge);
        const bytes = answer.body.byteLength;
        const meta = { status, attempts: this.attempts, durationMs: this.deadline.elapsedMs(), bytes };
        return hide(requestId === undefined ? meta : { ...meta, requestId }, { header });
      },
      errors: failure && errors && redactor.errors(errors),
      error: failure && (() => this.#fail(failure)),
      extensions: extensions && (redactor.json(extensions) as typeof extensions),
    };
  }

  /** The error of a failure: what any attempt may have done counts. */
  #fail(failure: Failure): ControlApiError {
    this.outcome = worseOutcome(this.outcome, failure.outcome);
    return toError(failure, this);
  }

  #log(level: 'debug' | 'info' | 'warn', what: string, event: CallEvent | AttemptEvent): void {
    log(this.parts.services.logger, level, () => `${titleOf(this.input.operation)}: ${what}`, event);
  }
}
