import { hide } from '../base/hide.ts';
import type { ObservedDrift } from '../base/observed-drift.ts';
import { type ControlApiError, isControlApiError } from '../errors.ts';
import type { CallAnswer, CallInput } from './call-types.ts';
import { titleOf } from './document/access.ts';
import { readOperation } from './document/read-operation.ts';
import { createExchange, type PrepareRequest, type SendAttempt } from './exchange/exchange.ts';
import { type EarlierFailure, type Failure, fromThrown, fromTimeout, worseOutcome } from './judge/failure.ts';
import { createRetryBudget, type RetryBudget } from './judge/retry-budget.ts';
import { toError } from './judge/to-error.ts';
import { nextAttempt } from './next-attempt.ts';
import type { CallServices, CallSettings } from './options/call-settings.ts';
import { type AnsweredTry, type Attempt, type CallState, createAttempt } from './send/attempt.ts';
import type { WatchedCall } from './services/call-watcher.ts';
import { Deadline, DeadlineEnded } from './services/deadline.ts';
import { throughLimiter } from './services/limiter.ts';
import {
  type AttemptEvent,
  type CallEvent,
  isObserved,
  log,
  summaryOf,
  traced,
  UNOBSERVED,
} from './services/telemetry.ts';

/** Makes the function that carries a call through: deadline, attempts, retries. */
export function createCall(settings: CallSettings, services: CallServices): (input: CallInput) => Promise<CallAnswer> {
  const client = Math.floor(services.random() * 36 ** 4).toString(36);
  let calls = 0;
  const shared: Shared = {
    settings,
    services,
    prepare: createExchange(services.transport, settings.largeIntegers),
    attempt: createAttempt(settings, services),
    budget: createRetryBudget(),
    nextId: () => `${client}-${++calls}`,
  };
  return (input) => new Call(shared, input).run();
}

/** A question about the live schema: it is not worth a second attempt. */
const ASKING = { variables: undefined, timeoutMs: 10_000, maxRetries: 0, headers: undefined, signal: undefined };

/** The state that the calls of one client share. */
interface Shared {
  readonly settings: CallSettings;
  readonly services: CallServices;
  readonly prepare: PrepareRequest;
  readonly attempt: Attempt;
  readonly budget: RetryBudget;
  /** A name for the next call that somebody observes. */
  readonly nextId: () => string;
}

/** The state of one call. */
class Call {
  readonly #shared: Shared;
  readonly #input: CallInput;
  readonly #event: CallEvent;
  readonly #state: CallState;
  #earlier: EarlierFailure | undefined;

  constructor(shared: Shared, input: CallInput) {
    const { settings, services } = shared;
    this.#shared = shared;
    this.#input = input;
    const { operation, maxRetries } = input;
    const { name, kind } = operation;
    this.#state = {
      operation,
      deadline: new Deadline(services.clock, input.timeoutMs, input.signal),
      maxRetries,
      attempts: 0,
      outcome: 'not-sent',
      phase: 'limiter',
      key: undefined,
      nextKey: undefined,
      spent: 0,
      evidence: undefined,
      died: false,
      failures: 0,
      seen: 0,
      isRekeyed: false,
      unread: undefined,
    };
    this.#event =
      settings.watch || isObserved(services.logger)
        ? { callId: shared.nextId(), origin: settings.endpoint.url?.origin, operationName: name, operationKind: kind }
        : UNOBSERVED;
  }

  run(): Promise<CallAnswer> {
    return traced('call', this.#event, () => this.#untilAnswered());
  }

  async #untilAnswered(): Promise<CallAnswer> {
    const { operation, variables, headers } = this.#input;
    try {
      this.#shared.settings.checkAccess(operation);
      const send = this.#shared.prepare(operation, variables, headers);
      for (let attempt = 1; ; attempt++) {
        const event: AttemptEvent = this.#event === UNOBSERVED ? UNOBSERVED : { ...this.#event, attempt };
        const ended = await this.#traced(send, attempt, event);
        if (typeof ended !== 'number') return ended;
        this.#warn(`attempt ${attempt} failed, the next in ${ended} ms`, event);
        this.#state.phase = 'backoff';
        if (ended > 0) await this.#state.deadline.sleep(ended);
      }
    } catch (thrown) {
      const error = this.#toError(thrown);
      this.#event.error = summaryOf(error);
      throw error;
    } finally {
      this.#state.deadline.dispose();
      if (this.#event !== UNOBSERVED) this.#report(this.#event);
    }
  }

  #traced(send: SendAttempt, nth: number, event: AttemptEvent): Promise<CallAnswer | number> {
    if (event === UNOBSERVED) return this.#attempt(send, nth, event);
    return traced('attempt', event, () => this.#attempt(send, nth, event));
  }

  #warn(what: string, event: AttemptEvent): void {
    this.#log('warn', () => this.#line(what), event);
  }

  /** Says how the call went. */
  #report(event: CallEvent): void {
    event.attempts = this.#state.attempts;
    event.durationMs = this.#state.deadline.elapsedMs();
    const { error } = event;
    this.#log(error ? 'error' : 'info', () => error?.message ?? this.#line('answered'), event);
  }

  /** Makes one attempt. Brings the answer, or how many milliseconds to wait before the next one. */
  #attempt(send: SendAttempt, nth: number, event: AttemptEvent): Promise<CallAnswer | number> {
    const { attempt, settings } = this.#shared;
    const state = this.#state;
    const freshSocket = nth > 1 || state.operation.kind !== 'query';
    state.phase = 'limiter';
    const trying = settings.limiter
      ? throughLimiter(settings.limiter, state.deadline, () => attempt(state, send, event, freshSocket))
      : attempt(state, send, event, freshSocket);
    // An `await` would hold twice as much for a call that waits: thousands may.
    const ended = trying.then<CallAnswer | number>((result) => this.#ended(result, nth, event));
    if (event === UNOBSERVED) return ended;
    return ended.catch((thrown) => {
      event.error ??= summaryOf(this.#toError(thrown));
      throw thrown;
    });
  }

  #ended(result: AnsweredTry | Failure, nth: number, event: AttemptEvent): CallAnswer | Promise<number> {
    if (event !== UNOBSERVED)
      this.#log('debug', () => this.#line(`attempt ${nth}, status ${event.status ?? 'none'}`), event);
    if ('outcome' in result) return this.#waitBefore(result, event);
    this.#shared.budget.succeeded(this.#state.spent);
    return this.#answer(result);
  }

  /** How many milliseconds to wait before the next attempt. @throws {ControlApiError} when there is to be none. */
  async #waitBefore(failed: Failure, event: AttemptEvent): Promise<number> {
    const failure = failed.code === 'graphql' ? await this.#explained(failed) : failed;
    const error = this.#error(failure);
    event.error = summaryOf(error);
    this.#earlier = { failure, error };
    const { settings, services, budget } = this.#shared;
    const next = await nextAttempt(failure, this.#state, settings, services, budget);
    if (typeof next !== 'number') throw next.notRetried ? this.#error({ ...failure, ...next }) : error;
    event.retryInMs = next;
    return next;
  }

  /** The failure, with what the watcher finds out about it while there is time. */
  async #explained(failure: Failure): Promise<Failure> {
    const drift = await this.#state.deadline
      .race(this.#watch({ errors: failure.answer?.errors }))
      .catch(() => undefined);
    return drift ? { ...failure, drift } : failure;
  }

  /** Shows the watcher what a call brought. Rejects with what the watcher throws. */
  async #watch(seen: Pick<WatchedCall, 'data' | 'errors'>): Promise<ObservedDrift | undefined> {
    const { settings, services } = this.#shared;
    const { redactor } = settings.keeper;
    const { document } = this.#input;
    const now = services.clock.now();
    return settings.watch?.({ ...seen, event: this.#event, document, now, redactor, ask: (text) => this.#ask(text) });
  }

  /** Sends what the watcher asks about the live schema: whatever `access` allows, and with no key at hand. */
  async #ask(document: string): Promise<unknown> {
    const { settings, services } = this.#shared;
    const ask = createCall({ ...settings, checkAccess() {}, key: () => undefined, watch: undefined }, services);
    const operation = readOperation(document);
    const answer = await ask({ ...ASKING, document, operation });
    return answer.data;
  }

  #answer({ answer, bytes, evidence, error }: AnsweredTry): CallAnswer {
    const { data, errors, extensions } = answer;
    const { watch, keeper } = this.#shared.settings;
    if (watch) this.#watch({ data }).catch(() => {});
    const { redactor } = keeper;
    return {
      data,
      meta: () => {
        const { status, requestId, header } = evidence();
        const meta = { status, attempts: this.#state.attempts, durationMs: this.#state.deadline.elapsedMs(), bytes };
        return hide(requestId === undefined ? meta : { ...meta, requestId }, { header });
      },
      errors: errors?.length ? redactor.errors(errors) : undefined,
      error: error && (() => this.#error(error())),
      extensions: extensions && (redactor.json(extensions) as typeof extensions),
    };
  }

  #toError(thrown: unknown): ControlApiError {
    const failure =
      thrown instanceof DeadlineEnded && thrown.why === 'timeout'
        ? fromTimeout(
            this.#state.phase,
            `\`timeoutMs\` (${this.#input.timeoutMs} ms)`,
            this.#earlier,
            this.#state.evidence,
          )
        : fromThrown(thrown, this.#input.signal);
    return isControlApiError(failure) ? failure : this.#error(failure);
  }

  #error(failure: Failure): ControlApiError {
    return toError(
      { ...failure, outcome: worseOutcome(this.#state.outcome, failure.outcome) },
      {
        host: this.#shared.settings.endpoint.url?.origin ?? 'The service',
        operation: this.#input.operation,
        attempts: this.#state.attempts,
        redactor: this.#shared.settings.keeper.redactor,
      },
    );
  }

  #log(level: 'debug' | 'info' | 'warn' | 'error', line: () => string, event: CallEvent | AttemptEvent): void {
    log(this.#shared.services.logger, level, line, event);
  }

  #line(what: string): string {
    return `${titleOf(this.#input.operation)}: ${what}`;
  }
}
