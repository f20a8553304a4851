import { describe, expect, test } from 'vitest';
import { settingLine } from '../../src/cli/settings/print-env.ts';
import { startEmulator } from '../../src/emulator/index.ts';
import { ended, start } from '../helpers/cli.ts';
import { say } from '../helpers/cli-in-process.ts';

describe('a setting is quoted for its shell', () => {
  test.each([
    ['sh', 'http://127.0.0.1:4000', 'export A=http://127.0.0.1:4000'],
    ['sh', "it's $HOME", "export A='it'\\''s $HOME'"],
    ['fish', "it's \\ $HOME", "set -gx A 'it\\'s \\\\ $HOME'"],
    ['powershell', "it's $HOME", "$env:A = 'it''s $HOME'"],
    ['cmd', 'a & b', 'set "A=a & b"'],
  ] as const)('%s: %s', (shell, value, line) => {
    expect(settingLine[shell]('A', value)).toBe(line);
  });

  test('sh gets back every character', async () => {
    const value = `a 'b' "c" $HOME \`x\` \\ & | ; #`;
    const { stdout } = await ended(start('sh', ['-c', `${settingLine.sh('A', value)}; printf %s "$A"`]));
    expect(stdout).toBe(value);
  });
});

describe('control-api emulator --print-env', () => {
  test('prints the settings of the emulator that runs at the port', async () => {
    await using emulator = await startEmulator({ seed: '7' });
    const line = `emulator --print-env fish --seed 7 --port ${emulator.port}`;
    expect(await say(line)).toEqual({
      code: 0,
      stdout: `set -gx CONTROL_API_URL '${emulator.url}'\nset -gx CONTROL_API_KEY '${emulator.key}'\n`,
      stderr: '',
    });
    const other = await say(`emulator --print-env sh --port ${emulator.port}`);
    expect([other.code, other.stdout]).toEqual([2, '']);
    expect(other.stderr).toContain('has another seed: pass its `--seed`');
  });

  test('waits for one that was started just before', async () => {
    const first = await startEmulator();
    const { port } = first;
    await first.close();
    const printed = say(`emulator --print-env sh --port ${port}`);
    await using emulator = await startEmulator({ port });
    expect(await printed).toMatchObject({ code: 0, stdout: expect.stringContaining(emulator.url) });
  });

  test.each([
    ['emulator --print-env sh', 2, 'needs the `--port`'],
    ['emulator --print-env sh --port 9', 3, 'No emulator runs at http://127.0.0.1:9.'],
    ['emulator --print-env sh --port 9 -- ls', 2, 'takes no command'],
    ['emulator --print-env tcsh --port 9', 2, 'must be sh, fish, powershell or cmd'],
  ])('%s exits %i', async (line, code, message) => {
    let now = 0;
    const later = () => (now += 10_000);
    expect(await say(line, { now: later })).toEqual({ code, stdout: '', stderr: expect.stringContaining(message) });
  });
});
