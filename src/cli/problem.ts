import { ADVICE, type Advice } from '../base/advice.ts';
import type { ControlApiError, Outcome } from '../index.ts';
import { ExitError, exitCodeFor, exitCodeOf, exitCodes } from './exit.ts';
import { failures, todos } from './explanations.ts';

/** A failure as a command reports it. */
export interface Problem {
  /** Stable: what `control-api explain` explains. */
  readonly code: string;
  /** The failure, and its place. */
  readonly message: string;
  /** The next step, in the words of the command line. Null where the message says it. */
  readonly hint: string | null;
  /** The effect of the request, as far as it is known; null where nothing shows it. */
  readonly outcome: Outcome | null;
  /** The service's own words. */
  readonly serverMessage?: string | undefined;
  readonly status?: number | undefined;
  readonly requestId?: string | undefined;
  readonly exitCode: number;
  /** The failures below, outermost first. */
  readonly causes: readonly string[];
  /** For a bug of this package: its stack. */
  readonly stack?: string | undefined;
}

/** The meaning of a thrown value for a person at a command line. */
export async function problemOf(error: unknown): Promise<Problem> {
  const { isControlApiError } = await import('../index.ts');
  if (error instanceof ExitError) {
    const { message, code, exitCode, todo = null } = error;
    const outcome = exitCode === exitCodes.usage ? 'not-sent' : null;
    return { code, message, hint: todo, outcome, exitCode, causes: causesOf(error) };
  }
  if (isControlApiError(error)) {
    // A list that cannot be proven whole because of a refusal has the service's words one level down.
    const { serverMessage } = isControlApiError(error.cause) ? error.cause : {};
    return { serverMessage, ...serviceProblem(error), exitCode: exitCodeFor(error) };
  }
  // Another copy of the classes may have thrown these, so they are recognised by name.
  if (error instanceof Error && error.name === 'OperationsError')
    return plainProblem('usage', error, exitCodes.usage, 'not-sent');
  if (error instanceof Error && error.name === 'IntrospectionError') {
    const code = 'code' in error && typeof error.code === 'string' ? error.code : 'unknown';
    // A refusal is the cause's, as for any other request.
    const { cause } = error;
    const [below, exitCode, advice] = isControlApiError(cause)
      ? [serviceProblem(cause), exitCodeFor(cause), cause.advice]
      : [{ outcome: null }, exitCodeOf(code)];
    return { ...below, code, ...inOurWords(error.message, advice), exitCode, causes: causesOf(error) };
  }
  const thrown = error instanceof Error ? error : new Error(String(error));
  const { stack = thrown.message } = thrown;
  return {
    ...plainProblem('crash', thrown, exitCodes.unknown, null),
    message: 'The command failed unexpectedly.',
    hint: failures.crash.todo,
    stack,
  };
}

function plainProblem(code: string, error: Error, exitCode: number, outcome: Outcome | null): Problem {
  return { code, message: error.message, hint: null, outcome, exitCode, causes: causesOf(error) };
}

function serviceProblem(error: ControlApiError): Omit<Problem, 'exitCode'> {
  const { code, outcome, serverMessage, status, requestId } = error;
  const said = serverMessage !== undefined && { serverMessage };
  return {
    code,
    ...inOurWords(error.message, error.advice),
    outcome,
    ...said,
    status,
    requestId,
    causes: causesOf(error),
  };
}

/** The options of the command line in place of those of the client. */
const flags = [
  ['`timeoutMs`', '`--timeout`'],
  ['`pageSize`', '`--page-size`'],
] as const;

/** The message without its advice, which ends it, and the advice in the words of the command line. */
function inOurWords(text: string, advice: Advice | undefined): Pick<Problem, 'message' | 'hint'> {
  const message = flags.reduce((shown, [option, flag]) => shown.replaceAll(option, flag), text);
  if (advice === undefined || !message.endsWith(ADVICE[advice])) return { message, hint: null };
  return { message: message.slice(0, -ADVICE[advice].length).trim(), hint: todos[advice] };
}

function causesOf(error: Error): readonly string[] {
  const causes: string[] = [];
  let cause: unknown = error.cause;
  while (cause instanceof Error && causes.length < 8) {
    const code = 'code' in cause && typeof cause.code === 'string' ? ` (${cause.code})` : '';
    causes.push(`${cause.name}: ${cause.message}${code}`);
    cause = cause.cause;
  }
  return causes;
}
