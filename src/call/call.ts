import type { ObservedDrift } from '../base/observed-drift.ts';
import { type ControlApiError, type GraphQLFormattedError, isControlApiError } from '../errors.ts';
import { titleOf } from './access.ts';
import { type AnsweredTry, type Attempt, type CallState, createAttempt, type FailedTry } from './attempt.ts';
import type { CallSettings, World } from './call-settings.ts';
import { Deadline, DeadlineEnded } from './deadline.ts';
import { createExchange, type PrepareRequest, type SendAttempt } from './exchange.ts';
import { type EarlierFailure, type Failure, fromThrown, fromTimeout, worseOutcome } from './failure.ts';
import { throughLimiter } from './limiter.ts';
import { type Operation, readOperation } from './read-operation.ts';
import { retryDelayMs } from './retry.ts';
import { createRetryBudget, RETRY_COST, type RetryBudget, SLOW_RETRY_COST } from './retry-budget.ts';
import { type AttemptEvent, type CallEvent, log, summaryOf, traced } from './telemetry.ts';
import { toError } from './to-error.ts';
import type { WatchedCall } from './watch.ts';

/** One call, checked: its options are in range. */
export interface CallInput {
  /** The operation as the caller gave it. */
  readonly document: unknown;
  readonly operation: Operation;
  readonly variables: object | undefined;
  readonly timeoutMs: number;
  readonly maxRetries: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal | undefined;
}

/** What a call brings back. */
export interface CallAnswer {
  readonly data: Readonly<Record<string, unknown>>;
  /** What came beside the data, scrubbed of every key. */
  readonly errors?: readonly GraphQLFormattedError[];
  readonly extensions?: Readonly<Record<string, unknown>>;
  readonly meta: CallMeta;
  /** Makes the error for `errors`, for callers to whom partial data is a failure; present exactly where there are any. */
  readonly error?: () => ControlApiError;
}

/** How a call went. */
export interface CallMeta {
  /** The HTTP status of the answer. */
  readonly status: number;
  /** How many times the request was sent. */
  readonly attempts: number;
  /** From the call to its answer, waiting included, in milliseconds. */
  readonly durationMs: number;
  /** The answer's size after decompression. */
  readonly bytes: number;
  /** The id that the answer's headers gave the request, where they gave one. */
  readonly requestId?: string;
}

/** Makes the function that carries a call through: deadline, attempts, retries. */
export function createCall(settings: CallSettings, world: World): (input: CallInput) => Promise<CallAnswer> {
  const shared: Shared = {
    settings,
    world,
    prepare: createExchange(world.transport),
    attempt: createAttempt(settings, world),
    budget: createRetryBudget(),
  };
  const client = Math.floor(world.random() * 36 ** 4).toString(36);
  let calls = 0;
  return (input) => new Call(shared, input, `${client}-${++calls}`).run();
}

/** A question about the live schema: it is not worth a second attempt. */
const ASKING = { variables: undefined, timeoutMs: 10_000, maxRetries: 0, headers: {}, signal: undefined };

/** What the calls of one client share. */
interface Shared {
  readonly settings: CallSettings;
  readonly world: World;
  readonly prepare: PrepareRequest;
  readonly attempt: Attempt;
  readonly budget: RetryBudget;
}

/** The state of one call. */
class Call {
  readonly #shared: Shared;
  readonly #input: CallInput;
  readonly #deadline: Deadline;
  readonly #startedAt: number;
  readonly #event: CallEvent;
  readonly #state: CallState = { attempts: 0, outcome: 'not-sent', phase: 'limiter' };
  #retries = 0;
  /** What the last retry cost; given back when it helps. */
  #spent = 0;
  /** Whether a refused key was replaced by another: that is done once a call. */
  #rekeyed = false;
  #earlier: EarlierFailure | undefined;

  constructor(shared: Shared, input: CallInput, callId: string) {
    const { clock } = shared.world;
    this.#shared = shared;
    this.#input = input;
    this.#startedAt = clock.now();
    this.#deadline = new Deadline(clock, input.timeoutMs, input.signal);
    const { name, kind } = input.operation;
    const origin = shared.settings.endpoint.url?.origin;
    this.#event = { callId, origin, operationName: name, operationKind: kind };
  }

  run(): Promise<CallAnswer> {
    return traced('call', this.#event, () => this.#untilAnswered());
  }

  async #untilAnswered(): Promise<CallAnswer> {
    const { operation, variables, headers } = this.#input;
    const { callId, origin, operationName, operationKind } = this.#event;
    try {
      this.#shared.settings.checkAccess(operation);
      const send = this.#shared.prepare(operation, variables, headers);
      for (let attempt = 1; ; attempt++) {
        const event: AttemptEvent = { callId, origin, operationName, operationKind, attempt };
        const ended = await traced('attempt', event, () => this.#attempt(send, event));
        if (typeof ended !== 'number') return ended;
        this.#log('warn', () => this.#line(`attempt ${attempt} failed, the next in ${ended} ms`), event);
        this.#state.phase = 'backoff';
        if (ended > 0) await this.#deadline.sleep(ended);
      }
    } catch (thrown) {
      const error = this.#toError(thrown);
      this.#event.error = summaryOf(error);
      throw error;
    } finally {
      this.#deadline.dispose();
      this.#event.attempts = this.#state.attempts;
      this.#event.durationMs = this.#sinceStart();
      const { error } = this.#event;
      this.#log(error ? 'error' : 'info', () => error?.message ?? this.#line('answered'), this.#event);
    }
  }

  /** Makes one attempt. Brings the answer, or how many milliseconds to wait before the next one. */
  async #attempt(send: SendAttempt, event: AttemptEvent): Promise<CallAnswer | number> {
    const { operation } = this.#input;
    const { attempt, settings, budget } = this.#shared;
    const input = {
      operation,
      send,
      event,
      state: this.#state,
      deadline: this.#deadline,
      freshSocket: event.attempt > 1 || operation.kind !== 'query',
    };
    try {
      this.#state.phase = 'limiter';
      const result = await throughLimiter(settings.limiter, this.#deadline, () => attempt(input));
      this.#log('debug', () => this.#line(`attempt ${event.attempt}, status ${event.status ?? 'none'}`), event);
      if ('failure' in result) return await this.#waitBefore(result, event);
      budget.succeeded(this.#spent);
      return this.#answer(result);
    } catch (thrown) {
      event.error ??= summaryOf(this.#toError(thrown));
      throw thrown;
    }
  }

  /** How many milliseconds to wait before the next attempt. @throws {ControlApiError} when there is to be none. */
  async #waitBefore(failed: FailedTry, event: AttemptEvent): Promise<number> {
    const { failure, sent, transient } = failed;
    const error = this.#error(failure.refusedDocument ? await this.#explained(failure) : failure);
    event.error = summaryOf(error);
    this.#earlier = { failure, error };
    const harmless = failure.outcome === 'rejected' || this.#input.operation.kind === 'query';
    if (failure.code === 'unauthenticated' && harmless && (await this.#hasAnotherKey())) {
      event.retryInMs = 0;
      return 0;
    }
    const delayMs = retryDelayMs(
      { sent, transient, retryAfterMs: failure.retryAfterMs },
      {
        kind: this.#input.operation.kind,
        attempts: this.#retries + 1,
        maxRetries: this.#input.maxRetries,
        remainingMs: this.#deadline.remainingMs(),
        random: this.#shared.world.random(),
      },
    );
    if (delayMs === undefined) throw error;
    const cost = failure.code === 'timeout' ? SLOW_RETRY_COST : RETRY_COST;
    if (!this.#shared.budget.take(cost)) {
      throw this.#error({
        ...failure,
        notRetried: 'It was not tried again: the retry budget of this client is spent.',
      });
    }
    this.#spent = cost;
    this.#retries++;
    event.retryInMs = delayMs;
    return delayMs;
  }

  /** The failure, with what the watcher finds out about it while there is time. */
  async #explained(failure: Failure): Promise<Failure> {
    const drift = await this.#deadline.race(this.#watch({ errors: failure.answer?.errors })).catch(() => undefined);
    return drift ? { ...failure, drift, advice: drift.message } : failure;
  }

  /** Whether the service refused a key that has been replaced meanwhile: then the next attempt uses the new one. */
  async #hasAnotherKey(): Promise<boolean> {
    const { key: refused } = this.#state;
    if (this.#rekeyed || !refused) return false;
    this.#rekeyed = true;
    const { key: source, attemptTimeoutMs } = this.#shared.settings;
    const bound = this.#deadline.within(attemptTimeoutMs);
    try {
      const asked = source(refused);
      const key = asked instanceof Promise ? await bound.race(asked) : asked;
      if (!key || key.equals(refused)) return false;
      this.#state.nextKey = key;
      return true;
    } catch (thrown) {
      if (thrown instanceof DeadlineEnded && thrown.why === 'aborted') throw thrown;
      // That the service refused the key says more than that no other was to be had.
      return false;
    } finally {
      if (bound !== this.#deadline) bound.dispose();
    }
  }

  /** Shows the watcher what a call brought. Rejects with what the watcher throws. */
  async #watch(seen: Pick<WatchedCall, 'data' | 'errors'>): Promise<ObservedDrift | undefined> {
    const { settings, world } = this.#shared;
    const { redactor } = settings.keeper;
    const { document } = this.#input;
    const now = world.clock.now();
    return settings.watch?.({ ...seen, event: this.#event, document, now, redactor, ask: (text) => this.#ask(text) });
  }

  /** Sends what the watcher asks about the live schema: whatever `access` allows, and with no key at hand. */
  async #ask(document: string): Promise<unknown> {
    const { settings, world } = this.#shared;
    const ask = createCall({ ...settings, checkAccess() {}, key: () => undefined, watch: undefined }, world);
    const operation = readOperation(document);
    const answer = await ask({ ...ASKING, document, operation });
    return answer.data;
  }

  #answer({ answer, meta, error }: AnsweredTry): CallAnswer {
    const { data, errors, extensions } = answer;
    if (this.#shared.settings.watch) this.#watch({ data }).catch(() => {});
    const { redactor } = this.#shared.settings.keeper;
    return {
      data,
      ...(errors?.length && { errors: redactor.json(errors) as typeof errors }),
      ...(error && { error: () => this.#error(error()) }),
      ...(extensions && { extensions: redactor.json(extensions) as typeof extensions }),
      meta: { attempts: this.#state.attempts, durationMs: this.#sinceStart(), ...meta },
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

  #sinceStart(): number {
    return this.#shared.world.clock.now() - this.#startedAt;
  }

  #log(level: 'debug' | 'info' | 'warn' | 'error', line: () => string, event: CallEvent | AttemptEvent): void {
    log(this.#shared.world.logger, level, line, event);
  }

  #line(what: string): string {
    return `${titleOf(this.#input.operation)}: ${what}`;
  }
}
