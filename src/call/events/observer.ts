import { hide } from '../../base/hide.ts';
import type { ControlApiError } from '../../errors.ts';
import type { Clock } from '../../transport/clock.ts';
import type { Evidence } from '../judge/evidence.ts';
import { type AttemptEvent, type CallEvent, isObserved, type Logger, log, summaryOf, traced } from './telemetry.ts';

/** Reports one attempt. */
export interface AttemptObserver {
  /** An answer, or the head of one, has come. */
  answered(evidence: Evidence, bytes?: number): void;
  /** The attempt is over, and judged. */
  ended(): void;
  /** The attempt failed. */
  failed(error: ControlApiError): void;
  /** There is another attempt after this one. */
  retried(retryInMs: number): void;
}

/** Reports one call, by events and log lines. */
export interface Observer {
  /** Whether anybody sees it: what costs something is made for the reports alone. */
  readonly isOn: boolean;
  readonly event: CallEvent;
  call<T>(work: () => Promise<T>): Promise<T>;
  attempt<T>(number: number, work: (attempt: AttemptObserver) => Promise<T>): Promise<T>;
  ended(attempts: number, error: ControlApiError | undefined): void;
}

const SILENT_ATTEMPT: AttemptObserver = { answered() {}, ended() {}, failed() {}, retried() {} };

/** The observer of a call that nobody observes. */
const SILENT: Observer = {
  isOn: false,
  event: { callId: '', origin: undefined, operationName: undefined, operationKind: undefined },
  call: (work) => work(),
  attempt: (_number, work) => work(SILENT_ATTEMPT),
  ended() {},
};

/**
 * The observer of a call that begins now.
 *
 * @param isWatched - whether a watcher gets the call's event.
 * @param title - how log lines name the operation.
 */
export function observe(
  { logger, clock }: { readonly logger: Logger; readonly clock: Clock },
  isWatched: boolean,
  title: () => string,
  eventOf: () => CallEvent,
): Observer {
  if (!isWatched && !isObserved(logger)) return SILENT;
  const event = eventOf();
  const begun = clock.now();
  return {
    isOn: true,
    event,
    call: (work) => traced('call', event, work),
    attempt: (number, work) => {
      const attempt: AttemptEvent = { ...event, attempt: number };
      const attemptBegun = clock.now();
      const say = (level: 'debug' | 'warn', what: string) =>
        log(logger, level, () => `${title()}: attempt ${number}${what}`, attempt);
      return traced('attempt', attempt, () =>
        work({
          answered({ status, header }, bytes) {
            hide(attempt, { header });
            if (bytes !== undefined) Object.assign(attempt, { status, bytes });
          },
          ended() {
            attempt.durationMs = clock.now() - attemptBegun;
            say('debug', `, status ${attempt.status ?? 'none'}`);
          },
          failed(error) {
            attempt.error = summaryOf(error);
          },
          retried(retryInMs) {
            attempt.retryInMs = retryInMs;
            say('warn', ` failed, the next in ${retryInMs} ms`);
          },
        }),
      );
    },
    ended(attempts, error) {
      Object.assign(event, { attempts, durationMs: clock.now() - begun });
      if (error) event.error = summaryOf(error);
      log(logger, error ? 'error' : 'info', () => error?.message ?? `${title()}: answered`, event);
    },
  };
}
