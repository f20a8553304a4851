import type { Command } from './command.ts';
import { ExitError, exitCodeFor, exitCodes } from './exit.ts';
import { commandHelp, programHelp } from './help.ts';
import type { CliIo, EndReason } from './io.ts';
import { findCommand, isHelp, parseLine } from './parse-line.ts';
import { addSettings } from './settings.ts';
import { visible } from './visible.ts';

/** Runs one command line to its end and returns the exit code. A failure is reported on stderr, in one sentence. */
export async function run(line: readonly string[], io: CliIo, commands: readonly Command[]): Promise<number> {
  try {
    const code = await runLine(line, io, commands);
    return io.signal.aborted ? endingOf(io) : code;
  } catch (error) {
    return failed(error, io);
  }
}

async function runLine(line: readonly string[], io: CliIo, commands: readonly Command[]): Promise<number> {
  const [first, ...others] = line;
  if (first === undefined) {
    io.stderr.write(programHelp(commands));
    return exitCodes.usage;
  }
  const wanted = first === 'help' ? others : line;
  if (wanted.length === 0 || isHelp(wanted[0])) {
    io.stdout.write(programHelp(commands));
    return exitCodes.ok;
  }
  const { command, path, rest } = findCommand(commands, wanted);
  if (first === 'help' || (command.run === undefined && isHelp(rest[0]))) {
    io.stdout.write(commandHelp(command, path));
    return exitCodes.ok;
  }
  if (command.run === undefined) {
    io.stderr.write(commandHelp(command, path));
    return exitCodes.usage;
  }
  const { given, shared } = parseLine(command, path, rest);
  if (shared.help) {
    io.stdout.write(commandHelp(command, path));
    return exitCodes.ok;
  }
  const verbose = (text: string): void => {
    if (shared.verbose) io.stderr.write(`${visible(text)}\n`);
  };
  const around: CliIo = { ...io, verbose };
  await addSettings(shared, around);
  return (await command.run(given, around)) ?? exitCodes.ok;
}

const endings: Readonly<Record<EndReason, number>> = {
  SIGINT: 130,
  SIGTERM: 143,
  // As the shell reports a program that wrote to a closed pipe (`| head`).
  EPIPE: 141,
};

function endingOf({ signal }: CliIo): number {
  const reason: EndReason = signal.reason;
  return endings[reason];
}

async function failed(error: unknown, io: CliIo): Promise<number> {
  if (io.signal.aborted) return endingOf(io);
  const say = (text: string): void => io.stderr.write(`${text.split('\n').map(visible).join('\n')}\n`);
  if (error instanceof ExitError) {
    say(error.message);
    return error.exitCode;
  }
  // Another copy of the class may have thrown it, so it is recognised by name.
  if (error instanceof Error && error.name === 'OperationsError') {
    say(error.message);
    return exitCodes.usage;
  }
  const { isControlApiError } = await import('../index.ts');
  if (isControlApiError(error)) {
    say(error.message);
    // If the operation was rejected, the messages of the service help; if the key was, they add nothing.
    if (error.code === 'graphql')
      for (const { message } of error.errors ?? []) say(`The service says: ${visible(message)}`);
    return exitCodeFor(error);
  }
  // A bug in this package: its report needs the stack.
  io.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  return exitCodes.unknown;
}
