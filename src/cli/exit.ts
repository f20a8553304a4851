import { type FailureExplanation, failures, todos } from './explanations.ts';

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

const ownCodes: Readonly<Record<number, string>> = { 1: 'no', 2: 'usage', 3: 'unknown' };

/** Ends a command with an exit code of {@link exitCodes} and one sentence on stderr. */
export class ExitError extends Error {
  override readonly name = 'ExitError';
  /** The exit code of the process. */
  readonly exitCode: number;
  /** The subjects of `control-api explain`. */
  readonly code: string;
  /** The next step, where the message does not say it. */
  readonly todo: string | undefined;

  constructor(exitCode: number, message: string, code: string = ownCodes[exitCode] ?? 'unknown', todo?: string) {
    super(message);
    this.exitCode = exitCode;
    this.code = code;
    this.todo = todo;
  }
}

/** The end of a command that was used wrongly. */
export function usageError(message: string, todo?: string): ExitError {
  return new ExitError(exitCodes.usage, message, 'usage', todo);
}

/** The end of a command that reads the schema of a service, where none is set. */
export function noBaseUrl(): ExitError {
  return usageError('The base URL of the service is missing (no key is needed).', todos.no_base_url);
}

/** Statuses that pass: the same request may succeed later. */
const passing = [408, 425, 429];

/** The explanation of a code; another copy of this package may have given one that is unknown here. */
export function explanationOf(code: string): FailureExplanation {
  return Object.entries(failures).find(([name]) => name === code)?.[1] ?? failures.unknown;
}

/**
 * The exit code for a failure. A status 4xx is a rejection, unless it passes; any other unexpected status gives no result.
 */
export function exitCodeOf(code: string, status: number = 0): number {
  const rejects = code === 'http_status' && status >= 400 && status < 500 && !passing.includes(status);
  return rejects ? exitCodes.refused : explanationOf(code).exits;
}
