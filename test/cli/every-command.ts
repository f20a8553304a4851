import type { Command } from '../../src/cli/command.ts';

export interface Placed {
  readonly name: string;
  readonly path: readonly string[];
  readonly command: Command;
}

/** All commands, with their subcommands. */
export function everyCommand(list: readonly Command[], above: readonly string[] = []): readonly Placed[] {
  return list.flatMap((command) => {
    const path = [...above, command.name];
    return [{ name: path.join(' '), path, command }, ...everyCommand(command.commands, path)];
  });
}
