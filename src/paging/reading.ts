import { entryOf } from '../base/is-record.ts';
import type { TypedOperation } from '../base/typed-operation.ts';
import { worseOutcome } from '../call/judge/failure.ts';
import type { CallOptions, PageRequest } from '../call/options/call-options.ts';
import { type ControlApiError, type ControlApiErrorDetails, isControlApiError, type Outcome } from '../errors.ts';
import type { PageSize } from './page-size.ts';

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
  page?: PageRequest,
) => Promise<Sent>;

/** One page of a list: its operation, and what is asked for. */
export interface PageQuery {
  readonly operation: TypedOperation<unknown, never>;
  readonly size: PageSize;
  /** The variables that ask for so many nodes. */
  readonly variablesOf: (size: number) => object;
  /** Whether it is the list that an error refuses, so that fewer nodes may be given. */
  readonly isRefused: (error: ControlApiError) => boolean | Promise<boolean>;
}

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

  async send(operation: TypedOperation<unknown, never>, variables: object = {}, page?: PageRequest): Promise<unknown> {
    try {
      const { data, meta } = await this.#send(operation, variables, this.call, page);
      this.#count(meta().attempts, 'unknown');
      return data;
    } catch (error) {
      if (isControlApiError(error)) this.#count(error.attempts, error.outcome);
      throw error;
    }
  }

  /** Asks for a page, and for a lighter one each time that it fails for what a lighter one may not. */
  async sendPage({ operation, size, variablesOf, isRefused }: PageQuery): Promise<unknown> {
    const page = {
      get size() {
        return size.asked;
      },
      lighter: () => (size.lighten('passing') ? variablesOf(size.asked) : undefined),
    };
    let first: unknown;
    let timeouts = 0;
    for (;;) {
      try {
        const data = await this.send(operation, variablesOf(size.asked), page);
        size.came();
        return data;
      } catch (error) {
        const isHeavy = wasTooHeavy(error);
        const isRefusal = !isHeavy && isTooMuch(error) && (await isRefused(error));
        // The limit of a key, or an abort, says nothing of sizes.
        if (!isHeavy && !isRefusal) throw error;
        first ??= error;
        const mayRepeat = isRefusal || (isControlApiError(error, 'timeout') && timeouts++ === 0);
        if (!mayRepeat || !size.lighten(isRefusal ? 'refused' : 'passing')) throw size.withSizes(first);
      }
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

/** Whether a call failed while the service worked on it. Within a call, such failures are retried with lighter pages. */
function wasTooHeavy(error: unknown): boolean {
  if (!isControlApiError(error) || error.outcome !== 'unknown') return false;
  return error.code === 'timeout' || error.code === 'network' || error.code === 'http_status';
}

/** Whether an error may be of the size of what was asked for: no limit of calls, no key, nothing that a changed schema explains. */
function isTooMuch(error: unknown): error is ControlApiError {
  if (!isControlApiError(error) || error.drift) return false;
  return error.code === 'graphql' || error.code === 'response_too_large' || error.status === 413;
}

/** Whether an error left a list without a value. */
export function isWithout(path: readonly string[], { data }: ControlApiError): boolean {
  return (entryOf(data, ...path) ?? null) === null;
}
