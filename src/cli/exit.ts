import type { ControlApiErrorCode } from '../index.ts';

/** The exit codes of every command. */
export const exitCodes: Readonly<Record<'ok' | 'no' | 'usage' | 'unknown' | 'refused', number>> = {
  /** Success. */
  ok: 0,
  /** Drift, a stale file, or nothing found. */
  no: 1,
  /** Wrong usage or configuration. */
  usage: 2,
  /** No result: the service cannot be reached, or its answer is invalid. */
  unknown: 3,
  /** The service rejected the request. */
  refused: 4,
};

/** Ends a command with an exit code of {@link exitCodes} and one sentence on stderr. */
export class ExitError extends Error {
  override readonly name = 'ExitError';
  /** The exit code of the process. */
  readonly exitCode: number;
  /** What `control-api explain` explains: a code, or the exit code. */
  readonly code: string;

  constructor(exitCode: number, message: string, code: string = String(exitCode)) {
    super(message);
    this.exitCode = exitCode;
    this.code = code;
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

/** The exit code for a failure of the SDK. A status 4xx is a rejection; any other unexpected status gives no result. */
export function exitCodeFor(error: {
  readonly code: ControlApiErrorCode;
  readonly status?: number | undefined;
}): number {
  const { code, status = 0 } = error;
  return code === 'http_status' && status >= 400 && status < 500 ? refused : byCode[code];
}
