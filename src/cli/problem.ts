import type { ControlApiError, Outcome } from '../index.ts';
import { ExitError, exitCodeFor, exitCodeOf, exitCodes } from './exit.ts';
import { failures } from './explanations.ts';

/** A failure as a command reports it. */
export interface Problem {
  /** Stable: what `control-api explain` explains. */
  readonly code: string;
  /** What happened, and where. */
  readonly message: string;
  /** What to do next, in the words of the command line. Null where the message says it. */
  readonly hint: string | null;
  /** What is known of the effect of what was sent; null where nothing says. */
  readonly outcome: Outcome | null;
  /** What the service said, in its own words. */
  readonly serverMessage?: string | undefined;
  readonly status?: number | undefined;
  readonly requestId?: string | undefined;
  readonly exitCode: number;
  /** What failed below, outermost first. */
  readonly causes: readonly string[];
  /** For a bug of this package: its stack. */
  readonly stack?: string | undefined;
}

/** Advice of the SDK to programmers, each with what a command line says instead: in the message, and as the hint. */
const advice: readonly (readonly [sdk: RegExp, message: string, hint: string | undefined])[] = [
  [/ ?Ask for less in one operation, or raise the limit\./, '', failures.timeout.todo],
  [/ ?Try again, or allow more time\./, '', 'Try again later.'],
  [
    / ?Send fewer calls at once \(the `limiter` option\)(?:, or wait for `retryAfterMs`)?\./,
    '',
    failures.rate_limited.todo,
  ],
  [/ ?Ask for less in one operation, or raise `maxResponseBytes`\./, '', failures.response_too_large.todo],
  [/`maxResponseBytes`/, '64 MiB', undefined],
  [/ ?The server's words are in `error\.errors`\./, '', failures.graphql.todo],
  [
    / ?Pass the `?baseUrl`? option or set CONTROL_API_URL\./,
    '',
    'Set CONTROL_API_URL, in the environment or in .env, or pass `--profile`.',
  ],
  // A command reads it from CONTROL_API_URL, a profile, codegen.ts or `--against`: which one, `--verbose` says.
  [/ \(from the `baseUrl` option\)/, '', 'To see where it comes from, pass `--verbose`.'],
  [/ \(`apiKey: null`\)/, '', undefined],
  [/ ?Pass the `apiKey` option or set CONTROL_API_KEY\.$/, '', 'Set CONTROL_API_KEY, in the environment or in .env.'],
  [/Pass the `apiKey` option or set/, 'Set', undefined],
  [/ ?Name one with the `operationName` option\./, '', 'Say which to send with `--operation`.'],
  [
    / ?Write an operation of your own for this schema, and read it with paginate\(\) or request\(\)\./,
    '',
    failures.incomplete_list.todo,
  ],
  [/(?<=but its cursor leads back\.)$/, '', failures.stuck_cursor.todo],
  [/`timeoutMs`/g, '`--timeout`', undefined],
  [/`pageSize`/g, '`--page-size`', undefined],
  [/ ?Check the base URL, DNS, TLS, and any proxy before the service\./, '', failures.network.todo],
  [/ ?Check the base URL, and any proxy before the service\./, '', failures.http_status.todo],
];

/** What a failure means to a person at a command line, whatever was thrown. */
export async function problemOf(error: unknown): Promise<Problem> {
  const { isControlApiError } = await import('../index.ts');
  if (error instanceof ExitError) {
    const { message, code, exitCode } = error;
    const outcome = exitCode === exitCodes.usage ? 'not-sent' : null;
    return { code, message, hint: null, outcome, exitCode, causes: causesOf(error) };
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
    const [below, exitCode] = isControlApiError(cause)
      ? [serviceProblem(cause), exitCodeFor(cause)]
      : [{ outcome: null }, exitCodeOf(code)];
    return { ...below, code, ...inOurWords(error.message), exitCode, causes: causesOf(error) };
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
  return { code, ...inOurWords(error.message), outcome, ...said, status, requestId, causes: causesOf(error) };
}

function inOurWords(text: string): Pick<Problem, 'message' | 'hint'> {
  let message = text;
  let hint: string | null = null;
  for (const [sdk, instead, todo] of advice) {
    if (message.search(sdk) < 0) continue;
    message = message.replace(sdk, instead);
    hint ??= todo ?? null;
  }
  return { message: message.trim(), hint };
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
