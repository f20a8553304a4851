import { cpSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { exitCodes } from '../../src/cli/exit.ts';
import { type Emulator, startEmulator } from '../../src/emulator/index.ts';
import { folderWith, run } from './integrator.ts';

/* The commands of the page for agents run in its order, in one folder. */

const page = readFileSync('docs/agents.md', 'utf8');
const bin = join(inject('equipped'), 'node_modules/.bin');
let emulator: Emulator;
let folder: string;

beforeAll(async () => {
  const schema = resolve('docs/invented.graphql');
  emulator = await startEmulator({ schema });
  folder = folderWith({ 'package.json': { name: 'agent', private: true } }, 'equipped');
  cpSync(schema, join(folder, 'schema.graphql'));
});
afterAll(() => emulator?.close());

/** Runs a command line as the shell of an agent does, without a terminal. */
function shell(command: string, env: NodeJS.ProcessEnv = {}) {
  const around = { CONTROL_API_URL: emulator.url, CONTROL_API_KEY: emulator.key };
  const path = `${bin}:${process.env['PATH']}`;
  return run('sh', ['-c', command.replaceAll('npx ', '')], { cwd: folder, env: { PATH: path, ...around, ...env } });
}

/** The commands of the table of questions, in order. */
const commands = [...page.matchAll(/^\| [^|]+ \| (`npx .*) \|$/gm)].flatMap(([, cell = '']) =>
  [...cell.matchAll(/`(npx control-api-sdk [^`]+)`/g)].map(([, command = '']) => command),
);

test('the page for agents is short, and its table has commands', () => {
  expect(page.trimEnd().split('\n').length).toBeLessThanOrEqual(80);
  expect(commands.length).toBeGreaterThan(10);
});

test('each command of the page for agents runs on the emulator, in order, and prints JSON', async () => {
  const { stdout } = await shell('npx control-api-sdk devices --limit 1 --format json');
  const [{ id }] = JSON.parse(stdout);
  for (const command of commands) {
    // The first placeholder in an example is an id.
    const { code, stdout, stderr } = await shell(
      command.replaceAll('id=…', `id=${id}`).replace('"id":"…"', `"id":"${id}"`),
    );
    // `generate` needs the files of `init`. `doctor` may find a warning.
    const wanted = /generate/.test(command) ? [2] : /doctor/.test(command) ? [0, 1, 2] : [0];
    expect(wanted, `${command}\n${stderr}`).toContain(code);
    if (command.includes('--format json')) expect(() => JSON.parse(stdout), command).not.toThrow();
  }
  expect(readdirSync(join(folder, 'operations'))).toContain('rename-device.graphql');
  expect(emulator.requests.filter(({ kind }) => kind === 'mutation')).toHaveLength(1);
});

test('the skill for agents is short, names itself, and leads to the page', () => {
  const skill = readFileSync('skills/control-api-sdk/SKILL.md', 'utf8');
  expect(skill).toMatch(/^---\nname: control-api-sdk\ndescription: .+\n---\n/);
  expect(skill).toContain('(../../docs/agents.md)');
  expect(skill.split('\n').length).toBeLessThanOrEqual(60);
});

test('read-only access of the page for agents sends no mutation', async () => {
  const before = emulator.requests.length;
  const rename = 'npx control-api-sdk request \'mutation { deleteDevice(id: "1") { deletedId } }\' --yes';
  const { code, stderr } = await shell(rename, { CONTROL_API_ACCESS: 'read-only' });
  expect([code, stderr]).toEqual([2, expect.stringContaining("CONTROL_API_ACCESS is 'read-only'")]);
  expect(emulator.requests).toHaveLength(before);
});

test('the exit codes of the page for agents are those of the command line', async () => {
  const codes = [...page.matchAll(/^\| (\d) \|/gm)].map(([, code]) => Number(code));
  expect(codes).toEqual(Object.values(exitCodes));
});
