import { isControlApiError } from '../../index.ts';

/**
 * Sends one introspection query, which the server may refuse: another one may still be answered. The shape of the answer is not
 * checked yet. A failure that any other query would meet as well is thrown.
 */
export type Ask = (document: string) => Promise<Answer>;

/** An answer to an introspection query, or its refusal. */
export interface Answer {
  readonly data: unknown;
  /** The messages of the GraphQL errors. */
  readonly errors: readonly string[];
  readonly cause?: unknown;
}

/** The answer that a failure of one query is; a failure that any other query would meet as well is thrown. */
export function asRefusal(cause: unknown): Answer {
  if (!isControlApiError(cause) || general.has(cause.status ?? 0)) throw cause;
  const { status = 0, errors = [], message } = cause;
  // Servers answer a query that they find too deep with various statuses, 500 included: the GraphQL errors decide.
  if (errors.length === 0 && !refusals.has(status)) throw cause;
  return { data: undefined, errors: errors.length > 0 ? errors.map((it) => it.message) : [message], cause };
}

/** Statuses that refuse this query, with or without GraphQL errors. */
const refusals = new Set([400, 413, 422]);

/** Statuses that refuse the caller, or any query for now, even with GraphQL errors. */
const general = new Set([401, 403, 429, 502, 503, 504]);
