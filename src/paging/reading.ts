import type { TypedOperation } from '../base/typed-operation.ts';
import { worseOutcome } from '../call/judge/failure.ts';
import type { CallOptions } from '../call/options/call-options.ts';
import { type ControlApiErrorDetails, isControlApiError, type Outcome } from '../errors.ts';

/** The result of an operation, and the attempts it took. */
export interface Sent {
  readonly data: unknown;
  readonly meta: () => { readonly attempts: number };
}

/** Sends one operation. */
export type Send = (
  operation: TypedOperation<unknown, never>,
  variables: object,
  options: CallOptions,
) => Promise<Sent>;

/** One reading of a list, from its first request on: it counts what it sent, so that its errors can say so. */
export class Reading {
  readonly #send: Send;
  /** The options of each of its calls. */
  readonly call: CallOptions;
  /** The names in errors about the list as a whole. */
  readonly about: Pick<ControlApiErrorDetails, 'operationName' | 'operationKind'>;
  #attempts = 0;
  #outcome: Outcome = 'not-sent';

  constructor(send: Send, { operationName, operationKind }: TypedOperation<unknown, never>, call: CallOptions) {
    this.#send = send;
    this.call = call;
    this.about = { operationName, operationKind };
  }

  async send(operation: TypedOperation<unknown, never>, variables: object = {}): Promise<unknown> {
    try {
      const { data, meta } = await this.#send(operation, variables, this.call);
      this.#count(meta().attempts, 'unknown');
      return data;
    } catch (error) {
      if (isControlApiError(error)) this.#count(error.attempts, error.outcome);
      throw error;
    }
  }

  #count(attempts: number, outcome: Outcome): void {
    this.#attempts += attempts;
    this.#outcome = worseOutcome(this.#outcome, outcome);
  }

  /** An error that ends it, made to count everything that was sent. */
  counted(error: unknown): unknown {
    const sent = { attempts: this.#attempts, outcome: this.#outcome };
    return isControlApiError(error) ? Object.assign(error, sent) : error;
  }
}
