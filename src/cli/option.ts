import { InvalidArgumentError } from 'commander';
import { longestTimerMs } from './defaults.ts';

/** One option of a command. `Value` is what the command gets. */
export interface Option<Value> {
  /** Its sentence in the help. */
  readonly text: string;
  /** The placeholder of its value: `<file>`, `<path...>` for several; undefined for an option without a value. */
  readonly takes?: string;
  /** The only values that it takes. */
  readonly choices?: readonly string[];
  /** The names of options that it cannot be combined with, each with the reason: the end of a sentence. */
  readonly excludes?: Readonly<Record<string, string>>;
  /** The name of the option that it needs. */
  readonly needs?: string;
  /** The value without the option; the help shows it. */
  readonly fallback: Value;
  /**
   * The value of a text, after what the texts before it gave. Absent: the text itself.
   *
   * @throws {InvalidArgumentError} if the text is wrong. The message is a sentence.
   */
  readonly read?: (text: string, before: unknown) => Value;
}

/** The options of a command by their names in code: `pageSize` is written `--page-size`. */
export type Options = Readonly<Record<string, Option<unknown>>>;

/** The options of a command as it gets them. */
export type ValuesOf<Declared extends Options> = {
  readonly [Name in keyof Declared]: Declared[Name] extends Option<infer Value> ? Value : never;
};

/** The options of every command. */
export const sharedOptions: {
  readonly settings: Option<string | undefined>;
  readonly verbose: Option<boolean>;
} = {
  settings: textOption('<file>', 'read CONTROL_API_* from this file instead of .env'),
  verbose: flag('report where each setting is from, and causes of failures'),
};

/** An option without a value. */
export function flag(text: string): Option<boolean> {
  return { text, fallback: false };
}

/** An option with a text. */
export function textOption(takes: string, text: string): Option<string | undefined>;
export function textOption(takes: string, text: string, fallback: string): Option<string>;
export function textOption(takes: string, text: string, fallback?: string): Option<string | undefined> {
  return { text, takes, fallback };
}

/** An option with a whole number from `least` to `most`. */
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

/** The numbers that an option takes. */
export interface Range {
  readonly least: number;
  /** @defaultValue `Number.MAX_SAFE_INTEGER` */
  readonly most?: number;
}

/** The milliseconds that a timer can wait. */
export const timerRange: Range = { least: 1, most: longestTimerMs };

/** An option with one of a few values. */
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

/** An option that can be repeated. */
export function listOption(takes: string, text: string): Option<readonly string[]> {
  return { text, takes, fallback: [], read: (written, before) => [...(Array.isArray(before) ? before : []), written] };
}

/** How an option is written: `--page-size`. */
export function writtenOption(name: string): string {
  return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}
