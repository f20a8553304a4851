import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Command } from '../../src/cli/command.ts';
import { commands } from '../../src/cli/commands/index.ts';
import { commandHelp, programHelp } from '../../src/cli/help.ts';
import { writtenOption } from '../../src/cli/option.ts';
import { sharedOptions } from '../../src/cli/shared-options.ts';

interface Placed {
  readonly name: string;
  readonly path: readonly string[];
  readonly command: Command;
}

function everyCommand(list: readonly Command[], above: readonly string[] = []): readonly Placed[] {
  return list.flatMap((command) => {
    const path = [...above, command.name];
    return [{ name: path.join(' '), path, command }, ...everyCommand(command.commands, path)];
  });
}

const all = everyCommand(commands);

test('a file in the folder of commands is a command of the program', () => {
  const rest = ['index.ts', 'main.ts', 'start.ts'];
  const files = readdirSync('src/cli/commands').filter((file) => !rest.includes(file));
  expect(commands.map(({ name }) => `${name}.ts`).sort()).toEqual(files.sort());
});

describe.each(all)('control-api $name', ({ path, command }) => {
  test('its help fits 80 columns', () => {
    const wide = commandHelp(command, path)
      .split('\n')
      .filter((line) => line.length > 80);
    expect(wide).toEqual([]);
  });

  test('it has no option of its own that every command has, and none for the key', () => {
    const own = Object.entries(command.options).map(([name, option]) => writtenOption(name, option));
    const shared = Object.entries(sharedOptions).map(([name, option]) => writtenOption(name, option));
    expect(own.filter((name) => shared.includes(name))).toEqual([]);
    expect(own.filter((name) => /key|token|auth|header/i.test(name))).toEqual([]);
  });
});

test('the help of the program names each command, and fits 80 columns', () => {
  const help = programHelp(commands);
  for (const { name } of commands) expect(help).toContain(`\n  ${name} `);
  expect(help.split('\n').filter((line) => line.length > 80)).toEqual([]);
});
