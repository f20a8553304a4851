import { isControlApiError } from 'control-api-sdk';
import type { Problem } from '../shared/api.js';

type Status = 400 | 401 | 403 | 404 | 422 | 429 | 500 | 502 | 503;

const statuses: Readonly<Record<Problem, Status>> = {
  signed_out: 401,
  wrong_password: 401,
  too_many_tries: 429,
  refused: 403,
  not_allowed: 403,
  invalid: 422,
  not_found: 404,
  unavailable: 503,
  unclear: 502,
  failed: 500,
};

/** A failure that the page can show: a code, and a sentence for a person. */
export class ProblemError extends Error {
  readonly problem: Problem;
  readonly status: Status;

  constructor(problem: Problem, message: string) {
    super(message);
    this.problem = problem;
    this.status = statuses[problem];
  }
}

/** What the page is shown of any error. Nothing that the service said is passed on. */
export function toProblem(error: unknown): ProblemError {
  if (error instanceof ProblemError) return error;
  if (!isControlApiError(error))
    return new ProblemError('failed', 'Something went wrong. It is in the log of the backend.');
  // A mutation that may have been executed is never sent twice: a person has to look.
  if (error.operationKind === 'mutation' && error.outcome === 'unknown')
    return new ProblemError(
      'unclear',
      'The connection broke: the change may have been saved. Check before you try again.',
    );
  switch (error.code) {
    case 'network':
    case 'timeout':
    case 'rate_limited':
    case 'http_status':
      return new ProblemError('unavailable', 'The device service does not answer at the moment.');
    default:
      return new ProblemError('failed', 'The device service refused the request. It is in the log of the backend.');
  }
}
