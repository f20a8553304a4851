import type { Command } from '../line/command.ts';
import { commandHelp, programHelp } from '../line/help.ts';
import { commands } from './index.ts';

/** Every help page, by the words of its command with a line break between. The build puts the texts here in place of this. */
export const helpPages: ReadonlyMap<string, string> = new Map([['', programHelp(commands)], ...pagesOf(commands, [])]);

function pagesOf(list: readonly Command[], above: readonly string[]): readonly (readonly [string, string])[] {
  return list.flatMap((command) => {
    const path = [...above, command.name];
    return [[path.join('\n'), commandHelp(command, path)] as const, ...pagesOf(command.commands, path)];
  });
}
