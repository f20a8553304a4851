import { expect, test } from 'vitest';
import { startEmulator } from '../../src/emulator/index.ts';
import { binary, ended, start } from '../helpers/cli.ts';
import { Project } from './helpers/check.ts';

const shell = (command: string, env: Record<string, string>, cwd: string) =>
  ended(start('sh', ['-c', command.replace('CLI', `${process.execPath} ${binary}`)], env, cwd));

test('an output that cannot be written, and a crash, exit 3 and never 1', async () => {
  const sdl = 'type Query { seen: Int! }';
  await using project = await Project.create({ 'schema.graphql': sdl, 'operations/a.graphql': 'query Seen { seen }' });
  await using live = await startEmulator({ schema: sdl.replace('!', '') });
  const env = { CONTROL_API_URL: live.url };
  expect((await shell('CLI check', env, project.folder)).code).toBe(1);
  const full = await shell('CLI check > /dev/full', env, project.folder);
  expect([full.code, full.stderr]).toEqual([3, expect.stringContaining('The output could not be written (ENOSPC)')]);
  // Thrown once the program listens for crashes.
  const thrown = 'setTimeout(() => { throw new Error("planted") })';
  const crash = `data:text/javascript,process.on("newListener", (name) => { if (name === "uncaughtException") ${thrown} })`;
  const crashed = await shell('CLI check', { ...env, NODE_OPTIONS: `--import ${encodeURI(crash)}` }, project.folder);
  expect([crashed.code, crashed.stderr]).toEqual([3, expect.stringContaining('planted')]);
});
