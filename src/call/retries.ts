import { askKey } from './ask-key.ts';
import type { CallState, FailedTry } from './attempt.ts';
import type { CallSettings } from './call-settings.ts';
import { type Deadline, DeadlineEnded } from './deadline.ts';
import type { Operation } from './read-operation.ts';
import { retryDelayMs } from './retry.ts';
import { RETRY_COST, type RetryBudget, SLOW_RETRY_COST } from './retry-budget.ts';

/** What decides whether a failed attempt is followed by another. */
export interface RetriesInput {
  readonly settings: CallSettings;
  readonly budget: RetryBudget;
  readonly random: () => number;
  readonly operation: Operation;
  readonly maxRetries: number;
  readonly deadline: Deadline;
  readonly state: CallState;
}

/** There is no other attempt. */
export interface NotRetried {
  /** Why, where that is not plain. */
  readonly notRetried?: string;
}

/** The repetitions of one call, made once an attempt of it failed. */
export class Retries {
  readonly #input: RetriesInput;
  #count = 0;
  /** What the last one cost; given back when it helps. */
  spent = 0;
  /** Whether a refused key was replaced by another: that is done once a call. */
  #rekeyed = false;

  constructor(input: RetriesInput) {
    this.#input = input;
  }

  /** How many milliseconds to wait before the next attempt. */
  async after({ failure, sent, transient }: FailedTry): Promise<number | NotRetried> {
    const { budget, random, operation, maxRetries, deadline } = this.#input;
    const harmless = failure.outcome === 'rejected' || operation.kind === 'query';
    if (failure.code === 'unauthenticated' && harmless && (await this.#hasAnotherKey())) return 0;
    const delayMs = retryDelayMs(
      { sent, transient, retryAfterMs: failure.retryAfterMs },
      {
        kind: operation.kind,
        attempts: this.#count + 1,
        maxRetries,
        remainingMs: deadline.remainingMs(),
        random: random(),
      },
    );
    if (delayMs === undefined) return {};
    const cost = failure.code === 'timeout' ? SLOW_RETRY_COST : RETRY_COST;
    if (!budget.take(cost)) {
      return {
        notRetried: 'It was not tried again: the retry budget of this client is spent.',
      };
    }
    this.spent = cost;
    this.#count++;
    return delayMs;
  }

  /** Whether the service refused a key that has been replaced meanwhile: then the next attempt uses the new one. */
  async #hasAnotherKey(): Promise<boolean> {
    const { settings, state, deadline } = this.#input;
    const { key: refused } = state;
    if (this.#rekeyed || !refused) return false;
    this.#rekeyed = true;
    const bound = deadline.within(settings.attemptTimeoutMs);
    try {
      const key = await askKey(settings.key, bound, refused);
      if (!key || key.equals(refused)) return false;
      state.nextKey = key;
      return true;
    } catch (thrown) {
      if (thrown instanceof DeadlineEnded && thrown.why === 'aborted') throw thrown;
      // That the service refused the key says more than that no other was to be had.
      return false;
    } finally {
      if (bound !== deadline) bound.dispose();
    }
  }
}
