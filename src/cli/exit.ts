import type { ControlApiErrorCode } from '../index.ts';

/** What the exit codes mean, for every command. */
export const exitCodes: Readonly<Record<'ok' | 'no' | 'usage' | 'unknown' | 'refused', number>> = {
  /** All is well. */
  ok: 0,
  /** The answer is "no": drift, a stale file. */
  no: 1,
  /** Wrong use or configuration. */
  usage: 2,
  /** Could not tell: unreachable, or an answer that can't be understood. */
  unknown: 3,
  /** The service refused. */
  refused: 4,
};

/** Ends a command with a code of {@link exitCodes} and one sentence on stderr. */
export class ExitError extends Error {
  override readonly name = 'ExitError';
  /** What the process exits with. */
  readonly exitCode: number;

  constructor(exitCode: number, message: string) {
    super(message);
    this.exitCode = exitCode;
  }
}

const { usage, unknown, refused } = exitCodes;

const byCode: Readonly<Record<ControlApiErrorCode, number>> = {
  configuration: usage,
  browser_runtime: usage,
  operation_not_allowed: usage,
  network: unknown,
  timeout: unknown,
  aborted: unknown,
  redirected: unknown,
  http_status: unknown,
  malformed_response: unknown,
  response_too_large: unknown,
  stuck_cursor: unknown,
  incomplete_list: unknown,
  unauthenticated: refused,
  forbidden: refused,
  rate_limited: refused,
  graphql: refused,
};

/** The exit code for a failure of the SDK. A 4xx is a refusal; any other unexpected status tells nothing. */
export function exitCodeFor(error: {
  readonly code: ControlApiErrorCode;
  readonly status?: number | undefined;
}): number {
  const { code, status = 0 } = error;
  return code === 'http_status' && status >= 400 && status < 500 ? refused : byCode[code];
}
