import { exitCodes } from '../exit.ts';
import { processIo } from '../io.ts';
import { endingOf, run } from '../run.ts';
import { commands } from './index.ts';

/** The end of the process: after an answer, or before it by a crash, without work, or at once. */
type Ending = 'answered' | 'crash' | 'idle' | 'sudden';

/**
 * Runs a command line in this process. Code of the project may end the process, or wait forever, so the exit code is 3 until the
 * command has returned its own.
 */
export async function start(args: readonly string[]): Promise<void> {
  let answer: number = exitCodes.unknown;
  let file: string | undefined;
  let ending: Ending = 'sudden';
  const io = processIo((name) => {
    file = name;
  });
  process.exitCode = exitCodes.unknown;
  process.once('uncaughtExceptionMonitor', () => {
    ending = 'crash';
  });
  process.once('beforeExit', () => {
    if (ending === 'sudden') ending = 'idle';
  });
  process.on('exit', () => {
    if (ending !== 'answered') process.stderr.write(withoutAnswer(file, ending));
    process.exit(ending === 'crash' ? exitCodes.unknown : answer);
  });
  answer = await run(args, io, commands);
  ending = 'answered';
  process.exitCode = answer;
  // After a signal, the process does not wait for pending work. The output may fail even later.
  if (io.signal.aborted) process.exit();
  io.signal.addEventListener('abort', () => {
    answer = endingOf(io);
    process.exit();
  });
}

/** The message of a command that ended without an exit code of its own. A crash is reported elsewhere. */
function withoutAnswer(file: string | undefined, ending: Exclude<Ending, 'answered'>): string {
  if (file === undefined) return ending === 'crash' ? '' : 'The command ended without an answer. Report it.\n';
  const code = `${file}, or what it loads,`;
  if (ending === 'crash') return `The command had run ${file}: look there and in what it loads first.\n`;
  return ending === 'idle'
    ? `There is no answer: ${code} waits for something that never comes. Correct what it awaits.\n`
    : `There is no answer: ${code} ended the process. Remove its \`process.exit\`.\n`;
}
