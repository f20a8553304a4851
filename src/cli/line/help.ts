import { wrapWords } from '../../base/words.ts';
import type { Argument, Command, Example } from './command.ts';
import { type Option, type Options, shownOption } from './option.ts';
import { sharedOptions } from './shared-options.ts';

const width = 80;

/** The help of the program: its commands. */
export function programHelp(commands: readonly Command[]): string {
  return sections(
    'Usage: control-api <command> [options]',
    "A command line for a team's GraphQL control API.",
    listed(
      'Commands',
      commands.filter(({ hidden }) => !hidden).map(({ name, summary }) => [name, summary]),
    ),
    listed('Options of every command', describe(sharedOptions)),
    afterHelp(),
  );
}

const afterHelp = (): string => `\
CONTROL_API_URL is the base URL; CONTROL_API_KEY or CONTROL_API_KEY_FILE gives
the key. URL and KEY may be in .env, too. No option takes a key: others see it.

Exit codes: 0 success, 1 the answer is no, 2 wrong usage or configuration, 3 no
result, 4 rejected by the service.

${shownExamples([['control-api emulator -- control-api devices', 'try it without the service']])}`;

const everyCommand = 'Also --profile, --settings, --verbose and --help: see control-api --help';

/** The help of one command. */
export function commandHelp(command: Command, path: readonly string[]): string {
  const name = ['control-api', ...path].join(' ');
  const words = command.arguments.map((argument) => ` ${writtenArgument(argument)}`).join('');
  const usage = command.run === undefined ? ' <command>' : `${words} [options]`;
  return sections(
    `Usage: ${name}${usage}`,
    wrapWords(`${command.summary}.`, width).join('\n'),
    listed(
      'Arguments',
      command.arguments.map((argument) => [
        writtenArgument(argument),
        argument.text + (argument.choices === undefined ? '' : ` (${argument.choices.join(', ')})`),
      ]),
    ),
    listed(
      'Commands',
      command.commands.map((it) => [it.name, it.summary]),
    ),
    listed('Options', describe(command.options)),
    command.run && everyCommand,
    command.notes?.trim(),
    shownExamples(command.examples),
  );
}

/** How an argument is written in a usage line. */
export function writtenArgument({ name, optional, many }: Argument): string {
  const inner = `${name}${many ? '...' : ''}`;
  return optional ? `[${inner}]` : `<${inner}>`;
}

type Entry = readonly [name: string, text: string];

function describe(options: Options): readonly Entry[] {
  return Object.entries(options).map(([name, option]) => {
    return [shownOption(name, option), option.text + defaultOf(option)];
  });
}

function defaultOf({ fallback, choices, takes }: Option<unknown>): string {
  const among = choices === undefined ? [] : [choices.join(', ')];
  const shown = Array.isArray(fallback) ? fallback.join(' ') : fallback;
  const defaults = takes === undefined || shown === undefined || shown === '' ? [] : [`default: ${shown}`];
  const parts = [...among, ...defaults];
  return parts.length === 0 ? '' : ` (${parts.join('; ')})`;
}

function listed(title: string, entries: readonly Entry[]): string | undefined {
  if (entries.length === 0) return undefined;
  const column = Math.min(Math.max(...entries.map(([name]) => name.length)) + 4, 28);
  const lines = entries.flatMap(([name, text]) => {
    const [first = '', ...more] = wrapWords(text, width - column);
    const head = `  ${name}`;
    const start = head.length + 2 <= column ? [head.padEnd(column) + first] : [head, ' '.repeat(column) + first];
    return [...start, ...more.map((line) => ' '.repeat(column) + line)];
  });
  return [`${title}:`, ...lines].join('\n');
}

function shownExamples(examples: readonly Example[]): string | undefined {
  if (examples.length === 0) return undefined;
  const lines = examples.flatMap(([line, does]) => {
    const whole = `  ${line}  # ${does}`;
    return whole.length <= width ? [whole] : [`  # ${does}`, `  ${line}`];
  });
  return ['Examples:', ...lines].join('\n');
}

function sections(...parts: readonly (string | undefined)[]): string {
  return `${parts.filter((part) => part !== undefined).join('\n\n')}\n`;
}
