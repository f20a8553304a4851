import type { GivenOption } from '../drift/report/report.ts';
import type { CliIo } from './io.ts';
import type { Options, ValuesOf } from './option.ts';

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
  /** Runs the command and returns the exit code; undefined is 0. Absent from a group of subcommands. */
  readonly run?: ((input: CommandInput, io: CliIo) => Promise<number | undefined>) | undefined;
}

type Declaration<Declared extends Options> = Pick<Command, 'name' | 'summary' | 'examples'> &
  Partial<Pick<Command, 'arguments' | 'notes'>> & {
    readonly options?: Declared;
    readonly run: (input: CommandInput<Declared>, io: CliIo) => Promise<number | undefined>;
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
