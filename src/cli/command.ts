import { InvalidArgumentError } from 'commander';
import type { GivenOption } from '../drift/report/report.ts';
import { longestTimerMs } from './defaults.ts';
import type { CliIo } from './io.ts';

/** An option of a command, with the type of its value. */
export interface Option<Value> {
  /** The sentence in the help. */
  readonly text: string;
  /** The placeholder of the value: `<file>`, or `<path...>` for several. Absent from an option without a value. */
  readonly takes?: string;
  readonly choices?: readonly string[];
  /** The options that exclude this one, each with the reason as the end of a sentence. */
  readonly excludes?: Readonly<Record<string, string>>;
  /** The option that this one needs. */
  readonly needs?: string;
  /** The default value, which the help shows. */
  readonly fallback: Value;
  /** Reads a text, given the value of the texts before it. Absent: the value is the text. */
  readonly read?: (text: string, before: unknown) => Value;
}

/** The options of a command by name: `pageSize` is written `--page-size`. */
export type Options = Readonly<Record<string, Option<unknown>>>;

export type ValuesOf<Declared extends Options> = {
  readonly [Name in keyof Declared]: Declared[Name] extends Option<infer Value> ? Value : never;
};

export const sharedOptions: {
  readonly settings: Option<string | undefined>;
  readonly verbose: Option<boolean>;
} = {
  settings: textOption('<file>', 'read CONTROL_API_* from this file instead of .env'),
  verbose: flag('report where each setting is from, and causes of failures'),
};

export function flag(text: string): Option<boolean> {
  return { text, fallback: false };
}

export function textOption(takes: string, text: string): Option<string | undefined>;
export function textOption(takes: string, text: string, fallback: string): Option<string>;
export function textOption(takes: string, text: string, fallback?: string): Option<string | undefined> {
  return { text, takes, fallback };
}

export function numberOption(takes: string, range: Range, text: string): Option<number | undefined>;
export function numberOption(takes: string, range: Range, text: string, fallback: number): Option<number>;
export function numberOption(
  takes: string,
  { least, most = Number.MAX_SAFE_INTEGER }: Range,
  text: string,
  fallback?: number,
): Option<number | undefined> {
  const bounds = most === Number.MAX_SAFE_INTEGER ? `of at least ${least}` : `from ${least} to ${most}`;
  const read = (written: string): number => {
    const value = Number(written);
    if (/^\d+$/.test(written) && value >= least && value <= most) return value;
    throw new InvalidArgumentError(`It must be a whole number ${bounds}.`);
  };
  return { text, takes, fallback, read };
}

export interface Range {
  readonly least: number;
  /** @defaultValue `Number.MAX_SAFE_INTEGER` */
  readonly most?: number;
}

export const timerRange: Range = { least: 1, most: longestTimerMs };

export function choiceOption<const Choice extends string>(
  takes: string,
  choices: readonly Choice[],
  text: string,
): Option<Choice | undefined>;
export function choiceOption<const Choice extends string>(
  takes: string,
  choices: readonly Choice[],
  text: string,
  fallback: NoInfer<Choice>,
): Option<Choice>;
export function choiceOption<const Choice extends string>(
  takes: string,
  choices: readonly Choice[],
  text: string,
  fallback?: Choice,
): Option<Choice | undefined> {
  return { text, takes, choices, fallback };
}

export function listOption(takes: string, text: string): Option<readonly string[]> {
  return { text, takes, fallback: [], read: (written, before) => [...(Array.isArray(before) ? before : []), written] };
}

export function writtenOption(name: string): string {
  return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/** A positional argument of a command. */
export interface Argument {
  /** The name in the help, without brackets. */
  readonly name: string;
  readonly text: string;
  /** @defaultValue false */
  readonly optional?: boolean;
  /** Whether the argument takes all remaining words. @defaultValue false */
  readonly many?: boolean;
}

/** An example in the help. */
export type Example = readonly [line: string, does: string];

export interface CommandInput<Declared extends Options = Options> {
  readonly words: readonly string[];
  readonly options: ValuesOf<Declared>;
  /** The options as written, in their order: an `--output` belongs to the `--format` before it. */
  readonly order: readonly GivenOption[];
}

export interface Command {
  readonly name: string;
  /** The line in the list of commands. */
  readonly summary: string;
  readonly arguments: readonly Argument[];
  readonly options: Options;
  readonly examples: readonly Example[];
  /** Further help, in lines of at most 80 columns. */
  readonly notes?: string | undefined;
  /** The subcommands. */
  readonly commands: readonly Command[];
  /** Runs the command and returns the exit code. Absent from a group of subcommands. */
  readonly run?: ((input: CommandInput, io: CliIo) => Promise<number>) | undefined;
}

type Declaration<Declared extends Options> = Pick<Command, 'name' | 'summary' | 'examples'> &
  Partial<Pick<Command, 'arguments' | 'notes'>> & {
    readonly options?: Declared;
    readonly run: (input: CommandInput<Declared>, io: CliIo) => Promise<number>;
  };

/** Declares a command. `run` imports its dependencies itself, so that other commands start fast. */
export function command<const Declared extends Options = Record<never, never>>(
  declared: Declaration<Declared>,
): Command {
  const { run } = declared;
  return {
    arguments: [],
    options: {},
    commands: [],
    ...declared,
    // The `read` of each option returned its value.
    run: (input, io) => run(input as CommandInput<Declared>, io),
  };
}

/** Declares a group of subcommands. Its examples are those of the subcommands. */
export function commandGroup(name: string, summary: string, commands: readonly Command[]): Command {
  const examples = commands.flatMap((it) => it.examples.slice(0, commands.length > 1 ? 1 : 2));
  return { name, summary, commands, examples, arguments: [], options: {} };
}
