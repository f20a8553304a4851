import { ADVICE, type Advice } from '../base/advice.ts';
import { type ControlApiError, isControlApiError, type Outcome } from '../index.ts';
import { mostCauses } from './defaults.ts';
import { advice, adviceFor, ExitError, exitCodeOf, exitCodes } from './exit.ts';
import type { CliIo } from './io.ts';
import { json, visible } from './terminal.ts';

/** A failure as a command reports it. */
export interface Problem {
  /** Stable, for programs. */
  readonly code: string;
  readonly message: string;
  /** The next step; null if the message has it. */
  readonly hint: string | null;
  /** The effect of the request; null if it is unknown. */
  readonly outcome: Outcome | null;
  readonly serverMessage?: string | undefined;
  readonly status?: number | undefined;
  readonly requestId?: string | undefined;
  readonly exitCode: number;
  /** The causes, outermost first. */
  readonly causes: readonly string[];
  /** The stack of a bug in this package. */
  readonly stack?: string | undefined;
}

export function problemOf(error: unknown): Problem {
  const thrown = error instanceof Error ? error : new Error(String(error));
  const { name, message, cause } = thrown;
  const plain = { message, hint: null, outcome: null, causes: causesOf(thrown) };
  const failedWith = (code: string, hint: string | null = null): Problem => {
    const exitCode = exitCodeOf(code);
    return { ...plain, code, hint, exitCode, outcome: exitCode === exitCodes.usage ? 'not-sent' : null };
  };
  if (thrown instanceof ExitError) return failedWith(thrown.code, thrown.todo);
  if (isControlApiError(error)) {
    // The error of a list that is not proven whole has the refusal of the service as its cause.
    const { serverMessage } = isControlApiError(cause) ? cause : {};
    return { ...plain, code: error.code, serverMessage, ...inOurWords(message, error.advice), ...serviceFacts(error) };
  }
  // Another copy of these classes may have thrown the error, so its name decides.
  if (name === 'OperationsError' || name === 'UnknownNameError') return failedWith('usage');
  if (name === 'UncertainListError') return failedWith('incomplete_list');
  if (name === 'IntrospectionError') {
    const code = 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : 'unknown';
    const isRefusal = isControlApiError(cause);
    const facts = isRefusal ? serviceFacts(cause) : { exitCode: exitCodeOf(code) };
    const words = inOurWords(message, isRefusal ? cause.advice : undefined);
    // A hidden schema may be available as a file.
    const isHidden = code === 'introspection_off' || code === 'partial';
    return { ...plain, code, ...words, ...facts, ...(isHidden && { hint: advice[code], exitCode: exitCodes.unknown }) };
  }
  const { stack = message } = thrown;
  return { ...failedWith('crash', advice.crash), message: 'The command failed unexpectedly.', stack };
}

function serviceFacts({
  code,
  outcome,
  serverMessage,
  status,
  requestId,
}: ControlApiError): Pick<Problem, 'outcome' | 'serverMessage' | 'status' | 'requestId' | 'exitCode'> {
  const said = serverMessage !== undefined && { serverMessage };
  return { outcome, ...said, status, requestId, exitCode: exitCodeOf(code, status) };
}

const flags = [
  ['`timeoutMs`', '`--timeout`'],
  ['`pageSize`', '`--page-size`'],
] as const;

/** Separates the advice at the end of a message, and replaces it by that of the command line. */
function inOurWords(text: string, kind: Advice | undefined): Pick<Problem, 'message' | 'hint'> {
  const message = flags.reduce((shown, [option, flag]) => shown.replaceAll(option, flag), text);
  if (kind === undefined || !message.endsWith(ADVICE[kind])) return { message, hint: null };
  return { message: message.slice(0, -ADVICE[kind].length).trim(), hint: advice[kind] };
}

function causesOf(error: Error): readonly string[] {
  const causes: string[] = [];
  let cause: unknown = error.cause;
  while (cause instanceof Error && causes.length < mostCauses) {
    const code = 'code' in cause && typeof cause.code === 'string' ? ` (${cause.code})` : '';
    causes.push(`${cause.name}: ${cause.message}${code}`);
    cause = cause.cause;
  }
  return causes;
}

/** Reports a failure on stderr, as sentences or JSON. Returns the exit code. */
export function reportProblem(
  error: unknown,
  { asJson, verbose }: Readonly<Record<'asJson' | 'verbose', boolean>>,
  io: CliIo,
): number {
  const problem = problemOf(error);
  const text = asJson ? `${json(objectOf(problem, verbose))}\n` : textOf(problem, verbose);
  io.stderr.write(text);
  return problem.exitCode;
}

function objectOf({ code, message, hint, outcome, causes, stack, ...more }: Problem, verbose: boolean): object {
  return {
    code,
    message,
    hint: hint ?? adviceFor(code),
    outcome,
    ...more,
    ...(verbose && { causes }),
    ...(stack && { stack }),
  };
}

function textOf({ code, message, hint, serverMessage, causes, stack }: Problem, verbose: boolean): string {
  const more = verbose ? [...causes.map((cause) => `Caused by ${cause}`), `Code: ${code}.`] : [];
  const lines = [
    hint === null ? message : `${message} ${hint}`,
    ...wordsBeside(message, serverMessage),
    ...more,
    ...(stack ? [stack] : []),
  ];
  return lines
    .flatMap((text) => text.split('\n'))
    .map((line) => `${visible(line)}\n`)
    .join('');
}

/** The message of the service as a sentence, unless the error's own message quotes it. */
export function wordsBeside(message: string, words: string | undefined): readonly string[] {
  if (words === undefined || [JSON.stringify(words), `“${words}”`].some((quote) => message.includes(quote))) return [];
  return [`The service says: “${words}”`];
}
