import type { TypedOperation } from '../base/typed-operation.ts';
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

/** The facts that errors of a list carry beside their message. */
export type About = Pick<ControlApiErrorDetails, 'operationName' | 'operationKind'>;

export function about({ operationName, operationKind }: TypedOperation<unknown, never>): About {
  return { operationName, operationKind };
}

/** One reading of a list, from its first request on: it counts what it sent, so that its errors can say so. */
export interface Reading {
  send(send: Send, ...call: Parameters<Send>): Promise<unknown>;
  /**
   * An error of one of its calls, made to count what the whole reading sent. A reading that sent nothing itself shares the error
   * of one that did.
   */
  counted(error: unknown): unknown;
  /** The details of an error about the list as a whole: `attempts` and `outcome` count everything that was sent for it. */
  details(cause?: unknown): ControlApiErrorDetails;
}

/** Begins a reading. */
export function createReading(about: About): Reading {
  let attempts = 0;
  let outcome: Outcome = 'not-sent';
  return {
    async send(send, ...call) {
      try {
        const { data, meta } = await send(...call);
        attempts += meta().attempts;
        outcome = 'unknown';
        return data;
      } catch (error) {
        if (isControlApiError(error)) {
          attempts += error.attempts;
          if (outcome === 'not-sent' || error.outcome === 'unknown') outcome = error.outcome;
        }
        throw error;
      }
    },
    counted(error) {
      if (attempts > 0 && isControlApiError(error)) Object.assign(error, { attempts, outcome });
      return error;
    },
    details: (cause) => ({ ...about, attempts, outcome, cause }),
  };
}
