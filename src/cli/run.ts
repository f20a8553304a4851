import { CommanderError } from 'commander';
import type { Command } from './command.ts';
import { exitCodes } from './exit.ts';
import type { CliIo, EndReason } from './io.ts';
import { type Execute, programOf } from './program.ts';
import { guarded, visible } from './terminal.ts';

/** Runs a command line, and reports a failure on stderr. Returns the exit code. */
export async function run(line: readonly string[], io: CliIo, commands: readonly Command[]): Promise<number> {
  const asJson = asksForJson(line);
  const [stdout, stderr] = [guarded(io.stdout), guarded(io.stderr)];
  // A failure as JSON stands alone on stderr, so notes wait for success.
  const waiting: string[] = [];
  const note = (text: string): void => {
    const written = `${visible(text)}\n`;
    if (asJson) waiting.push(written);
    else stderr.write(written);
  };
  const verbose = line.includes('--verbose');
  // A copy would read the getters, and so open the streams.
  const own = { stdout, stderr, note, verbose: verbose ? note : () => {}, keys: {} };
  const around: CliIo = Object.assign(Object.create(io), own);
  try {
    const code = await runLine(line, around, commands);
    for (const text of waiting) stderr.write(text);
    return io.signal.aborted ? endingOf(io) : code;
  } catch (error) {
    if (io.signal.aborted) return endingOf(io);
    const { reportProblem } = await import('./problem.ts');
    return reportProblem(error, { asJson, verbose }, around);
  }
}

async function runLine(line: readonly string[], io: CliIo, commands: readonly Command[]): Promise<number> {
  let code: number = exitCodes.ok;
  const execute: Execute = async (work, input, { settings }) => {
    const { addSettings } = await import('./settings.ts');
    Object.assign(io, { settings: await addSettings(settings, io) });
    code = await work(input, io);
  };
  const [first, ...others] = line;
  try {
    await programOf(commands, execute, io).parseAsync(first === 'help' ? [...others, '--help'] : line, {
      from: 'user',
    });
    return code;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    // Help that nobody asked for replaces an answer.
    return error.exitCode === 0 ? exitCodes.ok : exitCodes.usage;
  }
}

const endings: Readonly<Record<EndReason, number>> = {
  SIGINT: 130,
  SIGTERM: 143,
  // The code of a shell for a program that wrote to a closed pipe (`| head`).
  EPIPE: 141,
  OUTPUT: exitCodes.unknown,
};

/** The exit code of a command after its signal was aborted. */
export function endingOf({ signal }: Pick<CliIo, 'signal'>): number {
  const reason: EndReason = signal.reason;
  return endings[reason];
}

/** Whether a line asks for JSON. A failure is then one JSON object too, even if the line is wrong. */
function asksForJson(line: readonly string[]): boolean {
  const own = line.includes('--') ? line.slice(0, line.indexOf('--')) : line;
  return own.some(
    (word, index) =>
      /^(?:--format=)?(?:nd)?json$/.test(word) && (word.startsWith('--') || own[index - 1] === '--format'),
  );
}
