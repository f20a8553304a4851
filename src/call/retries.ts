import { ConfigurationError } from '../error-classes.ts';
import { type ControlApiError, isControlApiError } from '../errors.ts';
import type { Operation } from './document/read-operation.ts';
import type { Failure } from './judge/failure.ts';
import { retryDelayMs } from './judge/retry.ts';
import { RETRY_COST, type RetryBudget, SLOW_RETRY_COST, UNSEEN_RETRY_COST } from './judge/retry-budget.ts';
import type { CallServices, CallSettings } from './options/call-settings.ts';
import { askKey } from './send/ask-key.ts';
import type { CallState, FailedTry } from './send/attempt.ts';
import { type Deadline, DeadlineEnded } from './services/deadline.ts';

/** The settings of all calls of a client. */
interface Shared {
  readonly settings: CallSettings;
  readonly services: CallServices;
  readonly budget: RetryBudget;
}

/** The settings of one call. */
interface Repeated {
  readonly operation: Operation;
  readonly maxRetries: number;
}

/** The repetitions of one call. */
export interface Retries {
  /** How many milliseconds to wait before the next attempt; or that there is none, and why, where that is not plain. */
  after(failed: FailedTry): Promise<number | Pick<Failure, 'notRetried' | 'cause'>>;
}

/** Made once an attempt failed. */
export function createRetries(
  { settings, services, budget }: Shared,
  { operation: { kind }, maxRetries }: Repeated,
  deadline: Deadline,
  state: CallState,
): Retries {
  let [failures, seen] = [0, 0];
  let rekeyed = false;
  let unread: ControlApiError | undefined;

  /** Whether the service refused a key that has been replaced meanwhile: then the next attempt uses the new one. Asked once a call. */
  async function hasAnotherKey(): Promise<boolean> {
    const { key: refused } = state;
    if (rekeyed || !refused) return false;
    rekeyed = true;
    const bound = deadline.within(settings.attemptTimeoutMs);
    try {
      const key = await askKey(settings.key, bound, refused);
      if (!key || key.equals(refused)) return false;
      state.nextKey = key;
      return true;
    } catch (thrown) {
      if (thrown instanceof DeadlineEnded && thrown.why === 'aborted') throw thrown;
      // That the service refused the key says more than that no other was to be had, which is said beside it.
      unread = isControlApiError(thrown) ? thrown : new ConfigurationError('It did not arrive in time.');
      return false;
    } finally {
      if (bound !== deadline) bound.dispose();
    }
  }

  return {
    async after({ failure: { code, outcome, retryAfterMs }, transient }) {
      const harmless = outcome === 'rejected' || kind === 'query';
      if (code === 'unauthenticated' && harmless && (await hasAnotherKey())) return 0;
      const unseen = code === 'network' && outcome === 'not-sent';
      failures++;
      if (!unseen) seen++;
      const [elapsedMs, remainingMs] = [deadline.elapsedMs(), deadline.remainingMs()];
      const delayMs = retryDelayMs(
        { outcome, transient, unseen, retryAfterMs },
        { kind, failures, seen, maxRetries, elapsedMs, remainingMs, random: services.random() },
      );
      if (delayMs === undefined)
        return unread ? { notRetried: `The key could not be read again: ${unread.message}`, cause: unread } : {};
      const cost = unseen ? UNSEEN_RETRY_COST : code === 'timeout' ? SLOW_RETRY_COST : RETRY_COST;
      if (!budget.take(cost))
        return { notRetried: 'It was not tried again: the retry budget of this client is spent.' };
      state.spent = cost;
      return delayMs;
    },
  };
}
