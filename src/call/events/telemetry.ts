import type { OperationKind } from '../../base/typed-operation.ts';
import type { ControlApiError, ReadHeader } from '../../errors.ts';
import { builtin } from '../../transport/node-builtin.ts';

/** The levels of log lines, from the most detailed. */
export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

/** The receiver of log lines; `console` and winston fit as they are. A method that throws or rejects is ignored. */
export type Logger = { readonly [Level in LogLevel]?: (message: string, fields: CallEvent | AttemptEvent) => void };

/** The part of a failure that is reported: never the server's words, the key, variables or a body. */
export type FailureSummary = Pick<ControlApiError, 'name' | 'code' | 'outcome' | 'message'>;

/** The summary of an error for events and log lines. */
export function summaryOf({ name, code, outcome, message }: ControlApiError): FailureSummary {
  return { name, code, outcome, message };
}

/** One call, as subscribers of `tracing:control-api-sdk.call:*` see it. The same object from start to end, filled as it goes. */
export interface CallEvent {
  /** One for all events and log lines of a call; unique in its process. */
  readonly callId: string;
  /** The origin of the service, e.g. `https://api.example.com`; undefined while a `baseUrl` function has not returned yet. */
  readonly origin: string | undefined;
  /** The operation's name, where its document has one. */
  readonly operationName: string | undefined;
  /** The operation's kind, where it could be read from the document. */
  readonly operationKind: OperationKind | undefined;
  /** How many attempts were begun; there when the call is over. */
  attempts?: number;
  /** How long it took, in milliseconds; there when it is over. */
  durationMs?: number;
  /** The failure, where there was one. */
  error?: FailureSummary;
}

/** One attempt of a call, as subscribers of `tracing:control-api-sdk.attempt:*` see it, with what the event of its call says. */
export interface AttemptEvent extends Omit<CallEvent, 'attempts'> {
  /** 1 for the first. */
  readonly attempt: number;
  /** The answer's HTTP status, where there was an answer. */
  status?: number;
  /** The answer's size after decompression, in bytes. */
  bytes?: number;
  /** A header of the answer by its name, scrubbed of keys; never `set-cookie`. There where there was an answer. */
  readonly header?: ReadHeader;
  /** How long the SDK waits before the next attempt, in milliseconds, where there is one. */
  retryInMs?: number;
}

const NO_LOGGER: Logger = {};

/** Each level of log lines, from the most detailed. */
export const LEVELS: readonly LogLevel[] = ['debug', 'info', 'warn', 'error'];

const diagnostics = builtin('node:diagnostics_channel');
const channels = diagnostics && {
  call: diagnostics.tracingChannel<CallEvent, CallEvent>('control-api-sdk.call'),
  attempt: diagnostics.tracingChannel<AttemptEvent, AttemptEvent>('control-api-sdk.attempt'),
};

/** Whether anybody sees what is reported of a call that begins now. */
export function isObserved(logger: Logger): boolean {
  return logger !== NO_LOGGER || Boolean(channels?.call.hasSubscribers || channels?.attempt.hasSubscribers);
}

/**
 * Runs `work` as one span of `channel`: start, end, asyncStart, asyncEnd, and error where the event then has one. Node's own
 * `tracePromise` would publish the result, which is the caller's data.
 */
export function traced<Event extends CallEvent | AttemptEvent, T>(
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

/** Writes one line; whatever the logger does, at once or later, the call goes on. */
export function log(logger: Logger, level: LogLevel, message: () => string, fields: CallEvent | AttemptEvent): void {
  // A logger's failure is its owner's affair, wherever in it it happens.
  (async () => logger[level]?.(message(), { ...fields }))().catch(() => {});
}

/** The logger that settings ask for: the caller's own, else stderr from `level` up, else none. */
export function chooseLogger(logger: Logger | undefined, level: LogLevel | undefined): Logger {
  if (logger || !level) return logger ?? NO_LOGGER;
  const write = (name: LogLevel) => (message: string) => console.error(`control-api-sdk ${name}: ${message}`);
  return Object.fromEntries(LEVELS.slice(LEVELS.indexOf(level)).map((name) => [name, write(name)]));
}
