import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { startEmulator } from '../../src/emulator/index.ts';
import { type Ended, ended, start } from '../helpers/cli.ts';

// In a test environment the generator says nothing.
const codegen = (env: Record<string, string> = {}): Promise<Ended> =>
  ended(
    start(resolve('node_modules/.bin/graphql-codegen'), ['--config', 'codegen.ts', '--check'], {
      NODE_ENV: 'production',
      ...env,
    }),
  );

test('the committed output is up to date with the emulator, which is started for it and stopped again', async () => {
  const { code, stdout, stderr } = await codegen();
  expect({ code, stale: `${stdout}${stderr}`.includes('stale') }).toEqual({ code: 0, stale: false });
});

test('a field that the service renamed is reported with file, line and column', async () => {
  const sdl = (await readFile('documented.graphql', 'utf8')).replace(/\bname: String/, 'label: String');
  await using service = await startEmulator({ schema: sdl });
  const { code, stdout, stderr } = await codegen({ CONTROL_API_URL: service.url });
  expect(code).toBe(1);
  expect(stdout + stderr).toMatch(
    /The operations do not match the schema:[\s\S]*operations\/list-devices\.graphql:6:9: Cannot query field "name" on type "Device"/,
  );
});

test('a service that cannot be reached is reported differently', async () => {
  const service = await startEmulator();
  await service.close();
  const { code, stdout, stderr } = await codegen({ CONTROL_API_URL: service.url });
  expect(code).toBe(1);
  expect(stdout + stderr).toContain('The schema could not be read: http');
  expect(stdout + stderr).not.toContain('do not match');
});
