import type { Command } from 'commander';
import { isRecord } from '../base/is-record.ts';
import { ExitError, exitCodes } from './exit.ts';
import { readText } from './files.ts';
import type { CliIo } from './io.ts';
import { json } from './render.ts';
import { wholeNumber } from './whole-number.ts';

interface Options {
  readonly variables?: string;
  readonly operation?: string;
  readonly timeout?: number;
}

/** Adds `control-api request`. */
export function registerRequest(program: Command, io: CliIo): void {
  program
    .command('request')
    .description('Send an operation and print its data as JSON')
    .argument('<file>', 'a .graphql file, or - for standard input')
    .option('--variables <json>', 'a JSON object of variables, or @file to read it from a file')
    .option('--operation <name>', 'the operation to send, if the file contains several')
    .option('--timeout <ms>', 'timeout in milliseconds (default: 30000)', wholeNumber(1))
    .action((file: string, options: Options) => sendRequest(file, options, io));
}

async function sendRequest(file: string, options: Options, io: CliIo): Promise<void> {
  const document = await readText(file, io);
  const variables = options.variables === undefined ? {} : await readVariables(options.variables, io);
  const { createControlClient } = await import('../index.ts');
  // Introspection needs no key (documented), so a missing key is not an error yet.
  const keyless = !io.env['CONTROL_API_KEY'] && !io.env['CONTROL_API_KEY_FILE'];
  await using client = createControlClient({ timeoutMs: options.timeout, ...(keyless && { apiKey: null }) });
  const data = await client.request(document, variables, {
    signal: io.signal,
    operationName: options.operation,
  });
  io.stdout.write(`${json(data, 2)}\n`);
}

/** The message never contains the variables: they may be secret. */
async function readVariables(given: string, io: CliIo): Promise<Record<string, unknown>> {
  const text = given.startsWith('@') ? await readText(given.slice(1), io) : given;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    value = undefined;
  }
  if (isRecord(value)) return value;
  throw new ExitError(exitCodes.usage, '`--variables` must be a JSON object: pass, for example, \'{"first": 10}\'.');
}
