import { hide } from '../base/hide.ts';
import { isControlApiError, misconfigured, type Outcome } from '../errors.ts';
import type { ApiKey } from '../key/api-key.ts';
import type { Waiting } from '../transport/room.ts';
import { type AnswerHead, TransportFailure } from '../transport/transport.ts';
import type { CallInput } from './call-types.ts';
import { type AttemptEvent, type CallEvent, UNOBSERVED } from './events/telemetry.ts';
import type { Exchange } from './exchange/exchange.ts';
import { type Evidence, evidenceOf, type Judge } from './judge/evidence.ts';
import { type BoundCall, type Failure, fromEnd, fromThrown, fromTransport, type Phase } from './judge/failure.ts';
import { type Answered, judgeAnswer } from './judge/judge-answer.ts';
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

/** How long a connection may take to stand, and a non-2xx answer's body is read as extra evidence, in milliseconds. */
const LIMITS_MS = { connection: 10_000, 'error-body': 2_000 };

/** One call, as far as it has come, and how it makes an attempt. It stands in line itself: thousands may. */
export class AttemptedCall implements Waiting {
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
  earlier: BoundCall['earlier'];
  /** The key of the last attempt. */
  key: ApiKey | undefined;
  /** The key for the next one, where the service refused one that has been replaced. */
  nextKey: ApiKey | undefined;
  /** Whether it was looked whether a refused key has been replaced. */
  isRekeyed = false;
  /** The price of the last retry, to be given back where it helped. */
  spent = 0;
  /** The attempt under way: its event, its limit, the step that it waits in, and what takes its end. */
  #attempt: AttemptEvent = UNOBSERVED;
  #bound: Deadline;
  #phase: Phase = 'endpoint';
  #settle: ((result: Answered | Failure) => void) | undefined;
  #offEnd: (() => void) | undefined;

  constructor(parts: CallParts, input: CallInput, event: CallEvent) {
    this.parts = parts;
    this.input = input;
    this.event = event;
    this.deadline = new Deadline(parts.services.clock, input.timeoutMs, input.signal);
    this.#bound = this.deadline;
  }

  /** Makes an attempt: asks for the key and for room, sends, and judges what comes. Never rejects. */
  attempt(event: AttemptEvent): Promise<Answered | Failure> {
    return new Promise((resolve) => {
      this.#attempt = event;
      this.#settle = resolve;
      this.#enter();
    });
  }

  /** Asks for what a request needs, and stands in line. An `await` here would hold twice as much for what waits. */
  async #enter(): Promise<void> {
    const { settings, services } = this.parts;
    this.#phase = 'endpoint';
    this.#bound = this.deadline;
    try {
      if (this.deadline.ended) throw this.deadline.ended;
      const bound = this.deadline.within(settings.attemptTimeoutMs);
      this.#bound = bound;
      if (!settings.endpoint.url) await bound.race(settings.endpoint.ask());
      this.#phase = 'key';
      const asked = this.#askKey();
      this.key = asked instanceof Promise ? await bound.race(asked) : asked;
      this.#phase = 'queue';
      const { door } = services.transport;
      if (!door || door.enter(this)) this.go();
      else
        this.#offEnd = bound.onEnd((ended) => {
          door.quit(this);
          this.#end(this.#failure(ended));
        });
    } catch (thrown) {
      this.#end(this.#failure(thrown));
    }
  }

  /** There is room. */
  async go(): Promise<void> {
    this.#offEnd?.();
    let result: Answered | Failure;
    try {
      result = await this.#send();
    } catch (thrown) {
      // The head of an answer by the caller's `fetch` may be unreadable, also where it is read as evidence.
      result = fromThrown(thrown, this.#phase, this);
    }
    this.parts.services.transport.door?.leave();
    this.#end(result);
  }

  #end(result: Answered | Failure): void {
    if (this.#bound !== this.deadline) this.#bound.dispose();
    this.#settle?.(result);
  }

  #askKey(): ReturnType<CallSettings['key']> {
    if (this.input.operation.introspection) return undefined;
    const key = this.nextKey ?? this.parts.settings.key();
    if (key) return key;
    throw misconfigured('There is no API key, so only introspection can be sent.', { advice: 'no_key' });
  }

  async #send(): Promise<Answered | Failure> {
    const { settings, services, exchange, judge } = this.parts;
    const { operation, headers } = this.input;
    const bound = this.#bound;
    try {
      if (bound.ended) throw bound.ended;
      this.#phase = 'answer';
      this.attempts++;
      const answer = await exchange({
        text: operation.text,
        body: this.body,
        headers,
        key: this.key,
        // A connection that had died may be why the attempt before failed.
        freshSocket: operation.kind !== 'query' || this.earlier !== undefined,
        maxBytes: settings.maxResponseBytes,
        onCancel: (cancel) => bound.onEnd(cancel),
        onOverdue: (phase, run) => services.clock.after(LIMITS_MS[phase], run),
      });
      const result = judgeAnswer(answer, operation, judge);
      if (this.#attempt !== UNOBSERVED) {
        this.#attempt.status = answer.status;
        this.#attempt.bytes = answer.body.byteLength;
        this.#evidenceOf(answer);
      }
      const { ended } = this.deadline;
      if (ended?.why !== 'aborted') return result;
      // The answer's outcome also holds for a call that was aborted meanwhile.
      return fromEnd(ended, this.#phase, this, 'outcome' in result ? result.outcome : 'unknown');
    } catch (thrown) {
      return this.#failure(thrown);
    }
  }

  /** The facts of a head; its headers are shown to whoever observes the attempt. */
  #evidenceOf(head: AnswerHead): Evidence {
    const evidence = evidenceOf(head, this.parts.judge);
    if (this.#attempt !== UNOBSERVED) hide(this.#attempt, { header: evidence.header });
    return evidence;
  }

  /** The meaning of what ended it without an answer. */
  #failure(thrown: unknown): Failure {
    if (!(thrown instanceof TransportFailure)) return fromThrown(thrown, this.#phase, this);
    const { sent, head, cause } = thrown;
    const evidence = head && this.#evidenceOf(head);
    const failure = fromTransport(thrown, evidence);
    const { outcome } = failure;
    if (isControlApiError(cause, 'configuration')) return { ...fromThrown(cause, this.#phase, this), outcome };
    const ended = this.deadline.ended ?? this.#bound.ended;
    return ended ? fromEnd(ended, sent ? 'answer' : 'connection', this, outcome, evidence) : failure;
  }
}
