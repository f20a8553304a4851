import type { Signal } from '../../base/web.ts';

/** An HTTP request to the emulator, whether it came over a socket or from `emulator.fetch`. */
export interface HttpAsked {
  readonly method: string;
  readonly url: string;
  /** The value of a header by its lower-case name. */
  readonly header: (name: string) => string | null;
  /** Aborted when nobody waits for the answer any more. */
  readonly signal: Signal;
  /** Reads the body, which may have no end: only what is asked in the right way is worth it. */
  readonly body: () => Promise<string>;
}

/** The fate of an answer on its way: it is not sent, its connection is reset, or it ends in the middle. */
export type Breakage = 'stalled' | 'reset' | 'truncated';

/** The answer to an HTTP request. */
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

/** An answer in the form of a GraphQL response with one error and without data. */
export function errorReply(status: number, message: string, code?: string, headers?: Headers): HttpReply {
  return jsonReply(status, { errors: [{ message, ...(code !== undefined && { extensions: { code } }) }] }, headers);
}

export const documentedUse: string =
  'The endpoint takes what is documented, a POST of a JSON object with a query or a mutation in `query`, and answers in JSON (`content-type: application/json`, `accept: application/json`): set your client to that, without GET, lists of operations, persisted queries, uploads and subscriptions.';

/** The answer to a request to the endpoint that is not as documented, whatever its body is; undefined for all others. */
export function refuseHead({ method, header }: HttpAsked): HttpReply | undefined {
  const isJson = /^application\/json\b/i.test(header('content-type') ?? '');
  return method === 'POST' && isJson ? undefined : errorReply(400, documentedUse);
}
