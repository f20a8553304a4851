import type { ObservedDrift } from '../../base/observed-drift.ts';
import type { OperationKind } from '../../base/typed-operation.ts';
import { addHidden, type ControlApiError, type GraphQLFormattedError, type ReadHeader } from '../../errors.ts';
import type { Clock } from '../../transport/clock.ts';
import { builtin } from '../../transport/node-builtin.ts';
import { titleOf } from '../document/access.ts';
import type { Operation } from '../document/read-operation.ts';
import type { Evidence } from '../judge/evidence.ts';

/** The levels of log lines, from the most detailed. */
export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

/** The receiver of log lines; `console` and winston fit as they are. A method that throws or rejects is ignored. */
export type Logger = { readonly [Level in LogLevel]?: (message: string, fields: CallEvent | AttemptEvent) => void };

/** The reported part of a failure: never the server's words, the key, variables or a body. */
type FailureSummary = Pick<ControlApiError, 'name' | 'code' | 'outcome' | 'message'>;

function summaryOf({ name, code, outcome, message }: ControlApiError): FailureSummary {
  return { name, code, outcome, message };
}

/** A call for subscribers of `tracing:control-api-sdk.call:*`: one object from start to end, filled as the call goes. */
export interface CallEvent {
  /** The id of a call, the same in all of its events and log lines; unique in the process. */
  readonly callId: string;
  /** The origin of the service, e.g. `https://api.example.com`; undefined while a `baseUrl` function has not returned yet. */
  readonly origin: string | undefined;
  /** The name of the operation; undefined for an anonymous operation. */
  readonly operationName: string | undefined;
  /** The kind of the operation; undefined if the document cannot be read. */
  readonly operationKind: OperationKind | undefined;
  /** The number of requested nodes, if the call reads a page. */
  pageSize?: number;
  /** The number of attempts; set at the end of the call. */
  attempts?: number;
  /** The duration in milliseconds; set at the end. */
  durationMs?: number;
  /** The failure; absent without one. */
  error?: FailureSummary;
}

/** An attempt of a call for subscribers of `tracing:control-api-sdk.attempt:*`, with the facts of the call. */
export interface AttemptEvent extends Omit<CallEvent, 'attempts'> {
  /** The number of the attempt, from 1. */
  readonly attempt: number;
  /** The HTTP status of the answer; absent without an answer. */
  status?: number;
  /** The size of the answer after decompression, in bytes. */
  bytes?: number;
  /** Reads a header of the answer, scrubbed of keys; never `set-cookie`. Absent without an answer. */
  readonly header?: ReadHeader;
  /** The wait before the next attempt, in milliseconds; absent without a next attempt. */
  retryInMs?: number;
}

const NO_LOGGER: Logger = {};

export const LEVELS: readonly LogLevel[] = ['debug', 'info', 'warn', 'error'];

const diagnostics = builtin('node:diagnostics_channel');
const channels = diagnostics && {
  call: diagnostics.tracingChannel<CallEvent, CallEvent>('control-api-sdk.call'),
  attempt: diagnostics.tracingChannel<AttemptEvent, AttemptEvent>('control-api-sdk.attempt'),
};

/** Node's own `tracePromise` would publish the result, which is the caller's data. */
function traced<Event extends CallEvent | AttemptEvent, T>(
  channel: 'call' | 'attempt',
  event: Event,
  work: () => Promise<T>,
): Promise<T> {
  const tracing = channels?.[channel];
  if (!tracing?.hasSubscribers) return work();
  const finish = () => {
    if (event.error) tracing.error.publish(event);
    tracing.asyncStart.publish(event);
    tracing.asyncEnd.publish(event);
  };
  const working = tracing.start.runStores(event as never, () => {
    const begun = work();
    tracing.end.publish(event);
    return begun;
  });
  return working.finally(finish);
}

/** Writes one line. A failing logger never fails the call. */
export function log(logger: Logger, level: LogLevel, message: () => string, fields: CallEvent | AttemptEvent): void {
  (async () => logger[level]?.(message(), { ...fields }))().catch(() => {});
}

export function chooseLogger(logger: Logger | undefined, level: LogLevel | undefined): Logger {
  if (logger || !level) return logger ?? NO_LOGGER;
  const write = (name: LogLevel) => (message: string) => console.error(`control-api-sdk ${name}: ${message}`);
  return Object.fromEntries(LEVELS.slice(LEVELS.indexOf(level)).map((name) => [name, write(name)]));
}

export interface AttemptObserver {
  answered(read: () => Evidence, bytes?: number): void;
  ended(): void;
  failed(error: () => ControlApiError): void;
  retried(retryInMs: number): void;
}

/** Functions give what is costly to make: mostly nobody listens. */
export interface Observer {
  call<T>(work: () => Promise<T>): Promise<T>;
  attempt<T>(number: number, work: (attempt: AttemptObserver) => Promise<T>, pageSize?: number): Promise<T>;
  ended(attempts: number, error?: () => ControlApiError): void;
  watch(seen: Pick<WatchedCall, 'data' | 'errors'>): Promise<ObservedDrift | undefined>;
}

/** Shared, since a waiting call would hold its own. */
const SILENT_ATTEMPT: AttemptObserver = { answered() {}, ended() {}, failed() {}, retried() {} };

const SILENT: Observer = {
  call: (work) => work(),
  attempt: (_number, work) => work(SILENT_ATTEMPT),
  ended() {},
  watch: async () => undefined,
};

interface Listeners extends Pick<WatchedCall, 'ask' | 'document' | 'redactor'> {
  readonly logger: Logger;
  readonly clock: Clock;
  readonly watch: CallWatcher | undefined;
}

export function observe(
  { logger, clock, watch, ...watched }: Listeners,
  operation: Operation,
  eventOf: () => CallEvent,
): Observer {
  const isHeard = channels?.call.hasSubscribers || channels?.attempt.hasSubscribers;
  if (!watch && !isHeard && logger === NO_LOGGER) return SILENT;
  const event = eventOf();
  const title = titleOf(operation);
  const begun = clock.now();
  return {
    call: (work) => traced('call', event, work),
    attempt: (number, work, pageSize) => {
      if (pageSize !== undefined) event.pageSize = pageSize;
      const attempt: AttemptEvent = { ...event, attempt: number };
      const attemptBegun = clock.now();
      const say = (level: 'debug' | 'warn', what: string) =>
        log(logger, level, () => `${title}: attempt ${number}${what}`, attempt);
      return traced('attempt', attempt, () =>
        work({
          answered(read, bytes) {
            const { status, header } = read();
            addHidden(attempt, { header });
            if (bytes !== undefined) Object.assign(attempt, { status, bytes });
          },
          ended() {
            attempt.durationMs = clock.now() - attemptBegun;
            say('debug', `, status ${attempt.status ?? 'none'}`);
          },
          failed(error) {
            attempt.error = summaryOf(error());
          },
          retried(retryInMs) {
            attempt.retryInMs = retryInMs;
            say('warn', ` failed, the next in ${retryInMs} ms`);
          },
        }),
      );
    },
    ended(attempts, toError) {
      const error = toError?.();
      Object.assign(event, { attempts, durationMs: clock.now() - begun });
      if (error) event.error = summaryOf(error);
      log(logger, error ? 'error' : 'info', () => error?.message ?? `${title}: answered`, event);
    },
    watch: async (seen) => watch?.({ ...watched, ...seen, event, now: clock.now() }),
  };
}

/** A call for a watcher: its data, or the errors by which the service refused its document. */
export interface WatchedCall {
  /** The event of the call, as on the diagnostics channel. */
  readonly event: CallEvent;
  /** The document that `request` got; a generated operation may have an `origin`. */
  readonly document: unknown;
  /** The data of the answer, which belong to the caller: a watcher never changes or keeps them. */
  readonly data?: unknown;
  /** The errors of a refusal, in the server's words, which may hold anything. */
  readonly errors?: readonly GraphQLFormattedError[] | undefined;
  /** The time in milliseconds, on a clock that never runs backwards. */
  readonly now: number;
  /** A function that takes every key of the client out of a text. */
  readonly redactor: { text(text: string): string };
  /** Sends an introspection query as the client sends calls, but without a key; resolves to its data. */
  readonly ask: (document: string) => Promise<unknown>;
}

/** A watcher of calls, made by `watchDrift`. Its report on a refusal becomes `error.drift`. */
export type CallWatcher = (call: WatchedCall) => Promise<ObservedDrift | undefined> | undefined;
