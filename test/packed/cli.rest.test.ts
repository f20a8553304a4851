import { join } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import { folderWith, run } from './integrator.ts';

const binary = join(inject('installed'), 'node_modules/.bin/control-api');
const nowhere = { CONTROL_API_URL: 'http://127.0.0.1:9', CONTROL_API_KEY: 'emulator_0123456789' };

/** Runs the installed binary as `emulator -- …` runs a program: with the URL and key of a server that lives as long. */
const besideEmulator = (args: readonly string[], command: readonly string[]) =>
  run(join(inject('equipped'), 'node_modules/.bin/control-api'), ['emulator', ...args, '--', ...command], {
    cwd: folderWith({}, 'equipped'),
  });

const oneSentence = /^(?:http:\/\/\S+: |[A-Z`])[^\n]{20,400}[.!)]\n$/;

describe('the installed binary', () => {
  it("lists a team's devices", async () => {
    const { code, stdout, stderr } = await besideEmulator(['--devices', '3'], [binary, 'devices', '--format', 'json']);
    expect(code, stderr).toBe(0);
    const devices = JSON.parse(stdout);
    expect(devices).toHaveLength(3);
    for (const device of devices) expect(Object.keys(device)).toEqual(['id', 'name']);
  });

  it('exits 4 with one sentence, and what the service says, when it refuses the key', async () => {
    const wrong = ['env', 'CONTROL_API_KEY=emulator_wrong_key_0', binary, 'devices'];
    const { code, stdout, stderr } = await besideEmulator([], wrong);
    expect({ code, stdout }, stderr).toEqual({ code: 4, stdout: '' });
    const [sentence, words] = stderr.split(/(?<=\n)/);
    expect(sentence).toMatch(oneSentence);
    expect(words).toMatch(/^The service says: “.+”\n$/);
    expect(stderr).not.toContain('emulator_wrong_key_0');
  });

  it('exits 3 with one sentence when there is no server', async () => {
    const { code, stdout, stderr } = await run(binary, ['devices'], { cwd: folderWith({}), env: nowhere });
    expect({ code, stdout }, stderr).toEqual({ code: 3, stdout: '' });
    expect(stderr).toMatch(oneSentence);
    expect(stderr).not.toContain(nowhere.CONTROL_API_KEY);
  });

  it('exits 2 with one sentence when nothing is configured', async () => {
    const { code, stdout, stderr } = await run(binary, ['devices'], { cwd: folderWith({}) });
    expect({ code, stdout }, stderr).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(oneSentence);
    expect(stderr).toContain('CONTROL_API_URL');
  });

  it('exits 2 and names the install command when an optional peer is missing', async () => {
    const { code, stdout, stderr } = await run(binary, ['emulator'], { cwd: folderWith({}) });
    expect({ code, stdout }, stderr).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/npm install --save-dev .*graphql@1[67]/);
  });
});
