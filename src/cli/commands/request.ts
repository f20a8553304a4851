import { isRecord } from '../../base/is-record.ts';
import { type Command, command } from '../command.ts';
import { ExitError, exitCodes } from '../exit.ts';
import { readText } from '../files.ts';
import type { CliIo } from '../io.ts';
import { numberOption, textOption } from '../option.ts';
import { json } from '../visible.ts';

interface Options {
  readonly variables: string | undefined;
  readonly operation: string | undefined;
  readonly timeout: number | undefined;
}

/** `control-api request`. */
export const requestCommand: Command = command({
  name: 'request',
  summary: 'Send an operation and print its data as JSON',
  arguments: [{ name: 'file', text: 'a .graphql file, or - for standard input' }],
  options: {
    variables: textOption('<json>', 'a JSON object of variables, or @file to read it from a file'),
    operation: textOption('<name>', 'the operation to send, if the file contains several'),
    timeout: numberOption('<ms>', { least: 1 }, 'timeout in milliseconds (default: 30000)'),
  },
  run: ({ words: [file = ''], options }, io) => sendRequest(file, options, io),
});

async function sendRequest(file: string, options: Options, io: CliIo): Promise<undefined> {
  const document = await readText(file, io);
  const variables = options.variables === undefined ? {} : await readVariables(options.variables, io);
  const { createControlClient } = await import('../../index.ts');
  // Introspection needs no key (documented), so a missing key is not an error yet.
  const keyless = !['', '_FILE', '_COMMAND'].some((name) => io.env[`CONTROL_API_KEY${name}`]);
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
