import { type ControlApiError, isControlApiError, misconfigured } from '../errors.ts';
import type { ApiKey } from '../key/api-key.ts';
import type { CallInput } from './call-types.ts';
import type { Failure } from './judge/failure.ts';
import { RETRY_COST, type RetryBudget, SLOW_RETRY_COST, UNSEEN_RETRY_COST } from './judge/retry-budget.ts';
import { retryDelayMs } from './judge/retry-delay.ts';
import type { CallServices, CallSettings } from './options/call-settings.ts';
import { type Deadline, DeadlineEnded } from './time/deadline.ts';

/** The parts of a client that decide about retries. */
export interface RetryParts {
  readonly settings: CallSettings;
  readonly services: CallServices;
  /** The retries that all calls of the client share. */
  readonly budget: RetryBudget;
}

/** The call that is tried again. */
export interface RetriedCall {
  readonly input: CallInput;
  readonly deadline: Deadline;
}

/** Decides after each failure of a call whether there is another attempt, and when. */
export class NextAttempt {
  /** The key for it, where the service refused one that has been replaced. */
  key: ApiKey | undefined;
  /** The price of the last retry, to be given back where it helped. */
  spent = 0;
  readonly #parts: RetryParts;
  readonly #call: RetriedCall;
  #failures = 0;
  /** Those of them that the service may have seen. */
  #seen = 0;
  #isRekeyed = false;

  constructor(parts: RetryParts, call: RetriedCall) {
    this.#parts = parts;
    this.#call = call;
  }

  /**
   * How many milliseconds to wait before it; or that there is none, and why, where that is not plain.
   *
   * @param refused - the key of the attempt that failed.
   */
  async after(failure: Failure, refused: ApiKey | undefined): Promise<number | Pick<Failure, 'notRetried' | 'cause'>> {
    const { code, outcome, retryAfterMs, harmless, died } = failure;
    const { services, budget } = this.#parts;
    const { input, deadline } = this.#call;
    const { kind } = input.operation;
    this.key = undefined;
    const mayRepeat = harmless || kind === 'query';
    const unread = code === 'unauthenticated' && mayRepeat ? await this.#askAgain(refused) : undefined;
    if (this.key) return 0;
    const unseen = code === 'network' && outcome === 'not-sent';
    this.#failures++;
    if (!unseen) this.#seen++;
    const delayMs = retryDelayMs(
      { ...failure, unseen, retryAfterMs: died ? 0 : retryAfterMs },
      {
        kind,
        failures: this.#failures,
        seen: this.#seen,
        maxRetries: input.maxRetries,
        elapsedMs: deadline.elapsedMs(),
        remainingMs: deadline.remainingMs(),
        random: services.random(),
      },
    );
    if (delayMs === undefined)
      return unread ? { notRetried: `The key could not be read again: ${unread.message}`, cause: unread } : {};
    const cost = unseen || died ? UNSEEN_RETRY_COST : code === 'timeout' ? SLOW_RETRY_COST : RETRY_COST;
    if (!budget.take(cost, code === 'rate_limited'))
      return { notRetried: 'It was not tried again: the retry budget is spent.' };
    this.spent = cost;
    return delayMs;
  }

  /** Looks, once a call, whether a refused key has been replaced. Returns why that could not be read. */
  async #askAgain(refused: ApiKey | undefined): Promise<ControlApiError | undefined> {
    if (this.#isRekeyed || !refused) return undefined;
    this.#isRekeyed = true;
    const { settings } = this.#parts;
    const { deadline } = this.#call;
    const bound = deadline.within(settings.attemptTimeoutMs);
    try {
      const key = await bound.race(Promise.resolve(settings.key(refused)));
      if (!key?.equals(refused)) this.key = key;
      return undefined;
    } catch (thrown) {
      if (thrown instanceof DeadlineEnded && thrown.why === 'aborted') throw thrown;
      // That the service refused the key says more than that no other was to be had, which is said beside it.
      return isControlApiError(thrown) ? thrown : misconfigured('It did not arrive in time.');
    } finally {
      if (bound !== deadline) bound.dispose();
    }
  }
}
