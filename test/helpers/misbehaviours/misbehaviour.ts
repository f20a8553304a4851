import type { ControlApiErrorCode, Outcome } from '../../../src/errors.ts';
import type { Behaviour } from '../misbehaving-server.ts';

/** What a caller must get for one call. */
export interface Expected {
  readonly code: ControlApiErrorCode | 'ok';
  readonly outcome?: Outcome;
  readonly status?: number;
  readonly retryAfterMs?: number;
  readonly attempts: number;
  /** How many complete requests reached the server; `race` where that depends on who is quicker. */
  readonly deliveries: number | 'race';
}

/** One row of the table: what a server does, and what a query and a mutation must come to. */
export interface Misbehaviour {
  readonly name: string;
  /** `refuses`: nobody listens at the port. */
  readonly server: Behaviour | 'refuses';
  /** Several only where a race decides which. */
  readonly query: Expected | readonly Expected[];
  readonly mutation: Expected | readonly Expected[];
  /** Where `fetch` cannot know what the node:http transport knows: what differs, and why that is right. */
  readonly onFetch?: { readonly because: string; readonly query?: Expected; readonly mutation?: Expected };
  /** Other limits than the table's own (6 s for the call, 2 retries). */
  readonly limits?: {
    readonly timeoutMs?: number;
    readonly attemptTimeoutMs?: number;
    readonly maxResponseBytes?: number;
  };
  /** The server puts a caller's variable values into its own words; only what the SDK says is searched for them. */
  readonly echoesVariables?: true;
}

type Details = Partial<Expected>;
type Both = { readonly query: Expected; readonly mutation: Expected };

/** The call comes back with data, at once. */
export const fine = {
  query: { code: 'ok', attempts: 1, deliveries: 1 },
  mutation: { code: 'ok', attempts: 1, deliveries: 1 },
} as const;

/** A failure that no second try can cure: one attempt for either kind. */
export function final(code: ControlApiErrorCode, outcome: Outcome, details: Details = {}): Both {
  const expected = { code, outcome, attempts: 1, deliveries: 1, ...details };
  return { query: expected, mutation: expected };
}

/** A failure worth a second and third try for a query, and none for a mutation, which may have been executed. */
export function transient(code: ControlApiErrorCode, outcome: Outcome, details: Details = {}): Both {
  const expected = { code, outcome, attempts: 1, deliveries: 1, ...details };
  return { query: { ...expected, attempts: 3, deliveries: details.deliveries ?? 3 }, mutation: expected };
}

/** A failure that is over at the second try: the query comes back with data, the mutation was tried once. */
export function passing(code: ControlApiErrorCode, outcome: Outcome, details: Details = {}): Both {
  return {
    query: { code: 'ok', attempts: 2, deliveries: 2 },
    mutation: { code, outcome, attempts: 1, deliveries: 1, ...details },
  };
}
