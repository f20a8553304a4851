import type { OperationKind } from '../../base/typed-operation.ts';

/** How an attempt ended, as far as trying again is concerned. */
export interface FailedAttempt {
  /** Whether a mutation, too, may go out again: nothing leaves a doubt that it was not executed. */
  readonly harmless?: boolean;
  /** Whether the failure is of a passing nature: no answer, an answer cut short, a status or a code that says "later". */
  readonly transient?: boolean;
  /** Whether no connection was established: the service saw nothing of it. */
  readonly unseen?: boolean;
  /** The wait that the answer's `Retry-After` asked for, in milliseconds. */
  readonly retryAfterMs?: number | undefined;
}

/** The facts beside the failure that decide. */
export interface RetryState {
  /** Undefined where the kind is unknown: the operation then counts as a mutation. */
  readonly kind?: OperationKind | undefined;
  /** Failures so far, this one included. */
  readonly failures: number;
  /** Those of them that the service may have seen. */
  readonly seen: number;
  readonly maxRetries: number;
  /** Milliseconds since the call began. */
  readonly elapsedMs: number;
  /** Milliseconds left until the call's deadline. */
  readonly remainingMs: number;
  /** A random number in [0, 1). */
  readonly random: number;
}

const BASE_DELAY_MS = 500;
const MAX_DELAY_MS = 8_000;
/** How long a service that cannot be connected to is tried on, however small `maxRetries` is; a restart takes seconds. */
const PATIENCE_MS = 5_000;

/**
 * How many milliseconds to wait before this failure of this kind of operation is tried again. Undefined where it is not: for
 * good, or because there were enough attempts, or the wait would outlast the deadline. Pure.
 */
export function retryDelayMs(failure: FailedAttempt, state: RetryState): number | undefined {
  const { failures, seen, maxRetries, elapsedMs, remainingMs } = state;
  const delayMs = failure.retryAfterMs ?? backoffMs(failures, state.random);
  const patienceMs = Math.min(PATIENCE_MS, (elapsedMs + remainingMs) / 2);
  const isPatient = failure.unseen && maxRetries > 0 && elapsedMs + delayMs <= patienceMs;
  const isLeft = isPatient || (failure.unseen ? failures : seen) <= maxRetries;
  return mayRepeat(failure, state.kind) && isLeft && delayMs < remainingMs ? delayMs : undefined;
}

function mayRepeat({ transient, harmless }: FailedAttempt, kind: OperationKind | undefined): boolean | undefined {
  return transient && (kind === 'query' || harmless);
}

/** Equal jitter: in the upper half of an exponentially growing ceiling, so that a fleet does not return in step, nor at once. */
export function backoffMs(failures: number, random: number): number {
  return Math.floor(((1 + random) / 2) * Math.min(MAX_DELAY_MS, BASE_DELAY_MS * 2 ** (failures - 1)));
}
