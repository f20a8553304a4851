import { todoFor } from '../exit.ts';
import type { CliIo } from '../io.ts';
import { type Problem, problemOf } from '../problem.ts';
import { json, visible } from './visible.ts';
import { wordsBeside } from './words-beside.ts';

/** Reports a failure on stderr, as JSON in place of sentences, or with its causes; and returns the exit code. */
export async function reportProblem(
  error: unknown,
  { asJson, verbose }: Readonly<Record<'asJson' | 'verbose', boolean>>,
  io: CliIo,
): Promise<number> {
  const problem = await problemOf(error);
  io.stderr.write(asJson ? `${json(objectOf(problem, verbose))}\n` : textOf(problem, verbose));
  return problem.exitCode;
}

function objectOf({ causes, stack, hint, ...problem }: Problem, verbose: boolean): object {
  const { code, message, outcome, ...more } = problem;
  return {
    code,
    message,
    hint: hint ?? todoFor(code),
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
