import type { Command } from '../../src/cli/command.ts';

/** A command, and where it is. */
export interface Placed {
  readonly name: string;
  readonly path: readonly string[];
  readonly command: Command;
}

/** The commands of a list, and those under them. */
export function everyCommand(list: readonly Command[], above: readonly string[] = []): readonly Placed[] {
  return list.flatMap((command) => {
    const path = [...above, command.name];
    return [{ name: path.join(' '), path, command }, ...everyCommand(command.commands, path)];
  });
}
