import { shellWord } from '../../base/words.ts';
import { ownCommand } from '../../graphql/files/place.ts';
import { pullCommand } from '../../graphql/files/snapshot.ts';

/** An option that a command was given. */
export type GivenOption = {
  /** As it is written: `--live`. */
  readonly option: string;
  /** Undefined for an option without a value. */
  readonly value?: string;
};

/** Options of one run alone: what it does at its end, and what it prints. */
const ofOneRun = [...['--accept', '--reason', '--all'], ...['--format', '--output', '--verbose', '--help']];

/** A command line of this package, which works on the same as the one that had these options. */
export function commandLine(command: string, commandOptions: readonly GivenOption[] = []): string {
  const kept = commandOptions.filter(({ option }) => !ofOneRun.includes(option));
  return [`${ownCommand()} ${command}`, ...kept.map(written)].join(' ');
}

function written({ option, value }: GivenOption): string {
  return value === undefined ? option : `${option} ${shellWord(value)}`;
}

/** The options of every command that decide about the settings. */
export const ofSettings = ['--settings'] as const;

/** The options with these names. */
export function optionsNamed(
  commandOptions: readonly GivenOption[],
  ...names: readonly string[]
): readonly GivenOption[] {
  return commandOptions.filter(({ option }) => names.includes(option));
}

/** The commands that write the live schema to the snapshot, and generate for it, after a check with these options. */
export function moveOn(
  snapshot: string,
  commandOptions: readonly GivenOption[],
): readonly [pull: string, generate: string] {
  return [
    [pullCommand(snapshot), ...optionsNamed(commandOptions, '--with-key', ...ofSettings).map(written)].join(' '),
    commandLine('generate', optionsNamed(commandOptions, '--config', ...ofSettings)),
  ];
}
