import type { Outcome } from '../errors.ts';
import type { ApiKey } from '../key/api-key.ts';
import type { CallInput } from './call-types.ts';
import type { CallEvent } from './events/telemetry.ts';
import type { Exchange } from './exchange/exchange.ts';
import type { Judge } from './judge/evidence.ts';
import type { EarlierFailure } from './judge/failure.ts';
import type { RetryBudget } from './judge/retry-budget.ts';
import type { CallServices, CallSettings } from './options/call-settings.ts';
import { Deadline } from './time/deadline.ts';

/** The parts that the calls of one client share. */
export interface CallParts {
  readonly settings: CallSettings;
  readonly services: CallServices;
  readonly exchange: Exchange;
  readonly judge: Judge;
  readonly budget: RetryBudget;
  /** A name for the next call that somebody observes. */
  readonly nextId: () => string;
}

/** One call, as far as it has come. */
export class CallState {
  readonly parts: CallParts;
  readonly input: CallInput;
  readonly event: CallEvent;
  readonly deadline: Deadline;
  /** The body of its requests, the same to the byte however often it is sent. */
  body = '';
  /** Attempts that were begun: the key was at hand, and there was room. */
  attempts = 0;
  /** The worst that any of them may have done. */
  outcome: Outcome = 'not-sent';
  /** Attempts that failed, and those of them that the service may have seen. */
  failures = 0;
  seen = 0;
  earlier: EarlierFailure | undefined;
  /** The key of the last attempt. */
  key: ApiKey | undefined;
  /** The key for the next one, where the service refused one that has been replaced. */
  nextKey: ApiKey | undefined;
  /** Whether it was looked whether a refused key has been replaced. */
  isRekeyed = false;
  /** The price of the last retry, to be given back where it helped. */
  spent = 0;

  constructor(parts: CallParts, input: CallInput, event: CallEvent) {
    this.parts = parts;
    this.input = input;
    this.event = event;
    this.deadline = new Deadline(parts.services.clock, input.timeoutMs, input.signal);
  }
}
