import type { ControlApiErrorCode, Outcome } from '../../src/errors.ts';

/** The meaning of each status without a body: the table of docs/errors.md, which all tests read. */
export interface StatusMeaning {
  readonly status: number;
  readonly code: ControlApiErrorCode;
  readonly outcome: Outcome;
  /** The message of the error. */
  readonly what: string;
  /** Whether a broken body leaves it as it is. */
  readonly byHead?: boolean;
  /** Whether a later attempt may succeed. */
  readonly isPassing?: boolean;
  /** Whether a timeout ended it, so the operation may still run. */
  readonly isLate?: boolean;
}

const others: readonly (readonly [status: number, outcome: Outcome, more?: Partial<StatusMeaning>])[] = [
  [199, 'unknown'],
  [400, 'rejected'],
  [404, 'rejected', { byHead: true }],
  [408, 'unknown', { isPassing: true, isLate: true }],
  [418, 'unknown'],
  [422, 'rejected'],
  [425, 'rejected', { isPassing: true }],
  [460, 'unknown'],
  [499, 'unknown', { isLate: true }],
  [500, 'unknown', { isPassing: true }],
  [503, 'unknown', { isPassing: true }],
  [504, 'unknown', { isPassing: true, isLate: true }],
  [522, 'unknown', { isPassing: true }],
  [599, 'unknown'],
];

const refusals = { outcome: 'rejected', byHead: true } as const;

export const statuses: readonly StatusMeaning[] = [
  ...[300, 302, 399].map(
    (status) =>
      ({
        status,
        code: 'redirected',
        outcome: 'unknown',
        what: `the answer is a redirect (status ${status})`,
      }) as const,
  ),
  { status: 401, code: 'unauthenticated', what: 'the service did not accept the key (status 401)', ...refusals },
  { status: 403, code: 'forbidden', what: 'the service refused the operation (status 403)', ...refusals },
  {
    ...{ status: 429, code: 'rate_limited', what: 'the service asks to slow down (status 429)', ...refusals },
    isPassing: true,
  },
  ...others.map(
    ([status, outcome, more]) =>
      ({ status, code: 'http_status', outcome, what: `the answer has status ${status}`, ...more }) as const,
  ),
];
