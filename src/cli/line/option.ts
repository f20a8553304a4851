import { orList } from '../../base/words.ts';

/** One option of a command, as data: the parser, the help and completions read it. `Value` is what the command gets. */
export interface Option<Value> {
  /** Its sentence in the help. */
  readonly text: string;
  /** The placeholder of its value, such as `<file>`; undefined for an option without a value. */
  readonly takes?: string | undefined;
  /** Whether its value can be left out; one is written after `=`. @defaultValue false */
  readonly optional?: boolean;
  /** Whether it can be repeated, and takes every word up to the next option. @defaultValue false */
  readonly many?: boolean;
  /** Whether it is written `--no-…`, and turns off what is on. @defaultValue false */
  readonly negated?: boolean;
  /** The only values that it takes. */
  readonly choices?: readonly string[] | undefined;
  /** The completions of its value in a shell; a placeholder such as `<file>` says so by itself. */
  readonly completes?: Completed | undefined;
  /** The names of options that it cannot be combined with, each with the reason: the end of a sentence. */
  readonly excludes?: Readonly<Record<string, string>> | undefined;
  /** The names of options of which it needs one. */
  readonly needs?: readonly [string, ...string[]] | undefined;
  /** The value without the option; the help shows it. */
  readonly fallback: Value;
  /**
   * The value, from the texts of the command line in their order.
   *
   * @throws {BadValueError} if a text is wrong.
   */
  read(texts: readonly string[]): Value;
}

/**
 * The things that a word on the command line can name, for completions: `lists` are paths that can be listed, `fields` those of an item of
 * such a list, `conditions` begin with one, `paths` lead to any field from a root, and `names` are types besides.
 */
export type Completed =
  | 'commands'
  | 'conditions'
  | 'fields'
  | 'files'
  | 'lists'
  | 'names'
  | 'operations'
  | 'paths'
  | 'profiles';

/** The options of a command by their names in code: `pageSize` is written `--page-size`. */
export type Options = Readonly<Record<string, Option<unknown>>>;

/** The options of a command as it gets them. */
export type ValuesOf<Declared extends Options> = {
  readonly [Name in keyof Declared]: Declared[Name] extends Option<infer Value> ? Value : never;
};

/** A value that an option does not take. The message continues the sentence that begins with the option. */
export class BadValueError extends Error {
  override readonly name = 'BadValueError';
}

/** An option without a value. */
export function flag(text: string): Option<boolean> {
  return { text, fallback: false, read: () => true };
}

/** An option `--no-…` that turns off what is on. */
export function negatedFlag(text: string): Option<boolean> {
  return { text, negated: true, fallback: true, read: () => false };
}

/** An option with a text. */
export function textOption(takes: string, text: string): Option<string | undefined>;
export function textOption(takes: string, text: string, fallback: string): Option<string>;
export function textOption(takes: string, text: string, fallback?: string): Option<string | undefined> {
  return { text, takes, fallback, read: lastOf };
}

/** An option whose text can be left out, and then is empty. */
export function looseOption(takes: string, text: string): Option<string | undefined> {
  return { ...textOption(takes, text), optional: true };
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
  return {
    text,
    takes,
    fallback,
    read: (texts) => {
      const value = Number(lastOf(texts));
      if (/^\d+$/.test(lastOf(texts)) && value >= least && value <= most) return value;
      throw new BadValueError(`must be a whole number ${bounds}`);
    },
  };
}

/** The numbers that an option takes. */
export interface Range {
  readonly least: number;
  /** @defaultValue `Number.MAX_SAFE_INTEGER` */
  readonly most?: number;
}

/** The milliseconds that a timer can wait. */
export const timerRange: Range = { least: 1, most: 2_147_483_647 };

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
  const read = (texts: readonly string[]): Choice => {
    const choice = choices.find((it) => it === lastOf(texts));
    if (choice !== undefined) return choice;
    throw new BadValueError(`must be ${orList(choices)}`);
  };
  return { text, takes, choices, fallback, read };
}

/** An option that can be repeated. */
export function listOption(takes: string, text: string, fallback: readonly string[] = []): Option<readonly string[]> {
  return { text, takes, many: true, fallback, read: (texts) => texts };
}

/** How an option is shown with its value: `--page-size <n>`, `--code[=<command>]`. */
export function shownOption(name: string, option: Option<unknown>): string {
  const written = writtenOption(name, option);
  if (option.takes === undefined) return written;
  return option.optional ? `${written}[=${option.takes}]` : `${written} ${option.takes}`;
}

/** How an option is written: `--page-size`, `--no-snapshot`. */
export function writtenOption(name: string, { negated }: Pick<Option<unknown>, 'negated'>): string {
  return `--${negated ? 'no-' : ''}${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

function lastOf(texts: readonly string[]): string {
  return texts.at(-1) ?? '';
}
