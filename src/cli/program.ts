import { Command as Commander, type CommanderError, Option as CommanderOption, InvalidArgumentError } from 'commander';
import { didYouMean } from '../base/words.ts';
import type { GivenOption } from '../drift/report/report.ts';
import {
  type Argument,
  type Command,
  type CommandInput,
  type Option,
  type Options,
  sharedOptions,
  type ValuesOf,
  writtenOption,
} from './command.ts';
import { usualColumns } from './defaults.ts';
import { type ExitError, usageError } from './exit.ts';
import type { CliIo } from './io.ts';

export type Execute = (
  run: NonNullable<Command['run']>,
  input: CommandInput,
  shared: ValuesOf<typeof sharedOptions>,
) => Promise<void>;

const about = `
CONTROL_API_URL is the base URL; CONTROL_API_KEY or CONTROL_API_KEY_FILE gives
the key. The URL and the key may be in .env, too. No option takes the key, since
other users of the machine could read it.

Exit codes: 0 success, 1 the answer is no, 2 wrong usage or configuration, 3 no
result, 4 refused by the service, or errors in its answer.

Examples:
  control-api emulator -- control-api devices  # try it without the service
  control-api --version                        # print the version`;

export function programOf(commands: readonly Command[], execute: Execute, { stdout, stderr }: CliIo): Commander {
  const program = new Commander('control-api')
    .description("A command line for a team's GraphQL control API.")
    .usage('<command> [options]')
    .helpOption('-h, --help', 'show the help of the command')
    .helpCommand(false)
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({
      writeOut: (text) => stdout.write(text),
      writeErr: (text) => stderr.write(text),
      outputError: () => {},
      getOutHelpWidth: () => usualColumns,
      getErrHelpWidth: () => usualColumns,
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    })
    .addHelpText('after', about);
  const order: GivenOption[] = [];
  refuseWrong(program, 'control-api');
  declareOptions(program, sharedOptions, order);
  const add = (parent: Commander, path: string, command: Command): void => {
    const declared = parent.command(command.name).summary(command.summary).description(`${command.summary}.`);
    const name = `${path} ${command.name}`;
    refuseWrong(declared, name);
    for (const argument of command.arguments) declared.argument(written(argument), argument.text);
    declareOptions(declared, command.options, order);
    declared.addHelpText('after', moreHelp(command));
    if (command.commands.length > 0) declared.helpCommand('help [command]', 'show the help of a command');
    for (const below of command.commands) add(declared, name, below);
    const { run } = command;
    if (run === undefined) return;
    declared.action(() => {
      const input = { words: declared.args, options: valuesOf(declared, command.options), order };
      return execute(run, input, valuesOf(program, sharedOptions) as ValuesOf<typeof sharedOptions>);
    });
  };
  for (const command of commands) add(program, 'control-api', command);
  return program;
}

function written({ name, optional, many }: Argument): string {
  const inner = `${name}${many ? '...' : ''}`;
  return optional ? `[${inner}]` : `<${inner}>`;
}

function moreHelp({ notes, examples }: Command): string {
  const lines = examples.flatMap(([line, does]) => {
    const whole = `  ${line}  # ${does}`;
    return whole.length <= usualColumns ? [whole] : [`  # ${does}`, `  ${line}`];
  });
  return ['', ...(notes === undefined ? [] : [notes.trim(), '']), 'Examples:', ...lines].join('\n');
}

function declareOptions(declared: Commander, options: Options, order: GivenOption[]): void {
  for (const [name, option] of Object.entries(options)) {
    const flags = writtenOption(name);
    const its = new CommanderOption(option.takes === undefined ? flags : `${flags} ${option.takes}`, option.text);
    const { choices, fallback, read } = option;
    if (choices !== undefined) its.choices(choices);
    if (typeof fallback === 'string' || typeof fallback === 'number') its.default(fallback);
    if (option.takes !== undefined) its.argParser(valueReader(its.parseArg ?? read));
    declared.addOption(its);
    declared.on(`option:${its.name()}`, (value?: string) =>
      order.push(value ? { option: flags, value } : { option: flags }),
    );
  }
}

/** Commander reads the word after an option as its value, even if the word is an option. */
function valueReader(
  read: ((text: string, before: unknown) => unknown) | undefined,
): (text: string, before: unknown) => unknown {
  return (text, before) => {
    if (/^--\w/.test(text)) throw new InvalidArgumentError('It is an option: write the value before it.');
    return read === undefined ? text : read(text, before);
  };
}

/** The values of options. */
function valuesOf(declared: Commander, options: Options): ValuesOf<Options> {
  const isGiven = (name: string): boolean => declared.getOptionValueSource(name) === 'cli';
  const shown = (name: string): string => `\`${writtenOption(name)}\``;
  const value = ([name, { excludes = {}, needs, fallback }]: readonly [string, Option<unknown>]): [string, unknown] => {
    if (!isGiven(name)) return [name, fallback];
    for (const [other, why] of Object.entries(excludes))
      if (isGiven(other)) throw usageError(`${shown(name)} and ${shown(other)} cannot be combined: ${why}.`);
    if (needs !== undefined && !isGiven(needs)) throw usageError(`${shown(name)} needs ${shown(needs)}: pass it, too.`);
    return [name, declared.getOptionValue(name)];
  };
  return Object.fromEntries(Object.entries(options).map(value));
}

function refuseWrong(declared: Commander, path: string): void {
  declared.exitOverride((error) => {
    if (error.code.startsWith('commander.help')) throw error;
    throw wrongLine(error, declared, path);
  });
  // For an unknown subcommand, commander would show the help of the group.
  declared.addHelpText('before', () => {
    const [word = '-'] = declared.args;
    if (declared.commands.length === 0 || word.startsWith('-')) return '';
    const names = declared.commands.map((it) => it.name());
    throw usageError(`Unknown command '${word}'. ${didYouMean(word, names, `Run: ${path} --help`, '')}`);
  });
}

function wrongLine({ code, message }: CommanderError, declared: Commander, path: string): ExitError {
  const [, unknown] = /^error: unknown option '([^=']*)/.exec(message) ?? [];
  if (unknown === '--env-file')
    return usageError(
      '`--env-file` is an option of Node itself, which would read the file before this program starts. Write: --settings <file>',
    );
  if (declared.options.some(({ long }) => long === unknown)) return usageError(`Option '${unknown}' takes no value.`);
  const [, lacking] = /^error: missing required argument '(.*)'$/.exec(message) ?? [];
  const argument = declared.registeredArguments.find((it) => it.name() === lacking);
  const [what = '', near] = message
    .replace(/^error: /, '')
    // The value of an unknown option may be secret.
    .replace(/^(unknown option '[^=]*=).*'/s, "$1…'")
    .split(/\n(?=\(Did you mean)/);
  const whole = argument === undefined ? what.replace(/\.$/, '') : `${what}: ${argument.description}`;
  const sentence = `${whole.charAt(0).toUpperCase()}${whole.slice(1)}.`;
  if (code === 'commander.invalidArgument') return usageError(sentence);
  return usageError(`${sentence} ${near === undefined ? `Run: ${path} --help` : near.slice(1, -1)}`);
}
