import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { startEmulator } from '../src/emulator/index.ts';
import { ended, start } from './helpers/cli.ts';

/** What `npm start` runs, once it has built the package. */
const firstLight = (env: Record<string, string> = {}) =>
  ended(start(process.execPath, ['examples/first-light/main.mjs'], env));

const trackedChanges = (): string => spawnSync('git', ['diff', 'HEAD', '--stat'], { encoding: 'utf8' }).stdout;
const leftovers = async (): Promise<string[]> =>
  (await readdir('.tmp').catch(() => [])).filter((name) => name.startsWith('first-light-'));

describe('the main job', () => {
  test('runs on the emulator, names each step, lists the devices and leaves nothing behind', async () => {
    const before = trackedChanges();
    const { code, stdout, stderr } = await firstLight();
    expect([code, stderr]).toEqual([0, '']);
    expect([...stdout.matchAll(/^(\d)\. /gm)].map(([, step]) => step)).toEqual([
      '1',
      '2',
      '3',
      '4',
      '5',
      '6',
      '7',
      '8',
    ]);
    // The README shows what the check prints.
    const shown = /npx control-api-sdk check --code\n```\n\n```text\n([\s\S]*?)```/.exec(
      readFileSync('README.md', 'utf8'),
    )?.[1];
    const printed = stdout.slice(stdout.indexOf('✗')).replace(/http:\/\/127\.0\.0\.1:\d+/, 'https://api.example.com');
    expect(printed.slice(0, shown?.length)).toBe(shown);
    expect(stdout.match(/^ {3}npx control-api-sdk /gm)).toHaveLength(3);
    expect(stdout.match(/device_[0-9a-f]{8}/g)).toHaveLength(25);
    expect(stdout).not.toContain('emulator_');
    expect(trackedChanges()).toBe(before);
    expect(await leftovers()).toEqual([]);
  });

  // By hand, the run above is enough of it: each generates and compiles.
  test.runIf(process.env['CONTROL_API_SDK_REQUIRE_ALL'] === '1')(
    'runs on the service that the environment names',
    async () => {
      await using service = await startEmulator({
        schema: 'test/fixtures/paging/required-argument-with-default.graphql',
      });
      const settings = { CONTROL_API_URL: service.url, CONTROL_API_KEY: service.key };
      const { code, stdout, stderr } = await firstLight(settings);
      expect([code, stderr]).toEqual([0, '']);
      expect(stdout).toContain('Using the service that CONTROL_API_URL names');
      // The schema gives 20 to whoever asks for no page: that must not go unsaid.
      expect(stdout).toContain('Listed 20 devices');
      expect(stdout).toContain('The schema has pages: client.devices() reads them all, 25 devices.');
    },
  );

  test('says what is wrong in one sentence, and still leaves nothing behind', async () => {
    const { code, stderr } = await firstLight({
      CONTROL_API_URL: 'http://127.0.0.1:9',
      CONTROL_API_KEY: 'emulator_none',
    });
    expect(code).toBe(1);
    expect(stderr).toMatch(/^[^\n]{20,}\n$/);
    expect(await leftovers()).toEqual([]);
  });
});
