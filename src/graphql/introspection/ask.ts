import { isControlApiError } from '../../index.ts';

/**
 * Sends one introspection query; the shape of the answer is not checked yet.
 *
 * @param maxRetries - How often it is retried at most. @defaultValue as the caller of `introspect` wants it
 */
export type Ask = (document: string, maxRetries?: number) => Promise<Answer>;

/** An answer to an introspection query. */
export interface Answer {
  readonly data: unknown;
  /** The messages of the GraphQL errors. */
  readonly errors: readonly string[];
}

/** An answer, or a refusal of this one question: another question may still be answered. */
export interface Reply extends Answer {
  /** The refusal. */
  readonly cause?: unknown;
}

/** Sends a query that the server may refuse. A failure that would meet any other query as well is thrown. */
export async function tryAsk(ask: Ask, document: string, maxRetries?: number): Promise<Reply> {
  try {
    return await ask(document, maxRetries);
  } catch (cause) {
    if (!isRefusal(cause)) throw cause;
    return { data: undefined, errors: messagesOf(cause), cause };
  }
}

/** Statuses that refuse this query, with or without GraphQL errors. */
const refusals = new Set([400, 413, 422]);

/** Statuses that refuse the caller, or any query for now, even with GraphQL errors. */
const general = new Set([401, 403, 429, 502, 503, 504]);

/** Servers answer a query that they find too deep with various statuses, 500 included: the GraphQL errors decide. */
function isRefusal(error: unknown): boolean {
  if (!isControlApiError(error) || general.has(error.status ?? 0)) return false;
  return error.code === 'response_too_large' || refusals.has(error.status ?? 0) || (error.errors ?? []).length > 0;
}

function messagesOf(error: unknown): readonly string[] {
  const messages = isControlApiError(error) ? (error.errors ?? []).map(({ message }) => message) : [];
  return messages.length > 0 ? messages : [error instanceof Error ? error.message : String(error)];
}
