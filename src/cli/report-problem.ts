import { adviceFor } from './exit.ts';
import type { CliIo } from './io.ts';
import { type Problem, problemOf } from './problem.ts';
import { json, visible } from './visible.ts';

/** Reports a failure on stderr, as JSON in place of sentences, or with its causes; and returns the exit code. */
export async function reportProblem(
  error: unknown,
  { asJson, verbose }: Readonly<Record<'asJson' | 'verbose', boolean>>,
  io: CliIo,
): Promise<number> {
  const problem = await problemOf(error);
  const text = asJson ? `${json(objectOf(problem, verbose))}\n` : textOf(problem, verbose);
  io.stderr.write(text);
  return problem.exitCode;
}

function objectOf({ causes, stack, hint, ...problem }: Problem, verbose: boolean): object {
  const { code, message, outcome, ...more } = problem;
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

/** The service's own words as a sentence beside a message; none where the message quotes them. */
export function wordsBeside(message: string, words: string | undefined): readonly string[] {
  if (words === undefined || [JSON.stringify(words), `“${words}”`].some((quote) => message.includes(quote))) return [];
  return [`The service says: “${words}”`];
}
