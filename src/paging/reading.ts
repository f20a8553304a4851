import { entryOf } from '../base/is-record.ts';
import type { TypedOperation } from '../base/typed-operation.ts';
import { mayBeTooHeavy, worseOutcome } from '../call/judge/failure.ts';
import type { CallOptions, PageRequest } from '../call/options/call-options.ts';
import { type ControlApiError, type ControlApiErrorDetails, isControlApiError, type Outcome } from '../errors.ts';
import type { PageSize } from './page-size.ts';

export interface Sent {
  readonly data: unknown;
  readonly meta: () => { readonly attempts: number };
}

export type Send = (
  operation: TypedOperation<unknown, never>,
  variables: object,
  options: CallOptions,
  page?: PageRequest,
) => Promise<Sent>;

export interface PageQuery {
  readonly operation: TypedOperation<unknown, never>;
  readonly size: PageSize;
  readonly variablesOf: (size: number) => object;
  readonly isRefused: (error: ControlApiError) => boolean | Promise<boolean>;
}

export class Reading {
  readonly #send: Send;
  readonly call: CallOptions;
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

  /** Asks for a page, and for lighter ones after failures that may be due to its size. */
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
        const isRefusal = isTooMuch(error) && (await isRefused(error));
        // A rate limit or an abort says nothing of sizes.
        if (!isRefusal && !(isControlApiError(error) && mayBeTooHeavy(error))) throw error;
        first ??= error;
        // Within a call, other failures were retried with lighter pages.
        const mayRepeat = isRefusal || (isControlApiError(error, 'timeout') && timeouts++ === 0);
        if (!mayRepeat || !size.lighten(isRefusal ? 'refused' : 'passing')) throw size.withSizes(first);
      }
    }
  }

  #count(attempts: number, outcome: Outcome): void {
    this.#attempts += attempts;
    this.#outcome = worseOutcome(this.#outcome, outcome);
  }

  counted(error: unknown): unknown {
    const sent = { attempts: this.#attempts, outcome: this.#outcome };
    return isControlApiError(error) ? Object.assign(error, sent) : error;
  }
}

/** Whether the size may be the reason: neither a rate limit, nor the key, nor a changed schema. */
function isTooMuch(error: unknown): error is ControlApiError {
  if (!isControlApiError(error) || error.drift) return false;
  return error.code === 'graphql' || error.code === 'response_too_large' || error.status === 413;
}

export function isWithout(path: readonly string[], { data }: ControlApiError): boolean {
  return (entryOf(data, ...path) ?? null) === null;
}
