import { RETRY_COST, SLOW_RETRY_COST, UNSEEN_RETRY_COST } from '../transport/shared-limits.ts';
import type { Operation } from './document/read-operation.ts';
import type { Failure } from './judge/failure.ts';

export interface Course {
  readonly operation: Pick<Operation, 'kind'>;
  readonly maxRetries: number;
  /** Failed attempts, and those of them that the service may have seen. */
  readonly failures: number;
  readonly seen: number;
  readonly elapsedMs: number;
  readonly remainingMs: number;
}

export interface Retry {
  readonly retryInMs: number;
}

export type Next = (Retry & { readonly cost: number }) | { readonly giveUp: Failure };

const BASE_DELAY_MS = 500;
const MAX_DELAY_MS = 8_000;
/** How long to retry a service that refuses connections, whatever `maxRetries` is; a restart takes seconds. */
const PATIENCE_MS = 5_000;

export function nextAttempt(failure: Failure, course: Course, random: number): Next {
  const { failures, seen, maxRetries, elapsedMs, remainingMs } = course;
  const { code, died, transient, evidence } = failure;
  const retryInMs = died ? 0 : (evidence?.retryAfterMs ?? backoffMs(failures, random));
  const patienceMs = Math.min(PATIENCE_MS, (elapsedMs + remainingMs) / 2);
  const unseen = neverLeft(failure);
  const isPatient = unseen && maxRetries > 0 && elapsedMs + retryInMs <= patienceMs;
  const isLeft = isPatient || (unseen ? failures : seen) <= maxRetries;
  if (!transient || !mayRepeat(failure, course) || !isLeft || retryInMs >= remainingMs) return { giveUp: failure };
  return { retryInMs, cost: unseen || died ? UNSEEN_RETRY_COST : code === 'timeout' ? SLOW_RETRY_COST : RETRY_COST };
}

export const neverLeft = ({ code, outcome }: Failure): boolean => code === 'network' && outcome === 'not-sent';

/** Whether the operation may be sent again: a mutation only if it was certainly not executed. */
export function mayRepeat({ harmless }: Failure, { operation }: Pick<Course, 'operation'>): boolean {
  return operation.kind === 'query' || harmless === true;
}

/** Equal jitter in the upper half of an exponential ceiling, so that a fleet returns neither in step nor at once. */
export function backoffMs(failures: number, random: number): number {
  return Math.floor(((1 + random) / 2) * Math.min(MAX_DELAY_MS, BASE_DELAY_MS * 2 ** (failures - 1)));
}
