import { hide } from '../base/hide.ts';
import { isControlApiError, misconfigured } from '../errors.ts';
import type { Waiting } from '../transport/room.ts';
import { type AnswerHead, TransportFailure } from '../transport/transport.ts';
import type { CallState } from './call-state.ts';
import { type AttemptEvent, UNOBSERVED } from './events/telemetry.ts';
import { type Evidence, evidenceOf } from './judge/evidence.ts';
import { type Failure, fromEnd, fromThrown, fromTransport, type Phase } from './judge/failure.ts';
import { type Answered, judgeAnswer } from './judge/judge-answer.ts';
import type { CallSettings } from './options/call-settings.ts';
import type { Deadline } from './time/deadline.ts';

/** How long a connection may take to stand, and a non-2xx answer's body is read as extra evidence, in milliseconds. */
const LIMITS_MS = { connection: 10_000, 'error-body': 2_000 };

/** One attempt of a call: asks for the key and for room, sends, and judges what comes. It stands in line itself: thousands may. */
export class Attempt implements Waiting {
  readonly #call: CallState;
  readonly #event: AttemptEvent;
  #bound: Deadline;
  #phase: Phase = 'endpoint';
  #settle: ((result: Answered | Failure) => void) | undefined;
  #offEnd: (() => void) | undefined;

  constructor(call: CallState, event: AttemptEvent) {
    this.#call = call;
    this.#event = event;
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
    const { parts, deadline } = this.#call;
    const { settings, services } = parts;
    try {
      if (deadline.ended) throw deadline.ended;
      const bound = deadline.within(settings.attemptTimeoutMs);
      this.#bound = bound;
      if (!settings.endpoint.url) await bound.race(settings.endpoint.ask());
      this.#phase = 'key';
      const asked = this.#askKey();
      this.#call.key = asked instanceof Promise ? await bound.race(asked) : asked;
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
      result = fromThrown(thrown, this.#phase, this.#call);
    }
    this.#call.parts.services.transport.door?.leave();
    this.#end(result);
  }

  #end(result: Answered | Failure): void {
    if (this.#bound !== this.#call.deadline) this.#bound.dispose();
    this.#settle?.(result);
  }

  #askKey(): ReturnType<CallSettings['key']> {
    const { input, nextKey, parts } = this.#call;
    if (input.operation.introspection) return undefined;
    const key = nextKey ?? parts.settings.key();
    if (key) return key;
    throw misconfigured('There is no API key, so only introspection can be sent.', { advice: 'no_key' });
  }

  async #send(): Promise<Answered | Failure> {
    const call = this.#call;
    const { settings, services, exchange, judge } = call.parts;
    const bound = this.#bound;
    const { operation, headers } = call.input;
    try {
      if (bound.ended) throw bound.ended;
      this.#phase = 'answer';
      call.attempts++;
      const answer = await exchange({
        text: operation.text,
        body: call.body,
        headers,
        key: call.key,
        // A connection that had died may be why the attempt before failed.
        freshSocket: operation.kind !== 'query' || call.earlier !== undefined,
        maxBytes: settings.maxResponseBytes,
        onCancel: (cancel) => bound.onEnd(cancel),
        onOverdue: (phase, run) => services.clock.after(LIMITS_MS[phase], run),
      });
      const result = judgeAnswer(answer, operation, judge);
      if (this.#event !== UNOBSERVED) {
        this.#event.status = answer.status;
        this.#event.bytes = answer.body.byteLength;
        this.#evidenceOf(answer);
      }
      const { ended } = call.deadline;
      if (ended?.why !== 'aborted') return result;
      // The answer's outcome also holds for a call that was aborted meanwhile.
      return fromEnd(ended, this.#phase, call, 'outcome' in result ? result.outcome : 'unknown');
    } catch (thrown) {
      return this.#failure(thrown);
    }
  }

  /** The facts of a head; its headers are shown to whoever observes the attempt. */
  #evidenceOf(head: AnswerHead): Evidence {
    const evidence = evidenceOf(head, this.#call.parts.judge);
    if (this.#event !== UNOBSERVED) hide(this.#event, { header: evidence.header });
    return evidence;
  }

  /** The meaning of what ended it without an answer. */
  #failure(thrown: unknown): Failure {
    const call = this.#call;
    if (!(thrown instanceof TransportFailure)) return fromThrown(thrown, this.#phase, call);
    const { sent, head, cause } = thrown;
    const evidence = head && this.#evidenceOf(head);
    const failure = fromTransport(thrown, evidence);
    const { outcome } = failure;
    if (isControlApiError(cause, 'configuration')) return { ...fromThrown(cause, this.#phase, call), outcome };
    const ended = call.deadline.ended ?? this.#bound.ended;
    return ended ? fromEnd(ended, sent ? 'answer' : 'connection', call, outcome, evidence) : failure;
  }
}
