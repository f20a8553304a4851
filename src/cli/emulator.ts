import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';
import type { Command } from 'commander';
import type { Emulator } from '../emulator/index.ts';
import { ExitError, exitCodes } from './exit.ts';
import type { CliIo } from './io.ts';
import { wholeNumber } from './whole-number.ts';

interface Options {
  readonly port: number;
  readonly devices: number;
  readonly seed: string;
  readonly schema?: string;
}

/** Adds `control-api emulator`. */
export function registerEmulator(program: Command, io: CliIo): void {
  program
    .command('emulator')
    .description('Run a local GraphQL server with its own keys, for development and tests')
    .argument(
      '[command...]',
      'run this command with CONTROL_API_URL and CONTROL_API_KEY set, then stop; put -- before it',
    )
    .option('--port <number>', 'the port on 127.0.0.1; 0 chooses a free one', wholeNumber(0), 0)
    .option('--devices <number>', 'how many devices the team has', wholeNumber(0), 25)
    .option('--seed <text>', 'the seed of all ids, names, values and keys', '1')
    .option('--schema <file>', 'the schema to serve (default: the documented surface)')
    .action((command: string[], options: Options) => runEmulator(command, options, io));
}

async function runEmulator(command: readonly string[], options: Options, io: CliIo): Promise<void> {
  const { startEmulatorIn } = await import('../emulator/start-emulator.ts');
  const [program, ...args] = command;
  await using emulator = await startEmulatorIn(io.cwd, {
    ...options,
    ...(program === undefined && {
      onRequest: ({ operationName = 'an anonymous operation', authorization }) =>
        io.stderr.write(`${operationName} (key: ${authorization})\n`),
    }),
  });
  const settings = { CONTROL_API_URL: emulator.url, CONTROL_API_KEY: emulator.key };
  if (program !== undefined) {
    io.exitCode = await run(program, args, { ...io.env, ...settings }, io);
    return;
  }
  for (const [name, value] of Object.entries(settings)) io.stdout.write(`export ${name}=${value}\n`);
  io.stderr.write(`${serving(emulator, options)} Press Ctrl-C to stop.\n`);
  if (!io.signal.aborted) await once(io.signal, 'abort');
}

function serving({ url }: Emulator, { schema = 'the documented surface', devices }: Options): string {
  return `Serving ${schema} with ${devices} devices at ${url}/graphql, on this machine only.`;
}

/** Runs a program to its end and returns its exit code. */
async function run(program: string, args: readonly string[], env: NodeJS.ProcessEnv, io: CliIo): Promise<number> {
  const child = spawn(program, args, { cwd: io.cwd, env, stdio: 'inherit' });
  // A terminal sends Ctrl-C to the child as well; a request to terminate reaches only this process.
  io.signal.addEventListener('abort', () => child.kill(io.signal.reason === 'SIGTERM' ? 'SIGTERM' : 'SIGINT'), {
    once: true,
  });
  return new Promise((resolve, reject) => {
    child.once('error', () =>
      reject(new ExitError(exitCodes.usage, `The command ${program} cannot be run: check its name.`)),
    );
    child.once('exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal ?? 'SIGKILL']));
  });
}
