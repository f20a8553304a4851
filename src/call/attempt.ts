import { hide } from '../base/hide.ts';
import { isControlApiError, misconfigured } from '../errors.ts';
import type { ApiKey } from '../key/api-key.ts';
import type { Waiting } from '../transport/room.ts';
import { type AnswerHead, TransportFailure } from '../transport/transport.ts';
import type { CallInput } from './call-types.ts';
import { type AttemptEvent, UNOBSERVED } from './events/telemetry.ts';
import type { Exchange, WrittenRequest } from './exchange/exchange.ts';
import { type Evidence, evidenceOf } from './judge/evidence.ts';
import { type BoundCall, type Failure, fromEnd, fromThrown, fromTransport, type Phase } from './judge/failure.ts';
import { type Answered, type Judge, judgeAnswer } from './judge/judge-answer.ts';
import type { CallServices, CallSettings } from './options/call-settings.ts';
import type { Deadline, DeadlineEnded } from './time/deadline.ts';

/** The parts of a client that attempts use. */
export interface AttemptParts {
  readonly settings: CallSettings;
  readonly services: CallServices;
  readonly exchange: Exchange;
  readonly judge: Judge;
}

/** The call of an attempt, as far as it has come. */
export interface CallSoFar extends BoundCall {
  readonly input: CallInput;
  /** A key that was asked for already. */
  readonly nextKey: ApiKey | undefined;
}

/** How long a connection may take to stand, and a non-2xx answer's body is read as extra evidence, in milliseconds. */
const LIMITS_MS = { connection: 10_000, 'error-body': 2_000 };

/** One attempt of a call: asks for the key and for room, sends, and judges what comes. It stands in line itself: thousands may. */
export class Attempt implements Waiting {
  /** Whether it was begun: the key was at hand, and there was room. */
  isBegun = false;
  /** The key that it had. */
  key: ApiKey | undefined;
  readonly #parts: AttemptParts;
  readonly #call: CallSoFar;
  readonly #request: WrittenRequest;
  readonly #event: AttemptEvent;
  readonly #begunAt: number;
  #bound: Deadline;
  #phase: Phase = 'endpoint';
  #settle: ((result: Answered | Failure) => void) | undefined;
  #offEnd: (() => void) | undefined;

  constructor(parts: AttemptParts, call: CallSoFar, request: WrittenRequest, event: AttemptEvent) {
    this.#parts = parts;
    this.#call = call;
    this.#request = request;
    this.#event = event;
    this.#begunAt = event === UNOBSERVED ? 0 : parts.services.clock.now();
    this.#bound = call.deadline;
  }

  /** How it ended. Never rejects. */
  run(): Promise<Answered | Failure> {
    return new Promise((resolve) => {
      this.#settle = resolve;
      this.#enter();
    });
  }

  /** Asks for what a request needs, and stands in line. An `await` here would hold twice as much for what waits. */
  async #enter(): Promise<void> {
    const { settings, services } = this.#parts;
    const { deadline } = this.#call;
    try {
      if (deadline.ended) throw deadline.ended;
      const bound = deadline.within(settings.attemptTimeoutMs);
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
    const ended = endOf(this.#bound);
    const result = await (ended ? this.#failure(ended) : this.#send().catch((thrown) => this.#failure(thrown)));
    this.#parts.services.transport.door?.leave();
    this.#end(result);
  }

  #end(result: Answered | Failure): void {
    if (this.#bound !== this.#call.deadline) this.#bound.dispose();
    if (this.#event !== UNOBSERVED) this.#event.durationMs = this.#parts.services.clock.now() - this.#begunAt;
    this.#settle?.(result);
  }

  #askKey(): ReturnType<CallSettings['key']> {
    const { input, nextKey } = this.#call;
    if (input.operation.introspection) return undefined;
    const key = nextKey ?? this.#parts.settings.key();
    if (key) return key;
    throw misconfigured('There is no API key, so only introspection can be sent.', { advice: 'no_key' });
  }

  /** Whether only a fresh connection will do: one that had died may be why the attempt before failed. */
  #needsFresh(): boolean {
    const { input, earlier } = this.#call;
    return input.operation.kind !== 'query' || earlier !== undefined;
  }

  async #send(): Promise<Answered | Failure> {
    const { settings, services, exchange, judge } = this.#parts;
    const { input } = this.#call;
    const bound = this.#bound;
    this.#phase = 'answer';
    this.isBegun = true;
    const answer = await exchange(this.#request, {
      key: this.key,
      freshSocket: this.#needsFresh(),
      maxBytes: settings.maxResponseBytes,
      onCancel: (cancel) => bound.onEnd(cancel),
      onOverdue: (phase, run) => services.clock.after(LIMITS_MS[phase], run),
    });
    const result = judgeAnswer(answer, input.operation, judge);
    if (this.#event !== UNOBSERVED) {
      this.#event.status = answer.status;
      this.#event.bytes = answer.body.byteLength;
      this.#evidenceOf(answer);
    }
    // The answer's outcome also holds for a call that was aborted meanwhile.
    const ended = endOf(this.#call.deadline);
    if (ended?.why !== 'aborted') return result;
    return fromEnd(ended, this.#phase, this.#call, 'outcome' in result ? result.outcome : 'unknown');
  }

  /** The facts of a head; its headers are shown to whoever observes the attempt. */
  #evidenceOf(head: AnswerHead): Evidence {
    const evidence = evidenceOf(head, this.#parts.judge);
    if (this.#event !== UNOBSERVED) hide(this.#event, { header: evidence.header });
    return evidence;
  }

  /** The meaning of what ended it without an answer. */
  #failure(thrown: unknown): Failure {
    if (!(thrown instanceof TransportFailure)) return fromThrown(thrown, this.#phase, this.#call);
    const { sent, head, cause } = thrown;
    const evidence = head && this.#evidenceOf(head);
    const failure = fromTransport(thrown, evidence);
    const { outcome } = failure;
    if (isControlApiError(cause, 'configuration')) return { ...fromThrown(cause, this.#phase, this.#call), outcome };
    const ended = endOf(this.#call.deadline) ?? endOf(this.#bound);
    return ended ? fromEnd(ended, sent ? 'answer' : 'connection', this.#call, outcome, evidence) : failure;
  }
}

/** Asked anew each time: while something is waited for, it may have ended. */
function endOf(deadline: Deadline): DeadlineEnded | undefined {
  return deadline.ended;
}
