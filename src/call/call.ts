import {
  ConfigurationError,
  type ControlApiError,
  type GraphQLFormattedError,
  isControlApiError,
  type Outcome,
} from '../errors.ts';
import type { ApiKey } from '../key/api-key.ts';
import type { KeySource } from '../key/key-source.ts';
import { combineRedactors, type Redactor } from '../key/redact.ts';
import { type Transport, TransportFailure } from '../transport/transport.ts';
import { VERSION } from '../version.ts';
import { titleOf } from './access.ts';
import { type Clock, Deadline } from './deadline.ts';
import { bodyOf, type ExchangeAnswer, exchange } from './exchange.ts';
import { type Failure, fromErrors, fromThrown, fromTransport, toError, worseOutcome } from './failure.ts';
import { type Limiter, throughLimiter } from './limiter.ts';
import { readResult, requestIdOf } from './read-answer.ts';
import type { Operation } from './read-operation.ts';
import { decideRetry, parseRetryAfter } from './retry.ts';
import { type AttemptEvent, type CallEvent, type Logger, log, summaryOf, traced } from './telemetry.ts';

/** What every call of a client goes by. */
export interface CallSettings {
  readonly endpoint: URL;
  readonly key: KeySource;
  readonly attemptTimeoutMs: number | undefined;
  readonly maxResponseBytes: number;
  readonly limiter: Limiter | undefined;
}

/** What calls need of the world; tests put their own in. */
export interface World {
  readonly transport: Transport;
  readonly clock: Clock;
  readonly logger: Logger;
  /** A number in [0, 1). */
  readonly random: () => number;
  /** Milliseconds since 1970, to read dates in `Retry-After`. */
  readonly epochMs: () => number;
}

/** One call, checked: its operation may be sent, its options are in range. */
export interface CallInput {
  readonly operation: Operation;
  readonly variables: object | undefined;
  readonly timeoutMs: number;
  readonly maxRetries: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal | undefined;
}

/** What a call brings back. */
export interface CallAnswer {
  readonly data: Readonly<Record<string, unknown>>;
  /** What came beside the data, scrubbed of the key. */
  readonly errors?: readonly GraphQLFormattedError[];
  readonly extensions?: Readonly<Record<string, unknown>>;
  readonly meta: CallMeta;
  /** Makes the error for `errors`, for callers to whom partial data is a failure; present exactly where there are any. */
  readonly error?: () => ControlApiError;
}

/** How a call went. */
export interface CallMeta {
  /** The HTTP status of the answer. */
  readonly status: number;
  readonly attempts: number;
  /** From the call to its answer, waiting included, in milliseconds. */
  readonly durationMs: number;
  /** The answer's size after decompression. */
  readonly bytes: number;
  /** The id that the answer's headers gave the request, where they gave one. */
  readonly requestId?: string;
}

const USER_AGENT = `control-api-sdk/${VERSION}`;

/** Makes the function that carries a call through: deadline, attempts, retries. */
export function createCall(settings: CallSettings, world: World): (input: CallInput) => Promise<CallAnswer> {
  return (input) => new Call(settings, world, input).run();
}

/** An attempt that brought no data: the failure, and what the retry policy asks of it. */
interface Failed {
  readonly failure: Failure;
  readonly sent: boolean;
  readonly transient: boolean;
}

/** The state of one call. */
class Call {
  readonly #settings: CallSettings;
  readonly #world: World;
  readonly #input: CallInput;
  readonly #deadline: Deadline;
  readonly #startedAt: number;
  readonly #keys: ApiKey[] = [];
  readonly #event: CallEvent;
  #attempts = 0;
  /** Whether the request under way may have left; what a deadline that ends now must presume. */
  #outcome: Outcome = 'not-sent';

  constructor(settings: CallSettings, world: World, input: CallInput) {
    this.#settings = settings;
    this.#world = world;
    this.#input = input;
    this.#startedAt = world.clock.now();
    this.#deadline = new Deadline(world.clock, input.timeoutMs, input.signal);
    this.#event = { operationName: input.operation.name, operationKind: input.operation.kind };
  }

  run(): Promise<CallAnswer> {
    return traced('call', this.#event, async () => {
      try {
        return await this.#untilAnswered();
      } catch (thrown) {
        const error = this.#toError(thrown);
        this.#event.error = summaryOf(error);
        throw error;
      } finally {
        this.#deadline.dispose();
        this.#event.attempts = this.#attempts;
        this.#event.durationMs = this.#sinceStart();
        const { error } = this.#event;
        log(this.#world.logger, error ? 'error' : 'info', () => error?.message ?? this.#line('answered'), this.#event);
      }
    });
  }

  async #untilAnswered(): Promise<CallAnswer> {
    const body = bodyOf(this.#input.operation, this.#input.variables);
    for (let tries = 1; ; tries++) {
      const event: AttemptEvent = {
        operationName: this.#event.operationName,
        operationKind: this.#event.operationKind,
        attempt: tries,
      };
      const ended = await traced('attempt', event, async () => {
        try {
          const result = await throughLimiter(this.#settings.limiter, this.#deadline, () =>
            this.#attempt(event, body, tries > 1),
          );
          return 'failure' in result ? this.#waitBefore(result, event, tries) : result;
        } catch (thrown) {
          event.error ??= summaryOf(this.#toError(thrown));
          throw thrown;
        }
      });
      if (typeof ended !== 'number') return ended;
      log(this.#world.logger, 'warn', () => this.#line(`attempt ${tries} failed, the next in ${ended} ms`), event);
      await this.#deadline.sleep(ended);
    }
  }

  /** One attempt, once the limiter lets it: asks for the key, sends, reads. Does nothing when the call is over by then. */
  async #attempt(event: AttemptEvent, body: string, again: boolean): Promise<CallAnswer | Failed> {
    const { clock, transport } = this.#world;
    const { operation, headers } = this.#input;
    if (this.#deadline.ended) throw this.#deadline.ended;
    const key = operation.introspection ? undefined : await this.#key();
    this.#attempts++;
    const begun = clock.now();
    try {
      const answer = await exchange({
        transport,
        endpoint: this.#settings.endpoint.href,
        operation,
        body,
        headers: { ...headers, 'User-Agent': USER_AGENT },
        key,
        limits: {
          // What failed once may have failed for a connection that had died: the next attempt takes no such chance.
          freshSocket: again || operation.kind !== 'query',
          maxBytes: this.#settings.maxResponseBytes,
          onCancel: (cancel) => this.#deadline.onEndOrAfter(this.#settings.attemptTimeoutMs, cancel),
        },
      });
      event.status = answer.status;
      event.bytes = answer.bytes;
      return this.#read(answer);
    } catch (error) {
      if (!(error instanceof TransportFailure)) throw error;
      const failure = fromTransport(error);
      this.#outcome = worseOutcome(this.#outcome, failure.outcome);
      if (this.#deadline.ended) throw this.#deadline.ended;
      return { failure, sent: error.sent, transient: ['network', 'truncated', 'cancelled'].includes(error.kind) };
    } finally {
      event.durationMs = clock.now() - begun;
      log(
        this.#world.logger,
        'debug',
        () => this.#line(`attempt ${event.attempt}, status ${event.status ?? 'none'}`),
        event,
      );
    }
  }

  #read(answer: ExchangeAnswer): CallAnswer | Failed {
    const { status, bytes } = answer;
    const requestId = requestIdOf(answer);
    const result = readResult(answer);
    if (result.type === 'failure') {
      this.#outcome = worseOutcome(this.#outcome, result.outcome);
      const retryAfterMs = parseRetryAfter(answer.header('retry-after'), this.#world.epochMs());
      return { failure: { ...result, status, requestId, retryAfterMs }, sent: true, transient: false };
    }
    const { data, errors, extensions } = result.answer;
    return {
      data,
      ...(errors?.length && {
        errors: this.#redactor().json(errors) as typeof errors,
        error: () => this.#error(fromErrors(errors, { status, requestId, answer: result.answer })),
      }),
      ...(extensions && { extensions: this.#redactor().json(extensions) as typeof extensions }),
      meta: {
        status,
        bytes,
        attempts: this.#attempts,
        durationMs: this.#sinceStart(),
        ...(requestId !== undefined && { requestId: this.#redactor().text(requestId) }),
      },
    };
  }

  /** How long to wait before the next attempt. @throws ControlApiError when there is to be none. */
  #waitBefore({ failure, sent, transient }: Failed, event: AttemptEvent, tries: number): number {
    const error = this.#error(failure);
    event.error = summaryOf(error);
    const { status, retryAfterMs } = failure;
    const decision = decideRetry(
      { sent, transient, ...(status !== undefined && { status }), ...(retryAfterMs !== undefined && { retryAfterMs }) },
      {
        kind: this.#input.operation.kind,
        attempts: tries,
        maxRetries: this.#input.maxRetries,
        remainingMs: this.#deadline.remainingMs(),
        random: this.#world.random(),
      },
    );
    if (!decision.retry) throw error;
    event.retryInMs = decision.delayMs;
    return decision.delayMs;
  }

  async #key(): Promise<ApiKey> {
    const asked = this.#settings.key();
    const key = asked instanceof Promise ? await this.#deadline.race(asked) : asked;
    if (!key) {
      throw new ConfigurationError(
        'No API key (apiKey: null), so only introspection can be sent. Set CONTROL_API_KEY, or pass the apiKey option.',
      );
    }
    if (!this.#keys.some((known) => known.equals(key))) this.#keys.push(key);
    return key;
  }

  #toError(thrown: unknown): ControlApiError {
    const failure = fromThrown(thrown, this.#input);
    return isControlApiError(failure) ? failure : this.#error(failure);
  }

  #error(failure: Failure): ControlApiError {
    return toError(
      { ...failure, outcome: worseOutcome(this.#outcome, failure.outcome) },
      { operation: this.#input.operation, attempts: this.#attempts, redactor: this.#redactor() },
    );
  }

  #redactor(): Redactor {
    return combineRedactors(this.#keys.map((key) => key.redactor));
  }

  #sinceStart(): number {
    return this.#world.clock.now() - this.#startedAt;
  }

  #line(what: string): string {
    return `${titleOf(this.#input.operation)}: ${what}`;
  }
}
