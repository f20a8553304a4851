import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ended, start } from './helpers/cli.ts';

test('`npm start` builds the package and runs the main job on the emulator, as the README shows it', async () => {
  const { code, stdout, stderr } = await ended(start('npm', ['--silent', 'start']));
  expect([code, stderr]).toEqual([0, '']);
  expect([...stdout.matchAll(/^(\d)\. /gm)].map(([, step]) => Number(step))).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  const shown = /npx control-api-sdk check --code\n```\n\n```text\n([\s\S]*?)```/.exec(
    readFileSync('README.md', 'utf8'),
  )?.[1];
  const printed = stdout
    .slice(stdout.indexOf('✗'))
    .replace(/http:\/\/127\.0\.0\.1:\d+/, 'https://api.example.com')
    .replace(/`, \d+ s\)/, '`, 5 s)');
  expect(printed.slice(0, shown?.length)).toBe(shown);
  expect(stdout.match(/^ {3}npx control-api-sdk /gm)).toHaveLength(3);
  expect(stdout.match(/device_[0-9a-f]{8}/g)).toHaveLength(25);
  expect(stdout).not.toContain('emulator_');
});
