import type { ControlApiErrorCode, Outcome } from '../../../src/errors.ts';
import type { Behaviour } from '../misbehaving-server.ts';

export interface Expected {
  readonly code: ControlApiErrorCode | 'ok';
  readonly outcome?: Outcome;
  readonly status?: number;
  readonly retryAfterMs?: number;
  /** How many attempts were made; left out where waits decide it. */
  readonly attempts?: number;
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

/** Rows that come to the same: each by its name, with what its server does. */
export const each = (
  expected: Omit<Misbehaviour, 'name' | 'server'>,
  servers: Readonly<Record<string, Misbehaviour['server']>>,
): readonly Misbehaviour[] => Object.entries(servers).map(([name, server]) => ({ name, server, ...expected }));

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

/** A failure worth a second and third try for a query, and for a mutation only where that was not executed. */
export function transient(code: ControlApiErrorCode, outcome: Outcome, details: Details = {}): Both {
  const once = { code, outcome, attempts: 1, deliveries: 1, ...details };
  const again = { ...once, attempts: 3, deliveries: details.deliveries ?? 3 };
  return { query: again, mutation: outcome === 'unknown' ? once : again };
}

/** A failure that is over at the second try: the query comes back with data, and so does a mutation that was not executed. */
export function passing(code: ControlApiErrorCode, outcome: Outcome, details: Details = {}): Both {
  const well = { code: 'ok', attempts: 2, deliveries: 2 } as const;
  return {
    query: well,
    mutation: outcome === 'unknown' ? { code, outcome, attempts: 1, deliveries: 1, ...details } : well,
  };
}
