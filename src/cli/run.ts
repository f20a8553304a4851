import { Command, CommanderError } from 'commander';
import { VERSION } from '../base/version.ts';
import { registerCheck } from './check.ts';
import { registerDevices } from './devices.ts';
import { registerEmulator } from './emulator.ts';
import { ExitError, exitCodeFor, exitCodes } from './exit.ts';
import { registerGenerate } from './generate.ts';
import { registerInit } from './init.ts';
import type { CliIo, EndReason } from './io.ts';
import { registerOperations } from './operations.ts';
import { visible } from './render.ts';
import { registerRequest } from './request.ts';
import { registerSchema } from './schema.ts';

/** In the order of the help. */
const commands = [
  registerDevices,
  registerRequest,
  registerSchema,
  registerOperations,
  registerGenerate,
  registerCheck,
  registerEmulator,
  registerInit,
];

const afterHelp = `
The base URL of the service is read from CONTROL_API_URL. The key is read from CONTROL_API_KEY, or from the file that
CONTROL_API_KEY_FILE names. No option takes the key: other users could see it in the process list.

Exit codes: 0 success; 1 drift, stale output or nothing found; 2 wrong usage or configuration; 3 the service cannot be
reached, or its answer is invalid; 4 the service rejected the request.
`;

/** Runs one command line to its end and returns the exit code. A failure is reported on stderr, in one sentence. */
export async function run(args: readonly string[], io: CliIo): Promise<number> {
  const program = new Command('control-api')
    .description("A command line for a team's GraphQL control API.")
    .version(VERSION)
    .addHelpText('after', afterHelp)
    .exitOverride()
    .configureOutput({ writeOut: io.stdout.write, writeErr: io.stderr.write });
  for (const register of commands) register(program, io);
  try {
    await program.parseAsync(args, { from: 'user' });
    return io.exitCode;
  } catch (error) {
    return failed(error, io);
  }
}

const endings: Readonly<Record<EndReason, number>> = {
  SIGINT: 130,
  SIGTERM: 143,
  // A reader that closes the pipe (`| head`) has read enough.
  EPIPE: exitCodes.ok,
};

async function failed(error: unknown, io: CliIo): Promise<number> {
  if (io.signal.aborted) {
    const reason: EndReason = io.signal.reason;
    return endings[reason];
  }
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.ok : exitCodes.usage;
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
