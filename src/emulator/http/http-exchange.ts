import type { Signal } from '../../base/web.ts';

/** An HTTP request to the emulator, without its body. */
export interface HttpHead {
  readonly method: string;
  /** The path and the query. */
  readonly url: string;
  /** The value of a header by its lower-case name. */
  readonly header: (name: string) => string | null;
  /** Aborted when nobody waits for the answer any more. */
  readonly signal?: Signal | undefined;
}

/** An HTTP request to the emulator, whether it came over a socket or from `emulator.fetch`. */
export interface HttpAsked extends HttpHead {
  readonly body: string;
}

/** The fate of an answer on its way: it is not sent, its connection is reset, or it ends in the middle. */
export type Breakage = 'stalled' | 'reset' | 'truncated';

/** The answer to an HTTP request. */
export interface HttpReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly breakage?: Breakage;
}

/** An answer in JSON. */
export function jsonReply(status: number, value: unknown, headers: Readonly<Record<string, string>> = {}): HttpReply {
  return {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
    body: JSON.stringify(value),
  };
}

/** An answer in the form of a GraphQL response with one error and without data. */
export function errorReply(
  status: number,
  message: string,
  { code, headers }: { readonly code?: string; readonly headers?: Readonly<Record<string, string>> } = {},
): HttpReply {
  return jsonReply(status, { errors: [{ message, ...(code !== undefined && { extensions: { code } }) }] }, headers);
}
