import { chmod, mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { commands } from '../../src/cli/commands/index.ts';
import { type Emulator, startEmulator } from '../../src/emulator/index.ts';
import { binary, ended, start } from '../helpers/cli.ts';
import { emptyFolder, type Said, say } from '../helpers/cli-in-process.ts';
import { commandsOf } from '../helpers/markdown.ts';
import { everyCommand } from './every-command.ts';

const examples = everyCommand(commands)
  .filter(({ command }) => command.run !== undefined)
  .flatMap(({ name, command }) => command.examples.map(([line]) => ({ name, line })));

let emulator: Emulator;
let project: Awaited<ReturnType<typeof emptyFolder>>;

/** Runs a line in a project; in a shell, if the line needs one. */
async function run(line: string): Promise<Said> {
  const env = {
    CONTROL_API_URL: emulator.url,
    CONTROL_API_KEY: emulator.key,
    PATH: `${join(project.path, 'bin')}:${process.env['PATH']}`,
  };
  const [[program, ...args] = [], ...others] = commandsOf(line);
  if (program === 'control-api' && others.length === 0 && !/[$>]|^\S+ emulator/.test(line))
    return say(args, { cwd: project.path, env });
  const { code, ...said } = await ended(start('bash', ['--norc', '-c', line], env, project.path));
  return { code: code ?? -1, ...said };
}

beforeAll(async () => {
  emulator = await startEmulator({ schema: 'test/fixtures/relay.graphql' });
  project = await emptyFolder();
  const modules = join(project.path, 'node_modules');
  await Promise.all([mkdir(modules), mkdir(join(project.path, 'bin'))]);
  for (const name of await readdir('node_modules'))
    if (!name.startsWith('.')) await symlink(resolve('node_modules', name), join(modules, name));
  await symlink(resolve('.'), join(modules, 'control-api-sdk'));
  await writeFile(join(project.path, 'package.json'), '{ "type": "module" }');
  const program = join(project.path, 'bin/control-api');
  await writeFile(program, `#!/bin/sh\nexec "${process.execPath}" "${binary}" "$@"\n`);
  await chmod(program, 0o755);
  for (const line of ['init', 'schema pull', 'generate']) {
    const { code, stderr } = await run(`control-api ${line}`);
    expect(code, stderr).toBe(0);
  }
  const git = 'git -c user.name=A -c user.email=a@example.com';
  const { code, stderr } = await run(`git init -q && git add schema.graphql && ${git} commit -qm 'The first snapshot'`);
  expect(code, stderr).toBe(0);
});
afterAll(async () => {
  await emulator.close();
  await project[Symbol.asyncDispose]();
});

describe('an example of a help page runs as it is', () => {
  // The first serves until a signal; test/cli/many.test.ts runs lines like the second.
  const others = [
    'control-api emulator --count Device=100',
    'control-api request Rename --variables-file new.csv --journal run.ndjson',
  ];

  test.each(examples.filter(({ line }) => !others.includes(line)))('the example works: $line', async ({ line }) => {
    const { code, stdout, stderr } = await run(line);
    expect(code, stdout + stderr).toBe(0);
    expect(stderr).not.toContain('failed unexpectedly');
  });

  test('the example works: control-api emulator --count Device=100', async () => {
    const [line = ''] = others;
    expect(examples.map((it) => it.line)).toEqual(expect.arrayContaining(others));
    const child = start(process.execPath, [binary, ...line.split(' ').slice(1)]);
    child.stdout.once('data', () => child.kill('SIGINT'));
    const { code, stdout } = await ended(child);
    expect([code, stdout]).toEqual([130, expect.stringContaining('export CONTROL_API_URL=')]);
  });
});
