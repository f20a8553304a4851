import type { Signal } from '../../base/web.ts';

/** An HTTP request to the emulator, over a socket or from `emulator.fetch`. */
export interface HttpRequest {
  readonly method: string;
  readonly url: string;
  /** The value of a header by its lower-case name. */
  readonly header: (name: string) => string | null;
  /** Aborted when the client is gone. */
  readonly signal: Signal;
  /** Reads the body, which may be endless: only a request in the right form is worth it. */
  readonly body: () => Promise<string>;
}

export type Breakage = 'stalled' | 'reset' | 'truncated';

export interface HttpReply {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
  readonly breakage?: Breakage;
}

type Headers = Readonly<Record<string, string>>;

export function jsonReply(status: number, value: unknown, headers: Headers = {}): HttpReply {
  const json = { 'content-type': 'application/json; charset=utf-8' };
  return { status, headers: { ...json, ...headers }, body: JSON.stringify(value) };
}

/** A GraphQL response with one error and without data. */
export function errorReply(status: number, message: string, code?: string, headers?: Headers): HttpReply {
  return jsonReply(status, { errors: [{ message, ...(code !== undefined && { extensions: { code } }) }] }, headers);
}

export const documentedUse: string =
  'The endpoint takes only the documented request, a POST of a JSON object with a query or a mutation in `query`, and answers in JSON (`content-type: application/json`, `accept: application/json`): set your client to that, without GET, batches, persisted queries, uploads and subscriptions.';

/** Refuses a request by its method and content type alone. */
export function refuseHead({ method, header }: HttpRequest): HttpReply | undefined {
  const isJson = /^application\/json\b/i.test(header('content-type') ?? '');
  return method === 'POST' && isJson ? undefined : errorReply(400, documentedUse);
}
