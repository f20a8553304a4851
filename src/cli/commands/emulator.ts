import { resolve } from 'node:path';
import { isRecord } from '../../base/is-record.ts';
import type { ExplainOptions } from '../../emulator/run-emulator.ts';
import { type Command, command, flag, listOption, numberOption, textOption, type ValuesOf } from '../command.ts';
import { exitCodes, usageError } from '../exit.ts';
import type { CliIo } from '../io.ts';
import { visible } from '../terminal.ts';

const options = {
  port: numberOption('<number>', { least: 0, most: 65_535 }, 'the port on 127.0.0.1; 0 chooses a free one', 0),
  seed: textOption('<text>', 'the seed of all ids, names, values and keys', '1'),
  schema: textOption('<file>', 'the schema to serve (default: the documented surface)'),
  fixtures: textOption('<file>', 'the objects to serve, by type, as JSON'),
  count: listOption('<Type=n>', 'the number of objects of a type, such as Device=100'),
  resolvers: textOption('<file>', 'your resolvers, the default export of a module: code that runs in this process'),
  explain: flag('print what each mutation does, or why it is refused, and stop'),
  fail: listOption('<faults>', 'faults of requests, such as slow or rate-limited,operation=ListDevices,nth=2'),
};

type Values = ValuesOf<typeof options>;

export const emulatorCommand: Command = command({
  name: 'emulator',
  summary: 'Run a local GraphQL server with its own keys, for development and tests',
  arguments: [
    {
      name: 'command',
      text: 'run this command with CONTROL_API_URL and CONTROL_API_KEY set, then stop; put -- before it',
      optional: true,
      many: true,
    },
  ],
  options,
  examples: [
    ['control-api emulator --count Device=100', 'serve until Ctrl-C; prints two export lines for a shell'],
    ['control-api emulator -- control-api devices', 'run one command against it'],
    ['control-api emulator --schema schema.graphql --explain', 'print what each mutation does'],
  ],
  run: ({ words, options: values }, io) => serve(words, values, io),
});

function readCount(text: string): readonly [type: string, count: number] {
  const [, type, count] = /^(\w+)=(\d{1,8})$/.exec(text) ?? [];
  if (type !== undefined) return [type, Number(count)];
  throw usageError(`\`--count\` must be a type and a number, such as Event=5000: ${text} is neither.`);
}

async function loadEmulator() {
  const { loadPeer } = await import('../../graphql/files/load-peer.ts');
  return loadPeer('The emulator', ['graphql'], () => import('../../emulator/run-emulator.ts'));
}

async function serve(words: readonly string[], values: Values, io: CliIo): Promise<number> {
  const [{ runEmulator }, { parseFault }] = await Promise.all([loadEmulator(), import('../../emulator/fault.ts')]);
  const { fail, count, port, seed, schema, fixtures } = values;
  const resolvers = values.resolvers === undefined ? undefined : await loadResolvers(values.resolvers, io.cwd);
  if (values.explain) return await explain({ schema, ...(resolvers && { resolvers }) }, io);
  // The stderr of a started command stays free of the log, except with `--verbose`.
  const report = words.length === 0 ? (line: string) => io.stderr.write(`${line}\n`) : io.verbose;
  await using server = await runEmulator(io.cwd, {
    ...{ port, seed, schema, fixtures, ...(resolvers && { resolvers }) },
    count: Object.fromEntries(count.map(readCount)),
    faults: fail.map(parseFault),
    onRequest({ kind, operationName, authorization, faults }) {
      const what = `${kind ?? 'invalid'} ${visible(operationName ?? '(anonymous)')}`;
      report(`${what} (${[`key: ${authorization}`, ...faults].join(', ')})`);
    },
    onNote: (note) => io.stderr.write(`The emulator: ${visible(note)}\n`),
  });
  const [program, ...args] = words;
  if (program !== undefined)
    return await run(program, args, { ...io.env, CONTROL_API_URL: server.url, CONTROL_API_KEY: server.key }, io);
  const { shellWord } = await import('../../base/words.ts');
  io.stdout.write(`export CONTROL_API_URL=${server.url}\nexport CONTROL_API_KEY=${shellWord(server.key)}\n`);
  io.stderr.write(
    `Serving ${schema ?? 'the documented surface'} at ${server.url}/graphql, on this machine only. Press Ctrl-C to stop.\n`,
  );
  if (!io.signal.aborted) await new Promise((resolve) => io.signal.addEventListener('abort', resolve));
  return exitCodes.ok;
}

async function loadResolvers(file: string, cwd: string): Promise<object> {
  const { loadDefault } = await import('../../codegen/project-config.ts');
  const loaded = await loadDefault(resolve(cwd, file), file).catch((error: unknown) => {
    throw usageError(
      `The resolvers ${file} cannot be loaded: ${error instanceof Error ? error.message : String(error)}`,
    );
  });
  if (isRecord(loaded)) return loaded;
  throw usageError(`The resolvers ${file} must have an object of types and fields as their default export.`);
}

async function explain(options: ExplainOptions, io: CliIo): Promise<number> {
  const { explainSchema } = await loadEmulator();
  for (const { mutation, rule, isEmulated, text } of await explainSchema(io.cwd, options)) {
    const how = [...(isEmulated ? [] : ['NOT_EMULATED']), ...(rule === undefined ? [] : [`rule ${rule}`])].join(', ');
    io.stdout.write(`${visible(`${mutation}: ${how && `${how}: `}${text}`)}\n`);
  }
  return exitCodes.ok;
}

async function run(program: string, args: readonly string[], env: NodeJS.ProcessEnv, io: CliIo): Promise<number> {
  // On Windows, cross-spawn finds and quotes commands as a shell does, such as npm.cmd.
  const [{ default: spawn }, { constants }] = await Promise.all([import('cross-spawn'), import('node:os')]);
  const child = spawn(program, args, { cwd: io.cwd, env, stdio: 'inherit' });
  // A terminal sends Ctrl-C to the child as well; SIGTERM reaches only this process.
  io.signal.addEventListener('abort', () => child.kill(io.signal.reason === 'SIGTERM' ? 'SIGTERM' : 'SIGINT'), {
    once: true,
  });
  return new Promise((resolve, reject) => {
    child.once('error', () => reject(usageError(`The command ${program} cannot be run: check its name.`)));
    child.once('exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal ?? 'SIGKILL']));
  });
}
