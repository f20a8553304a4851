import { didYouMean, orList } from '../../base/words.ts';
import { type ExitError, usageError } from '../exit.ts';
import type { Argument, Command, CommandInput } from './command.ts';
import { writtenArgument } from './help.ts';
import { BadValueError, type Options, type ValuesOf, writtenOption } from './option.ts';
import { readWords } from './read-words.ts';
import { sharedOptions } from './shared-options.ts';

/** A command line that was understood. */
export interface ParsedLine {
  readonly input: Omit<CommandInput, 'program'>;
  readonly shared: ValuesOf<typeof sharedOptions>;
}

/**
 * Finds the command that the first words of a line name. `rest` is what follows the names.
 *
 * @throws {ExitError} with code 2 if there is no such command.
 */
export function findCommand(
  commands: readonly Command[],
  line: readonly string[],
  above: readonly string[] = [],
): { readonly command: Command; readonly path: readonly string[]; readonly rest: readonly string[] } {
  const [name = '', ...rest] = line;
  const command = commands.find((it) => it.name === name);
  if (command === undefined) throw unknownCommand(name, commands, above);
  const path = [...above, name];
  const [next] = rest;
  if (command.commands.length === 0 || next === undefined || isHelp(next)) return { command, path, rest };
  return findCommand(command.commands, rest, path);
}

/** Whether a word asks for help. */
export function isHelp(word: string | undefined): boolean {
  return word === '--help' || word === '-h';
}

function unknownCommand(name: string, commands: readonly Command[], above: readonly string[]): ExitError {
  const program = ['control-api', ...above].join(' ');
  const names = commands.map((command) => command.name);
  if (name.startsWith('-'))
    return usageError(`${program} has no option \`${name}\`: put options after the command. Run: ${program} --help`);
  return usageError(`${program} has no command “${name}”. ${didYouMean(name, names, `Run: ${program} --help`)}`);
}

/**
 * Reads the words after a command's name.
 *
 * @throws {ExitError} with code 2 if an option is unknown or has a wrong value, or an argument is missing or too many.
 */
export function parseLine(command: Command, path: readonly string[], rest: readonly string[]): ParsedLine {
  const declared: Options = { ...command.options, ...sharedOptions };
  const { words, options: texts, order, unknown, mistakes } = readWords(declared, rest);
  if (unknown[0] !== undefined) throw unknownOption(unknown[0], path, declared);
  if (mistakes[0] !== undefined) throw usageError(mistakes[0]);
  const read = (options: Options): Readonly<Record<string, unknown>> =>
    Object.fromEntries(
      Object.entries(options).map(([name, option]) => {
        const text = texts.get(name);
        if (text === undefined) return [name, option.fallback];
        try {
          return [name, option.read(text)];
        } catch (error) {
          if (!(error instanceof BadValueError)) throw error;
          throw usageError(`The option \`${writtenOption(name, option)}\` ${error.message}.`);
        }
      }),
    );
  const shared = read(sharedOptions) as ParsedLine['shared'];
  if (!shared.help) checkTogether(declared, texts);
  if (!shared.help) checkWords(words, command.arguments, path);
  return { input: { words, options: read(command.options), order }, shared };
}

/** Refuses options that exclude each other, and one without another that it needs. */
function checkTogether(declared: Options, values: ReadonlyMap<string, unknown>): void {
  const written = (name: string): string => `\`${writtenOption(name, declared[name] ?? {})}\``;
  for (const name of values.keys()) {
    const { excludes = {}, needs = [] } = declared[name] ?? {};
    for (const [other, why] of Object.entries(excludes))
      if (values.has(other)) throw usageError(`${written(name)} and ${written(other)} cannot be combined: ${why}.`);
    const [needed] = needs;
    if (needed !== undefined && !needs.some((it) => values.has(it)))
      throw usageError(`${written(name)} needs ${written(needed)}: pass it, too.`);
  }
}

function unknownOption(written: string, path: readonly string[], declared: Options): ExitError {
  if (written === '--env-file')
    return usageError(
      '`--env-file` is an option of Node itself, which would read the file before this program starts. Write: --settings <file>',
    );
  const program = ['control-api', ...path].join(' ');
  const flags = Object.entries(declared).map((entry) => writtenOption(...entry));
  const meant = flags.find((it) => it.replace(/^--no-/, '--') === written) ?? written.replace(/^-+/, '--');
  const advice = flags.includes(meant)
    ? `Did you mean \`${meant}\`?`
    : didYouMean(meant, flags, `Run: ${program} --help`);
  return usageError(`${program} has no option \`${written}\`. ${advice}`);
}

function checkWords(words: readonly string[], args: readonly Argument[], path: readonly string[]): void {
  const program = ['control-api', ...path].join(' ');
  const needed = args.filter(({ optional }) => !optional);
  const missing = needed[words.length];
  if (missing !== undefined)
    throw usageError(`The argument ${writtenArgument(missing)} is missing: ${missing.text}. Run: ${program} --help`);
  for (const [index, argument] of args.entries()) {
    const [word, { choices }] = [words[index], argument];
    if (word !== undefined && choices !== undefined && !choices.includes(word))
      throw usageError(`The argument ${writtenArgument(argument)} must be ${orList(choices)}.`);
  }
  const extra = args.some(({ many }) => many) ? undefined : words[args.length];
  if (extra !== undefined) throw usageError(`“${extra}” is one argument too many. Run: ${program} --help`);
}
