import type { GivenOption } from '../drift/report/command-line.ts';
import type { CliIo } from './io.ts';
import type { Options, ValuesOf } from './option.ts';

/** A word that a command takes besides its options. */
export interface Argument {
  /** Its name in the help, without brackets. */
  readonly name: string;
  readonly text: string;
  /** @defaultValue false */
  readonly optional?: boolean;
  /** Whether it takes all words that are left. @defaultValue false */
  readonly many?: boolean;
}

/** A command line that the help shows, and what it does. */
export type Example = readonly [line: string, does: string];

/** The input of a command. */
export interface CommandInput<Declared extends Options = Options> {
  /** The arguments. */
  readonly words: readonly string[];
  readonly options: ValuesOf<Declared>;
  /** The options as they were written, in their order: what an option means may depend on the one before it. */
  readonly order: readonly GivenOption[];
}

/** One command: what it is called and takes, and what it does. */
export interface Command {
  readonly name: string;
  /** One line of the list of commands. */
  readonly summary: string;
  readonly arguments: readonly Argument[];
  readonly options: Options;
  readonly examples: readonly Example[];
  /** More of its help, in lines of at most 80 columns. */
  readonly notes?: string | undefined;
  /** The commands under it. */
  readonly commands: readonly Command[];
  /** Runs it, and returns the exit code; undefined is 0. Absent where it only has commands under it. */
  readonly run?: ((input: CommandInput, io: CliIo) => Promise<number | undefined>) | undefined;
}

/** A declaration, before its types are settled. */
type Declaration<Declared extends Options> = Pick<Command, 'name' | 'summary' | 'examples'> &
  Partial<Pick<Command, 'arguments' | 'notes'>> & {
    readonly options?: Declared;
    readonly run: (input: CommandInput<Declared>, io: CliIo) => Promise<number | undefined>;
  };

/** Declares a command. Everything it needs to run, it imports when it runs. */
export function command<const Declared extends Options = Record<never, never>>(
  declared: Declaration<Declared>,
): Command {
  const { run } = declared;
  return {
    arguments: [],
    options: {},
    commands: [],
    ...declared,
    // Each option gets what its own `read` returned.
    run: (input, io) => run(input as CommandInput<Declared>, io),
  };
}

/** Declares a command that only has commands under it. Its examples are theirs. */
export function commandGroup(name: string, summary: string, commands: readonly Command[]): Command {
  const examples = commands.flatMap((it) => it.examples.slice(0, commands.length > 1 ? 1 : 2));
  return { name, summary, commands, examples, arguments: [], options: {} };
}
