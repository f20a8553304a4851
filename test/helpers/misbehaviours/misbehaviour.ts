import type { ControlApiErrorCode, Outcome } from '../../../src/errors.ts';
import type { Behaviour } from '../misbehaving-server.ts';

export interface Expected {
  readonly code: ControlApiErrorCode | 'ok';
  readonly outcome?: Outcome;
  readonly status?: number;
  readonly retryAfterMs?: number;
  /** The number of attempts; undefined if waits decide it. */
  readonly attempts?: number;
  /** The number of complete requests at the server; `race` if timing decides it. */
  readonly deliveries: number | 'race';
}

/** One row of the table: the behavior of a server, and the results of a query and a mutation. */
export interface Misbehaviour {
  readonly name: string;
  /** `refuses`: nobody listens at the port. */
  readonly server: Behaviour | 'refuses';
  /** Several codes if a race decides between them. */
  readonly query: Expected | readonly Expected[];
  readonly mutation: Expected | readonly Expected[];
  /** The difference where `fetch` lacks a fact that node:http has, with its reason. */
  readonly onFetch?: { readonly because: string; readonly query?: Expected; readonly mutation?: Expected };
  /** Limits other than those of the table (6 s for a call, 2 retries). */
  readonly limits?: {
    readonly timeoutMs?: number;
    readonly attemptTimeoutMs?: number;
    readonly maxResponseBytes?: number;
  };
  /** Whether the message of the server has values of variables. Then only the message of the SDK is searched for them. */
  readonly echoesVariables?: true;
}

/** Rows with one result, each with its name and the behavior of its server. */
export const each = (
  expected: Omit<Misbehaviour, 'name' | 'server'>,
  servers: Readonly<Record<string, Misbehaviour['server']>>,
): readonly Misbehaviour[] => Object.entries(servers).map(([name, server]) => ({ name, server, ...expected }));

type Details = Partial<Expected>;
type Both = { readonly query: Expected; readonly mutation: Expected };

/** The call returns data at once. */
export const fine = {
  query: { code: 'ok', attempts: 1, deliveries: 1 },
  mutation: { code: 'ok', attempts: 1, deliveries: 1 },
} as const;

/** A permanent failure: one attempt for a query and a mutation. */
export function final(code: ControlApiErrorCode, outcome: Outcome, details: Details = {}): Both {
  const expected = { code, outcome, attempts: 1, deliveries: 1, ...details };
  return { query: expected, mutation: expected };
}

/** A passing failure: three attempts for a query, and for a mutation only if it was not executed. */
export function transient(code: ControlApiErrorCode, outcome: Outcome, details: Details = {}): Both {
  const once = { code, outcome, attempts: 1, deliveries: 1, ...details };
  const again = { ...once, attempts: 3, deliveries: details.deliveries ?? 3 };
  return { query: again, mutation: outcome === 'unknown' ? once : again };
}

/** A failure of one attempt: the query returns data, and so does a mutation that was not executed. */
export function passing(code: ControlApiErrorCode, outcome: Outcome, details: Details = {}): Both {
  const well = { code: 'ok', attempts: 2, deliveries: 2 } as const;
  return {
    query: well,
    mutation: outcome === 'unknown' ? { code, outcome, attempts: 1, deliveries: 1, ...details } : well,
  };
}
