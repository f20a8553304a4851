import { isControlApiError, misconfigured } from '../errors.ts';
import type { Failure } from './judge/failure.ts';
import { retryDelayMs } from './judge/retry.ts';
import { RETRY_COST, type RetryBudget, SLOW_RETRY_COST, UNSEEN_RETRY_COST } from './judge/retry-budget.ts';
import type { CallServices, CallSettings } from './options/call-settings.ts';
import { askKey } from './send/ask-key.ts';
import type { CallState } from './send/attempt.ts';
import { DeadlineEnded } from './services/deadline.ts';

/**
 * How many milliseconds to wait before the next attempt of a call; or that there is none, and why, where that is not plain.
 *
 * @param budget - what the retries of all calls of the client share.
 */
export async function nextAttempt(
  { code, outcome, retryAfterMs, transient = false, harmless = false, died = false }: Failure,
  call: CallState,
  settings: CallSettings,
  { random }: CallServices,
  budget: RetryBudget,
): Promise<number | Pick<Failure, 'notRetried' | 'cause'>> {
  const { deadline, maxRetries } = call;
  const { kind } = call.operation;
  const mayRepeat = harmless || kind === 'query';
  if (code === 'unauthenticated' && mayRepeat && (await hasAnotherKey(call, settings))) return 0;
  const unseen = code === 'network' && outcome === 'not-sent';
  call.died = died;
  call.failures++;
  if (!unseen) call.seen++;
  const { failures, seen, unread } = call;
  const [elapsedMs, remainingMs] = [deadline.elapsedMs(), deadline.remainingMs()];
  const delayMs = retryDelayMs(
    { transient, harmless, unseen, retryAfterMs: died ? 0 : retryAfterMs },
    { kind, failures, seen, maxRetries, elapsedMs, remainingMs, random: random() },
  );
  if (delayMs === undefined)
    return unread ? { notRetried: `The key could not be read again: ${unread.message}`, cause: unread } : {};
  const cost = unseen || died ? UNSEEN_RETRY_COST : code === 'timeout' ? SLOW_RETRY_COST : RETRY_COST;
  if (!budget.take(cost)) return { notRetried: 'It was not tried again: the retry budget of this client is spent.' };
  call.spent = cost;
  return delayMs;
}

/** Whether the service refused a key that has been replaced meanwhile: then the next attempt uses the new one. Asked once a call. */
async function hasAnotherKey(call: CallState, settings: CallSettings): Promise<boolean> {
  const { key: refused, deadline } = call;
  if (call.isRekeyed || !refused) return false;
  call.isRekeyed = true;
  const bound = deadline.within(settings.attemptTimeoutMs);
  try {
    const key = await askKey(settings.key, bound, refused);
    if (!key || key.equals(refused)) return false;
    call.nextKey = key;
    return true;
  } catch (thrown) {
    if (thrown instanceof DeadlineEnded && thrown.why === 'aborted') throw thrown;
    // That the service refused the key says more than that no other was to be had, which is said beside it.
    call.unread = isControlApiError(thrown) ? thrown : misconfigured('It did not arrive in time.');
    return false;
  } finally {
    if (bound !== deadline) bound.dispose();
  }
}
