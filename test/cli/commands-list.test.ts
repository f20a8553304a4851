import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { sharedOptions, writtenOption } from '../../src/cli/command.ts';
import { commands } from '../../src/cli/commands/index.ts';
import { say } from '../helpers/cli-in-process.ts';
import { everyCommand } from './every-command.ts';

/** The lines of a screen. */
const screen = 40;

test('each file in the folder of commands is a command', () => {
  const rest = ['index.ts', 'main.ts', 'start.ts'];
  const files = readdirSync('src/cli/commands').filter((file) => !rest.includes(file));
  expect(commands.map(({ name }) => `${name}.ts`).sort()).toEqual(files.sort());
});

describe.each(everyCommand(commands))('control-api $name', ({ path, command }) => {
  test('the help of a command fits 80 columns and a screen', async () => {
    const lines = (await say([...path, '--help'])).stdout.trimEnd().split('\n');
    expect(lines.filter((line) => line.length > 80)).toEqual([]);
    expect(lines.length).toBeLessThanOrEqual(screen);
  });

  test('the help of a command shows two examples', async () => {
    const [, examples = ''] = (await say([...path, '--help'])).stdout.split('\nExamples:\n');
    expect(examples.match(/^ {2}\S*.*control-api /gm)?.length).toBeGreaterThanOrEqual(2);
  });

  test('a command declares no shared option, and none that takes the key', () => {
    const options = Object.entries(command.options);
    const own = options.map(([name]) => writtenOption(name));
    const withValue = options.filter(([, { takes }]) => takes !== undefined).map(([name]) => writtenOption(name));
    const shared = Object.entries(sharedOptions).map(([name]) => writtenOption(name));
    expect(own.filter((name) => shared.includes(name))).toEqual([]);
    expect(withValue.filter((name) => /key|token|auth|header/i.test(name))).toEqual([]);
  });
});

test('the help of the program names each command, and fits 80 columns and a screen', async () => {
  const { stdout: help } = await say('--help');
  for (const { name } of commands) expect(help).toContain(`\n  ${name} `);
  expect(help.split('\n').filter((line) => line.length > 80)).toEqual([]);
  expect(help.trimEnd().split('\n').length).toBeLessThanOrEqual(screen);
});
