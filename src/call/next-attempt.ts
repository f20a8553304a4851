import { type ControlApiError, isControlApiError, misconfigured } from '../errors.ts';
import type { AttemptedCall } from './attempted-call.ts';
import type { Failure } from './judge/failure.ts';
import { RETRY_COST, SLOW_RETRY_COST, UNSEEN_RETRY_COST } from './judge/retry-budget.ts';
import { DeadlineEnded } from './time/deadline.ts';

/** The course of a call, as far as a retry depends on it. */
interface Course extends Pick<AttemptedCall, 'deadline' | 'failures' | 'seen'> {
  readonly input: Pick<AttemptedCall['input'], 'operation' | 'maxRetries'>;
}

/**
 * Decides after each failure of a call whether there is another attempt.
 *
 * @returns how many milliseconds to wait before it; or the failure where there is none, with the reason where that is not plain.
 */
export async function nextAttempt(call: AttemptedCall, failure: Failure): Promise<number | Failure> {
  const { parts } = call;
  const { code, died } = failure;
  call.nextKey = undefined;
  const unread = code === 'unauthenticated' && mayRepeat(failure, call) ? await askAgain(call) : undefined;
  if (call.nextKey) return 0;
  call.failures++;
  if (!isUnseen(failure)) call.seen++;
  const delayMs = retryDelayMs(failure, call, parts.services.random());
  if (delayMs === undefined)
    return unread
      ? { ...failure, notRetried: `The key could not be read again: ${unread.message}`, cause: unread }
      : failure;
  const cost = isUnseen(failure) || died ? UNSEEN_RETRY_COST : code === 'timeout' ? SLOW_RETRY_COST : RETRY_COST;
  if (!parts.budget.take(cost, code === 'rate_limited'))
    return { ...failure, notRetried: 'It was not tried again: the retry budget is spent.' };
  call.spent = cost;
  return delayMs;
}

/** Whether no connection was established: the service saw nothing of it. */
const isUnseen = ({ code, outcome }: Failure): boolean => code === 'network' && outcome === 'not-sent';

function mayRepeat({ harmless }: Failure, { input }: Course): boolean | undefined {
  return input.operation.kind === 'query' || harmless;
}

/** Looks, once a call, whether a refused key has been replaced. Returns why that could not be read. */
async function askAgain(call: AttemptedCall): Promise<ControlApiError | undefined> {
  const { parts, deadline, key: refused } = call;
  if (call.isRekeyed || !refused) return undefined;
  call.isRekeyed = true;
  const bound = deadline.within(parts.settings.attemptTimeoutMs);
  try {
    const key = await bound.race(Promise.resolve(parts.settings.key(refused)));
    if (!key?.equals(refused)) call.nextKey = key;
    return undefined;
  } catch (thrown) {
    if (thrown instanceof DeadlineEnded && thrown.why === 'aborted') throw thrown;
    // That the service refused the key says more than that no other was to be had, which is said beside it.
    return isControlApiError(thrown) ? thrown : misconfigured('It did not arrive in time.');
  } finally {
    if (bound !== deadline) bound.dispose();
  }
}

const BASE_DELAY_MS = 500;
const MAX_DELAY_MS = 8_000;
/** How long a service that cannot be connected to is tried on, however small `maxRetries` is; a restart takes seconds. */
const PATIENCE_MS = 5_000;

/**
 * How many milliseconds to wait before the call is tried again after this failure. Undefined where it is not: for good, or
 * because there were enough attempts, or the wait would outlast the deadline.
 *
 * @param random - a number in [0, 1).
 */
export function retryDelayMs(failure: Failure, call: Course, random: number): number | undefined {
  const { failures, seen, deadline } = call;
  const { maxRetries } = call.input;
  const [elapsedMs, remainingMs] = [deadline.elapsedMs(), deadline.remainingMs()];
  const delayMs = failure.died ? 0 : (failure.evidence?.retryAfterMs ?? backoffMs(failures, random));
  const patienceMs = Math.min(PATIENCE_MS, (elapsedMs + remainingMs) / 2);
  const unseen = isUnseen(failure);
  const isPatient = unseen && maxRetries > 0 && elapsedMs + delayMs <= patienceMs;
  const isLeft = isPatient || (unseen ? failures : seen) <= maxRetries;
  return failure.transient && mayRepeat(failure, call) && isLeft && delayMs < remainingMs ? delayMs : undefined;
}

/** Equal jitter: in the upper half of an exponentially growing ceiling, so that a fleet does not return in step, nor at once. */
export function backoffMs(failures: number, random: number): number {
  return Math.floor(((1 + random) / 2) * Math.min(MAX_DELAY_MS, BASE_DELAY_MS * 2 ** (failures - 1)));
}
